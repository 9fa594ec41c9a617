package dev.sash.sql.parser;

import java.util.BitSet;
import java.util.Set;

/**
 * Where the statement form alone says that a word is a name: the start of a column in CREATE
 * STREAM, a key in its WITH, the words of a SET, and what EXPLAIN EMPTY and its like are about.
 */
final class NamePositions {
  private final StatementTokens tokens;
  private final BitSet names = new BitSet();

  private NamePositions(StatementTokens tokens) {
    this.tokens = tokens;
  }

  /** The indexes of those words. */
  static BitSet of(StatementTokens tokens) {
    NamePositions positions = new NamePositions(tokens);
    positions.markStreamDefinition(tokens.start());
    positions.markSinkOptions();
    positions.markSetting();
    positions.markDiagnosed();
    return positions.names;
  }

  /** Finds the columns and options of a CREATE STREAM and marks where their names start. */
  private void markStreamDefinition(int first) {
    int stream = shape(first + 1).equals("OR") ? first + 3 : first + 1;
    if (!shape(first).equals("CREATE") || !shape(stream).equals("STREAM")) {
      return;
    }
    int columns = next("(", stream);
    for (int i = columns + 1; i < tokens.size(); i++) {
      if (tokens.opener(i) == columns && startsItem(i)) {
        markColumn(i);
      }
    }
    markOptions(next("(", next(")", columns, columns)));
  }

  /** CREATE SINK name FROM view WITH (...). */
  private void markSinkOptions() {
    if (shape(0).equals("CREATE") && shape(1).equals("SINK")) {
      markOptions(next("(", 2));
    }
  }

  private void markOptions(int options) {
    for (int i = options + 1; i < tokens.size(); i++) {
      boolean key = tokens.opener(i) == options && !afterEquals(i);
      names.set(i, key);
    }
  }

  private void markColumn(int index) {
    boolean watermark = shape(index).equals("WATERMARK") && shape(index + 1).equals("FOR");
    boolean primaryKey = shape(index).equals("PRIMARY") && shape(index + 1).equals("KEY");
    names.set(watermark ? index + 2 : index, !primaryKey);
  }

  private boolean startsItem(int index) {
    return shape(index - 1).equals("(") || shape(index - 1).equals(",");
  }

  private boolean afterEquals(int index) {
    int i = index;
    while (!startsItem(i) && i > 0) {
      i--;
      if (shape(i).equals("=")) {
        return true;
      }
    }
    return false;
  }

  /** SET a.b = word: all words are names, except those that start a value of another kind. */
  private void markSetting() {
    if (!shape(0).equals("SET")) {
      return;
    }
    int i = 1;
    names.set(i);
    while (i < tokens.size() && !shape(i).equals("=") && !(i > 1 && shape(i).equals("TO"))) {
      names.set(i++);
    }
    String value = shape(i + 1);
    if (!Set.of("TRUE", "FALSE", "DEFAULT", "INTERVAL").contains(value)) {
      names.set(i + 1);
    }
  }

  /** EXPLAIN EMPTY name, SHOW PROGRESS [FOR] name, ADVISE WATERMARK FOR name. */
  private void markDiagnosed() {
    int name =
        switch (shape(0) + " " + shape(1)) {
          case "EXPLAIN EMPTY" -> 2;
          case "SHOW PROGRESS" -> shape(2).equals("FOR") ? 3 : 2;
          case "ADVISE WATERMARK" -> 3;
          default -> tokens.size();
        };
    names.set(Math.min(name, tokens.size()), tokens.size());
  }

  private int next(String shape, int from) {
    for (int i = Math.max(from, 0); i < tokens.size(); i++) {
      if (shape(i).equals(shape)) {
        return i;
      }
    }
    return tokens.size();
  }

  /** The parenthesis that closes the one at {@code open}. */
  private int next(String shape, int from, int open) {
    for (int i = from; i < tokens.size(); i++) {
      if (shape(i).equals(shape) && tokens.opener(i) == open) {
        return i;
      }
    }
    return tokens.size();
  }

  private String shape(int index) {
    return tokens.shape(index);
  }
}
