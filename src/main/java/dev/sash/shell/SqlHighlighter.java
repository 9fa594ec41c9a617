package dev.sash.shell;

import dev.sash.sql.SqlScanner;
import dev.sash.sql.Token;
import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Colours the statement that is being typed. */
final class SqlHighlighter implements Highlighter {

  @Override
  public AttributedString highlight(LineReader reader, String buffer) {
    AttributedStringBuilder text = new AttributedStringBuilder();
    int position = 0;
    for (Token token : SqlScanner.scan(buffer)) {
      text.append(buffer.substring(position, token.offset()));
      text.styled(style(token), token.text());
      position = token.end();
    }
    return text.append(buffer.substring(position)).toAttributedString();
  }

  private static AttributedStyle style(Token token) {
    return switch (token.kind()) {
      case WORD ->
          Keywords.contains(token.text())
              ? AttributedStyle.BOLD.foreground(AttributedStyle.BLUE)
              : AttributedStyle.DEFAULT;
      case STRING, UNTERMINATED -> AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN);
      case NUMBER -> AttributedStyle.DEFAULT.foreground(AttributedStyle.MAGENTA);
      case COMMENT -> AttributedStyle.DEFAULT.faint();
      case QUOTED_NAME, PARAMETER, SYMBOL -> AttributedStyle.DEFAULT;
    };
  }
}
