package dev.sash.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Aggregates of windows give what the database gives for the same rows, grouped by the start of
 * their window. The database computes in doubles, so its results are equal to nine digits.
 */
class AggregatesEqualDatabaseTest {
  /**
   * Ours, and theirs where the words differ. PERCENTILE_DISC is not among them: the database rounds
   * to the nearest value, where the standard takes the first that the share does not go beyond.
   */
  private static final Map<String, String> CALLS = new TreeMap<>();

  static {
    for (String call :
        new String[] {
          "COUNT(v)",
          "COUNT(DISTINCT k)",
          "SUM(v)",
          "AVG(m)",
          "MIN(k)",
          "MAX(m)",
          "VAR_POP(v)",
          "VAR_SAMP(v)",
          "STDDEV_POP(d)",
          "STDDEV_SAMP(m)",
          "VARIANCE(d)",
          "STDDEV_POP(DISTINCT v)",
          "COVAR_POP(v, d)",
          "COVAR_SAMP(v, d)",
          "CORR(d, v)",
          "REGR_SLOPE(d, v)",
          "REGR_INTERCEPT(d, v)",
          "REGR_R2(d, v)",
          "REGR_COUNT(d, v)",
          "REGR_AVGX(d, v)",
          "REGR_AVGY(d, v)",
          "REGR_SXX(d, v)",
          "REGR_SYY(d, v)",
          "REGR_SXY(d, v)",
          "EVERY(v > -40)",
          "MEDIAN(d)",
          "MEDIAN(DISTINCT v)",
          "PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY d)",
          "PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY m DESC)",
          "LISTAGG(k, ' ') WITHIN GROUP (ORDER BY k DESC)",
          "LISTAGG(DISTINCT k, '') WITHIN GROUP (ORDER BY k)",
          "STDDEV_SAMP(v) FILTER (WHERE d > 0)"
        }) {
      CALLS.put(call, call);
    }
    CALLS.put("BIT_AND(v)", "BIT_AND_AGG(v)");
    CALLS.put("BIT_OR(v)", "BIT_OR_AGG(v)");
    CALLS.put("BIT_XOR(v)", "BIT_XOR_AGG(v)");
    CALLS.put("BOOL_OR(v > 40)", "ANY(v > 40)");
    CALLS.put("COUNT_IF(v > 0)", "COUNT(*) FILTER (WHERE v > 0)");
    CALLS.put("MODE(v)", "MODE() WITHIN GROUP (ORDER BY v)");
  }

  static LongStream seeds() {
    return LongStream.range(0, 6);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void windowsOfAStreamAreGroupsOfATable(long seed) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sash:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v INT, m DECIMAL(10, 2), d DOUBLE,"
              + " WATERMARK FOR ts AS ts - INTERVAL '1' HOUR)");
      statement.execute(
          "CREATE TABLE t (ts TIMESTAMP(3), k VARCHAR, v INT, m DECIMAL(10, 2), d DOUBLE)");
      fill(connection, seed);
      for (Map.Entry<String, String> call : CALLS.entrySet()) {
        compare(
            statement,
            "SELECT window_start, %s FROM s GROUP BY TUMBLE(ts, INTERVAL '10' SECOND)"
                .formatted(call.getKey()),
            "SELECT DATEADD(SECOND, -MOD(EXTRACT(SECOND FROM ts), 10), DATE_TRUNC('SECOND', ts)) AS w,"
                + " %s FROM t GROUP BY w".formatted(call.getValue()),
            call.getKey() + ", seed " + seed);
      }
    }
  }

  private static void fill(Connection connection, long seed) throws SQLException {
    SplittableRandom random = new SplittableRandom(seed);
    try (PreparedStatement ours =
            connection.prepareStatement("INSERT INTO s VALUES (?, ?, ?, ?, ?)");
        PreparedStatement theirs =
            connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?, ?)")) {
      for (int row = 0; row < 60; row++) {
        Object[] values = {
          new Timestamp(random.nextLong(60_000)),
          random.nextInt(6) == 0 ? null : "k" + random.nextInt(4),
          random.nextInt(6) == 0 ? null : (Object) random.nextInt(-50, 50),
          random.nextInt(6) == 0 ? null : BigDecimal.valueOf(random.nextInt(-9_999, 9_999), 2),
          random.nextInt(6) == 0 ? null : (Object) random.nextDouble(-5, 5)
        };
        for (int i = 0; i < values.length; i++) {
          ours.setObject(i + 1, values[i]);
          theirs.setObject(i + 1, values[i]);
        }
        ours.execute();
        theirs.execute();
      }
    }
  }

  private static void compare(Statement statement, String ours, String theirs, String where)
      throws SQLException {
    Map<String, Object> found = results(statement, ours);
    Map<String, Object> wanted = results(statement, theirs);
    assertThat(found.keySet()).as(where).isEqualTo(wanted.keySet());
    for (Map.Entry<String, Object> entry : wanted.entrySet()) {
      Object result = found.get(entry.getKey());
      if (entry.getValue() instanceof Number number && result instanceof Number own) {
        double size = Math.max(1, Math.abs(number.doubleValue()));
        // averages of decimals have fewer digits than the database's
        double digit = own instanceof BigDecimal exact ? exact.ulp().doubleValue() : 0;
        assertThat(own.doubleValue())
            .as(where)
            .isCloseTo(number.doubleValue(), within(Math.max(digit, size * 1e-9)));
      } else {
        assertThat(result).as(where).isEqualTo(entry.getValue());
      }
    }
  }

  private static Map<String, Object> results(Statement statement, String query)
      throws SQLException {
    Map<String, Object> results = new TreeMap<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        Object value = rows.getObject(2);
        results.put(rows.getString(1), value == null ? "NULL" : value);
      }
    }
    return results;
  }
}
