package dev.sash.shell;

import dev.sash.sql.StatementSplitter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** Tells the prompt whether a statement is complete, and which word the cursor is in. */
final class StatementParser implements Parser {
  private static final Set<String> COMMANDS = Set.of("", "help", "quit", "exit", "\\q", "?");

  /** Whether the input is a command of the shell, which needs no semicolon. */
  static boolean isCommand(String input) {
    return COMMANDS.contains(command(input));
  }

  /** The input as a command: without blanks, semicolon and case. */
  static String command(String input) {
    String text = input.strip();
    String bare = text.endsWith(";") ? text.substring(0, text.length() - 1).strip() : text;
    return bare.toLowerCase(Locale.ROOT);
  }

  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    boolean submitting = context == ParseContext.ACCEPT_LINE || context == ParseContext.UNSPECIFIED;
    if (submitting && !isCommand(line) && !StatementSplitter.isComplete(line)) {
      throw new EOFError(-1, -1, "the statement goes on until its semicolon");
    }
    int start = cursor;
    while (start > 0 && isWordPart(line.charAt(start - 1))) {
      start--;
    }
    int end = cursor;
    while (end < line.length() && isWordPart(line.charAt(end))) {
      end++;
    }
    return new WordAtCursor(line, cursor, start, end);
  }

  private static boolean isWordPart(char c) {
    return Character.isJavaIdentifierPart(c) || c == '.';
  }

  /** The only word that completion needs: the one at the cursor. */
  private record WordAtCursor(String line, int cursor, int start, int end)
      implements CompletingParsedLine {

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      return candidate;
    }

    @Override
    public int rawWordCursor() {
      return wordCursor();
    }

    @Override
    public int rawWordLength() {
      return end - start;
    }

    @Override
    public String word() {
      return line.substring(start, end);
    }

    @Override
    public int wordCursor() {
      return cursor - start;
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public List<String> words() {
      return List.of(word());
    }
  }
}
