package dev.sash.bench;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a statement costs around its rows: parsed, planned, compiled, started and ended over JDBC,
 * on an engine with one stream of a few rows. No two texts of a kind are equal, so nothing is found
 * by its text. Measured is the processor time of the thread that runs the statements; the thread of
 * a started query has almost nothing to do.
 */
public final class PlanningCase {
  private static final int WARM_UP = 1_000;
  private static final int PLANS = 1_000;

  private static final List<String> NAMES = List.of("ann", "bob", "cid", "dan", "eve");

  private final Statement statement;

  private PlanningCase(Statement statement) {
    this.statement = statement;
  }

  /** Prints one line of JSON for each kind of statement. */
  public static void run(PrintStream out) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:mem:");
        Statement statement = connection.createStatement()) {
      new PlanningCase(statement).measure(out);
    }
  }

  private void measure(PrintStream out) throws SQLException {
    statement.execute(
        "CREATE STREAM clicks (ts TIMESTAMP(3), name VARCHAR, page VARCHAR, amount DOUBLE,"
            + " n BIGINT, WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)");
    statement.execute(
        "INSERT INTO clicks VALUES (TIMESTAMP '2024-01-01 00:00:01', 'ann', '/a', 1.5, 1),"
            + " (TIMESTAMP '2024-01-01 00:00:02', 'bob', '/b', 2.5, 2)");
    statement.execute("CREATE TABLE plain (id BIGINT PRIMARY KEY, name VARCHAR)");
    Map<String, long[]> nanos = new LinkedHashMap<>();
    for (int i = 0; i < (WARM_UP + texts(0).size() - 1) / texts(0).size(); i++) {
      runAll(i, -1, nanos);
    }
    for (int i = 0; i < PLANS; i++) {
      runAll(WARM_UP + i, i, nanos);
    }
    nanos.forEach((kind, times) -> out.println(line(kind, times)));
  }

  private void runAll(int number, int at, Map<String, long[]> nanos) throws SQLException {
    for (Map.Entry<String, String> each : texts(number).entrySet()) {
      long from = Processor.threadNanos();
      run(each.getValue());
      long used = Processor.threadNanos() - from;
      if (at >= 0) {
        nanos.computeIfAbsent(each.getKey(), kind -> new long[PLANS])[at] = used;
      }
    }
  }

  /** Runs a statement; of an endless query it closes the rows at once. */
  private void run(String sql) throws SQLException {
    if (statement.execute(sql)) {
      try (ResultSet rows = statement.getResultSet()) {
        while (!sql.contains("EMIT") && rows.next()) {
          rows.getObject(1);
        }
      }
    }
  }

  private static Map<String, String> texts(int number) {
    String name = NAMES.get(number % NAMES.size()) + number;
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("explain", "EXPLAIN " + windows(4 * number) + " EMIT EVERY INTERVAL '1' SECOND");
    texts.put("window", windows(4 * number + 1) + " EMIT ON CLOSE");
    texts.put("finite-window", windows(4 * number + 2) + " ORDER BY window_end, total LIMIT 10");
    texts.put(
        "finite",
        """
        SELECT name, amount * %d AS scaled, CASE WHEN n > %d THEN 'many' ELSE page END AS page
        FROM clicks WHERE name <> '%s'"""
            .formatted(number, number, name));
    texts.put("create-view", "CREATE MATERIALIZED VIEW " + name + " AS " + windows(4 * number + 3));
    texts.put("drop-view", "DROP MATERIALIZED VIEW " + name);
    texts.put("values", "SELECT " + number + " AS a, UPPER('" + name + "') AS b");
    texts.put("database", "INSERT INTO plain VALUES (" + number + ", '" + name + "')");
    return texts;
  }

  private static String windows(int number) {
    int slide = 1 + number % 30;
    return """
        SELECT window_start, window_end, name, COUNT(*) AS n%d, SUM(amount) AS total,
          AVG(n) AS mean
        FROM TABLE(HOP(TABLE clicks, DESCRIPTOR(ts), INTERVAL '%d' SECOND, INTERVAL '%d' SECOND))
        WHERE page LIKE '/a%d%%' AND amount * %d > 10
        GROUP BY window_start, window_end, name
        HAVING COUNT(*) > %d"""
        .formatted(number, slide, slide * (2 + number % 9), number, number + 1, number);
  }

  private static String line(String kind, long[] nanos) {
    Arrays.sort(nanos);
    List<String> fields = new ArrayList<>();
    fields.add("\"system\":\"sash\"");
    fields.add("\"query\":\"plan:" + kind + "\"");
    fields.add("\"plans\":" + nanos.length);
    fields.add("\"median_ms\":" + millis(nanos[nanos.length / 2]));
    fields.add("\"p99_ms\":" + millis(nanos[nanos.length * 99 / 100]));
    return "{" + String.join(",", fields) + "}";
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
  }
}
