package dev.sash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A database for one test, spoken to through JDBC alone. Rows are texts, values separated by {@code
 * " | "}, NULL as {@code NULL}. An SQLException is an error of the test, except in {@link
 * #refused}.
 */
public final class TestDatabase implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;

  private final Connection connection;
  private final List<Path> folders = new ArrayList<>();

  private TestDatabase(String url) {
    try {
      connection = DriverManager.getConnection(url);
    } catch (SQLException e) {
      throw new AssertionError("no connection to " + url, e);
    }
  }

  /** A database of its own. */
  public static TestDatabase open() {
    return new TestDatabase("jdbc:sash:");
  }

  /** A connection to the database of a name, shared within the process. */
  public static TestDatabase shared(String name) {
    return new TestDatabase("jdbc:sash:mem:" + name);
  }

  /** The connection. */
  public Connection connection() {
    return connection;
  }

  /** A statement that gives up when it hangs. */
  private Statement statement() throws SQLException {
    Statement statement = connection.createStatement();
    statement.setQueryTimeout(PATIENCE_SECONDS);
    return statement;
  }

  /** Runs statements one after the other. */
  public TestDatabase run(String... statements) {
    for (String sql : statements) {
      notices(sql);
    }
    return this;
  }

  /** Runs a statement and gives what it wants its user to know. */
  public List<String> notices(String sql) {
    try (Statement statement = statement()) {
      statement.execute(sql);
      List<String> notices = new ArrayList<>();
      for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
        notices.add(w.getMessage());
      }
      return notices;
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  /** The rows of a query. */
  public List<String> rows(String sql) {
    try (Statement statement = statement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(row(result));
      }
      return rows;
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  /** The row that a result stands on. */
  public static String row(ResultSet result) throws SQLException {
    List<String> values = new ArrayList<>();
    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
      values.add(String.valueOf(result.getString(i)));
    }
    return String.join(" | ", values);
  }

  /** The number that is a query's only value. */
  public long number(String sql) {
    List<String> rows = rows(sql);
    if (rows.size() != 1) {
      throw new AssertionError(sql + " gives " + rows);
    }
    return Long.parseLong(rows.get(0));
  }

  /** The plan that EXPLAIN gives, as one text. */
  public String plan(String query) {
    return String.join("\n", rows("EXPLAIN " + query));
  }

  /** An error as its user meets it. */
  public record Refusal(String state, String message) {}

  /** The error of a statement or of reading its rows. */
  public Refusal refused(String sql) {
    try (Statement statement = statement()) {
      statement.setQueryTimeout(5);
      if (statement.execute(sql)) {
        try (ResultSet result = statement.getResultSet()) {
          while (result.next()) {
            row(result);
          }
        }
      }
    } catch (SQLException e) {
      return new Refusal(e.getSQLState(), e.getMessage());
    }
    throw new AssertionError("was not refused: " + sql);
  }

  /** Asks until an answer is right; fails with the last one after a while. */
  public List<String> await(String sql, Predicate<List<String>> right) {
    long start = System.nanoTime();
    List<String> rows = rows(sql);
    while (!right.test(rows)) {
      if (System.nanoTime() - start > PATIENCE_SECONDS * 1_000_000_000L) {
        throw new AssertionError(sql + " still gives " + rows);
      }
      Thread.onSpinWait();
      rows = rows(sql);
    }
    return rows;
  }

  /**
   * A stream over a file with the given lines below a header.
   *
   * @param columns as in CREATE STREAM; the first word of each is in the header
   */
  public TestDatabase file(String name, String columns, List<String> lines) {
    try {
      Path folder = Files.createTempDirectory("sash-test");
      folders.add(folder);
      List<String> header = new ArrayList<>();
      for (String column : columns.split(", (?=\\w+ [A-Z])")) {
        if (!column.startsWith("WATERMARK")) {
          header.add(column.split(" ")[0]);
        }
      }
      List<String> all = new ArrayList<>(List.of(String.join(",", header)));
      all.addAll(lines);
      Path file = Files.write(folder.resolve(name + ".csv"), all);
      return run(
          "CREATE STREAM %s (%s) WITH (connector = 'file', path = '%s', format = 'csv')"
              .formatted(name, columns, file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
      for (Path folder : folders) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      }
    } catch (SQLException | IOException e) {
      throw new AssertionError("the database did not close", e);
    }
  }
}
