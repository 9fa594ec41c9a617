package dev.sash.jdbc;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * A URL of the driver.
 *
 * @param text the URL as written
 * @param name of the engine that the connections of this process share, or null for a private one
 */
record SashUrl(String text, @Nullable String name) {
  static final String PREFIX = "jdbc:sash:";

  private static final String FORMS =
      "write jdbc:sash: for a private engine or jdbc:sash:mem:NAME for one that the connections of"
          + " this process share";

  /** Reads a URL that starts with {@link #PREFIX}. */
  static SashUrl parse(String url) throws SQLException {
    String rest = url.substring(PREFIX.length());
    if (rest.indexOf(';') >= 0) {
      throw new SQLFeatureNotSupportedException(
          "settings in the URL \"" + url + "\" are not supported\nHint: " + FORMS, "0A000");
    }
    if (rest.isEmpty() || rest.equals("mem:")) {
      return new SashUrl(url, null);
    }
    if (rest.startsWith("mem:")) {
      return new SashUrl(url, rest.substring("mem:".length()));
    }
    if (rest.startsWith("file:") || rest.startsWith("tcp:")) {
      String kind = rest.startsWith("file:") ? "database files" : "remote engines";
      throw new SQLFeatureNotSupportedException(
          kind + " are not supported: \"" + url + "\"\nHint: " + FORMS, "0A000");
    }
    throw new SQLNonTransientConnectionException(
        "\"" + url + "\" is no URL of Sash\nHint: " + FORMS, "08001");
  }
}
