package dev.sash.sql;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;

/** Parts of a statement as short text for messages. */
final class SqlText {
  private static final int LENGTH_MAX = 60;

  private SqlText() {}

  /** A column as {@code "ts"}, anything else as SQL on one line, cut where it is long. */
  static String of(SqlNode node) {
    if (node instanceof SqlIdentifier identifier) {
      return "\"" + identifier.names.get(identifier.names.size() - 1) + "\"";
    }
    String text = whole(node);
    return text.length() <= LENGTH_MAX ? text : text.substring(0, LENGTH_MAX - 3) + "...";
  }

  /** SQL on one line, however long. */
  static String whole(SqlNode node) {
    return node.toSqlString(
            c ->
                c.withDialect(AnsiSqlDialect.DEFAULT)
                    .withQuoteAllIdentifiers(false)
                    .withAlwaysUseParentheses(false))
        .getSql()
        .replaceAll("\\s+", " ")
        .replaceAll("(?<=YEAR|MONTH|DAY|HOUR|MINUTE|SECOND)\\(10\\)", "");
  }
}
