package dev.sash.shell;

import java.sql.Connection;
import java.util.List;
import java.util.Locale;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Offers keywords and the names of tables, streams and views. */
final class SqlCompleter implements Completer {
  private final Connection connection;

  SqlCompleter(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    String word = line.word();
    if (word.isEmpty()) {
      return;
    }
    String start = word.substring(0, line.wordCursor()).toLowerCase(Locale.ROOT);
    boolean lower = !start.equals(word.substring(0, line.wordCursor()));
    for (String keyword : Keywords.ALL) {
      if (keyword.toLowerCase(Locale.ROOT).startsWith(start)) {
        candidates.add(new Candidate(lower ? keyword : keyword.toLowerCase(Locale.ROOT)));
      }
    }
    for (String name : RelationNames.of(connection)) {
      if (name.toLowerCase(Locale.ROOT).startsWith(start)) {
        candidates.add(new Candidate(name));
      }
    }
  }
}
