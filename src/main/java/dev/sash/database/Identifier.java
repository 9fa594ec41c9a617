package dev.sash.database;

/** Names as the database's SQL writes them. */
public final class Identifier {
  private Identifier() {}

  /** A name as a quoted identifier, which keeps its case; a quote inside is doubled. */
  public static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
