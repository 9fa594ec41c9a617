package dev.sash.database;

import static dev.sash.view.ViewFixture.definition;
import static dev.sash.view.ViewFixture.window;
import static dev.sash.view.ViewFixture.windowed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.RowKind;
import dev.sash.view.View;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which way of finding rows the plan takes, and that each finds what a scan finds. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LookupTest {
  private static final int WINDOWS = 50;
  private static final int KEYS = 40;

  private DatabaseFixture h2;

  @BeforeAll
  void fill() throws SQLException {
    h2 = new DatabaseFixture();
    View view = new View(definition(windowed(false)));
    View nullable = new View(definition(windowed(true)));
    h2.show("sla", view);
    h2.show("nullable", nullable);
    for (int i = 0; i < WINDOWS; i++) {
      long end = i * 10L - 100;
      List<Object> rows = new ArrayList<>();
      for (int key = 0; key < KEYS; key++) {
        if ((key + i) % 3 != 0) {
          rows.addAll(List.of("k%02d".formatted(key), (long) (key * i)));
        }
      }
      view.emit(window(RowKind.FINAL, end, rows.toArray()));
      rows.add(null);
      rows.add((long) i);
      nullable.emit(window(RowKind.FINAL, end, rows.toArray()));
    }
    view.publish(WINDOWS * 10, 350);
    nullable.publish(WINDOWS * 10, 350);
    h2.execute("CREATE TABLE copied AS SELECT * FROM sla");
    h2.execute("CREATE TABLE copied_nullable AS SELECT * FROM nullable");
    h2.execute("CREATE TABLE names (k VARCHAR(10) PRIMARY KEY, name VARCHAR(20), win TIMESTAMP)");
    h2.execute(
        "INSERT INTO names SELECT DISTINCT k, 'name of ' || k, TIMESTAMP '1970-01-01 00:00:00.1'"
            + " FROM copied WHERE k < 'k05'");
  }

  @AfterAll
  void close() throws SQLException {
    h2.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "k = 'k07' | public.sla: primary key",
        "k IN ('k07', 'k11') | public.sla: primary key",
        "k = 'k07' AND window_end > TIMESTAMP '1970-01-01 00:00:00.3' | public.sla: primary key",
        "window_end = TIMESTAMP '1970-01-01 00:00:00.1' | public.sla: look-up by window_end",
        "window_end >= TIMESTAMP '1970-01-01 00:00:00.3' | public.sla: look-up by window_end",
        "window_start < TIMESTAMP '1970-01-01 00:00:00' | public.sla: look-up by window_start",
        "window_start BETWEEN TIMESTAMP '1970-01-01 00:00:00' AND TIMESTAMP '1970-01-01 00:00:00.1'"
            + " | public.sla: look-up by window_start",
        "n = 7 | public.sla: scan",
      })
  void planShowsTheWayOfFinding(String condition, String way) throws SQLException {
    assertThat(h2.plan("SELECT * FROM sla WHERE " + condition)).contains("/* " + way);
  }

  @Test
  void keyWithoutPrimaryKeyAndLatestAndChangesHaveLookUpsToo() throws SQLException {
    assertThat(h2.plan("SELECT * FROM nullable WHERE k = 'k07'"))
        .contains("public.nullable: look-up by key");
    assertThat(h2.plan("SELECT * FROM latest.nullable WHERE k = 'k07'"))
        .contains("latest.nullable: look-up by key");
    assertThat(h2.plan("SELECT * FROM latest.sla WHERE k = 'k07'"))
        .contains("latest.sla: primary key");
    assertThat(h2.plan("SELECT * FROM changes.sla WHERE seq > 1000"))
        .contains("changes.sla: primary key");
    assertThat(h2.plan("SELECT * FROM changes.sla ORDER BY seq DESC LIMIT 3"))
        .contains("/* index sorted */");
    assertThat(h2.query("SELECT seq FROM changes.sla ORDER BY seq DESC LIMIT 2"))
        .containsExactly(count() + "", (count() - 1) + "");
    assertThat(h2.query("SELECT MIN(seq), COUNT(*) FROM changes.sla WHERE seq > 1000"))
        .containsExactly("1001 " + (count() - 1000));
  }

  private long count() throws SQLException {
    return Long.parseLong(h2.query("SELECT COUNT(*) FROM copied").get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT k, n FROM %s ORDER BY window_end DESC, k DESC LIMIT 20",
        "SELECT k, n, window_end FROM %s ORDER BY window_end, k",
        "SELECT k, n FROM %s ORDER BY window_start DESC, k LIMIT 30",
        "SELECT k, window_end FROM %s ORDER BY k, window_end",
        "SELECT k, window_end FROM %s WHERE k IN ('k03', 'k04', 'zz') ORDER BY window_end, k",
        "SELECT MIN(window_end), MAX(window_end), MIN(window_start), MIN(k), MAX(k) FROM %s",
        "SELECT k, SUM(n) FROM %s WHERE window_end IN"
            + " (TIMESTAMP '1970-01-01 00:00:00.1', TIMESTAMP '1970-01-01 00:00:00.2',"
            + " TIMESTAMP '2000-01-01 00:00:00') GROUP BY k ORDER BY k",
        "SELECT window_end, COUNT(*) FROM %s GROUP BY window_end ORDER BY 1",
        "SELECT DISTINCT window_end FROM %s ORDER BY 1",
        "SELECT COUNT(*) FROM %1$s a JOIN %1$s b ON a.k = b.k AND a.window_end = b.window_start",
        "SELECT k FROM %s WHERE (k, window_end) IN (('k05', TIMESTAMP '1970-01-01 00:00:00.1'))",
        "SELECT COUNT(*) FROM %s WHERE window_end > DATE '1970-01-01'",
        "SELECT COUNT(*) FROM %s WHERE window_end > TIMESTAMP '1970-01-01 00:00:00.1000001'",
      })
  void answersAreThoseOfAnOrdinaryTable(String sql) throws SQLException {
    assertThat(h2.query(String.format(sql, "sla")))
        .isNotEmpty()
        .isEqualTo(h2.query(String.format(sql, "copied")));
    assertThat(h2.query(String.format(sql, "nullable")))
        .isEqualTo(h2.query(String.format(sql, "copied_nullable")));
  }

  @Test
  void nullKeysAreFound() throws SQLException {
    assertThat(h2.query("SELECT COUNT(*) FROM nullable WHERE k IS NULL"))
        .containsExactly(String.valueOf(WINDOWS));
    assertThat(h2.query("SELECT COUNT(*) FROM nullable WHERE k IS NOT DISTINCT FROM NULL"))
        .containsExactly(String.valueOf(WINDOWS));
    assertThat(h2.query("SELECT COUNT(*) FROM nullable WHERE k = NULL")).containsExactly("0");
  }

  @Test
  void sortedQueriesUseTheOrderOfTheSegments() throws SQLException {
    assertThat(h2.plan("SELECT * FROM sla ORDER BY window_end DESC LIMIT 5"))
        .contains("/* index sorted */");
    assertThat(h2.plan("SELECT * FROM sla ORDER BY window_end, k LIMIT 5"))
        .contains("/* index sorted */");
  }

  @Test
  void joinsWithOrdinaryTablesLookUpOnEitherSide() throws SQLException {
    String few = "SELECT n.name, v.n FROM names n JOIN sla v ON v.k = n.k AND v.window_end = n.win";
    assertThat(h2.plan(few)).containsPattern("names.tableScan[\\s\\S]*public.sla: ");
    assertThat(h2.plan(few)).doesNotContain("public.sla: scan");
    assertThat(h2.query(few + " ORDER BY 1"))
        .isNotEmpty()
        .isEqualTo(h2.query(few.replace("sla", "copied") + " ORDER BY 1"));
    String one = "SELECT v.n, n.name FROM sla v LEFT JOIN names n ON n.k = v.k WHERE v.k = 'k01'";
    assertThat(h2.plan(one)).contains("public.sla: primary key").contains("PRIMARY_KEY");
    assertThat(h2.query(one + " ORDER BY 1"))
        .isNotEmpty()
        .isEqualTo(h2.query(one.replace("sla", "copied") + " ORDER BY 1"));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void randomConditionsFindWhatAnOrdinaryTableFinds(long seed) throws SQLException {
    SplittableRandom random = new SplittableRandom(seed);
    for (int step = 0; step < 150; step++) {
      String condition = condition(random) + " AND " + condition(random);
      boolean nulls = random.nextBoolean();
      String sql = "SELECT k, n, window_end FROM %s WHERE " + condition + " ORDER BY 3, 1";
      assertThat(h2.query(String.format(sql, nulls ? "nullable" : "sla")))
          .as("seed %d, step %d: %s", seed, step, sql)
          .isEqualTo(h2.query(String.format(sql, nulls ? "copied_nullable" : "copied")));
    }
  }

  private static String condition(SplittableRandom random) {
    String[] comparisons = {"=", "<", "<=", ">", ">=", "=", "="};
    String comparison = comparisons[random.nextInt(comparisons.length)];
    String instant = "TIMESTAMP '1970-01-01 00:00:00.%03d'".formatted(random.nextInt(40) * 10);
    return switch (random.nextInt(5)) {
      case 0, 1 -> "k " + comparison + " 'k%02d'".formatted(random.nextInt(KEYS + 2));
      case 2 -> "window_start " + comparison + " " + instant;
      case 3 -> "k IN ('k01', 'k%02d')".formatted(random.nextInt(KEYS));
      default -> "window_end " + comparison + " " + instant;
    };
  }

  @Test
  void preparedLookUpsTakeNewParameters() throws SQLException {
    try (PreparedStatement prepared =
        h2.connection.prepareStatement("SELECT COUNT(*) FROM sla WHERE k = ?")) {
      for (int key = 0; key < KEYS; key++) {
        prepared.setString(1, "k%02d".formatted(key));
        String expected =
            h2.query("SELECT COUNT(*) FROM copied WHERE k = 'k%02d'".formatted(key)).get(0);
        assertThat(DatabaseFixture.rows(prepared.executeQuery())).containsExactly(expected);
      }
    }
  }
}
