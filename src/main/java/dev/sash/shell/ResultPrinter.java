package dev.sash.shell;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Prints results in one format. */
interface ResultPrinter {

  /**
   * Prints all rows of a result, reading each once and keeping few.
   *
   * @param live whether rows come as time goes by: then each is printed and flushed as it comes
   */
  void print(ResultSet rows, boolean live) throws SQLException;
}
