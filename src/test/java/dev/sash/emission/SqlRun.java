package dev.sash.emission;

import dev.sash.TestDatabase;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scenario gives through SQL.
 *
 * @param shown the rows of {@code v}, in order of window end and key
 * @param latest the rows of {@code latest.v}, in order of keys
 */
public record SqlRun(
    List<Change> changes, List<LateRow> late, List<String> shown, List<String> latest) {
  /** Runs a scenario in a database of its own, with one shard or more. */
  public static SqlRun of(Scenario scenario) {
    return of(scenario, scenario.shards());
  }

  /** Runs a scenario with so many shards. */
  static SqlRun of(Scenario scenario, int shards) {
    try (TestDatabase db = TestDatabase.open()) {
      Query query = scenario.query();
      db.run(
          query.streamSql(),
          "SET shards = " + shards,
          "SET CLOCK = " + (scenario.replay() ? "REPLAY" : "MANUAL"),
          query.viewSql());
      for (Step step : scenario.steps()) {
        if (step instanceof Step.Insert insert) {
          db.run(SqlText.insert("s", insert.events()));
        } else if (step instanceof Step.Advance advance) {
          db.run("ADVANCE CLOCK TO " + SqlText.timestamp(advance.toMillis()));
        }
      }
      db.run("DRAIN v");
      return read(db, query.aggregateNames());
    }
  }

  private static SqlRun read(TestDatabase db, String aggregates) {
    List<Change> changes =
        db
            .rows(
                "SELECT CASE WHEN watermark IS NULL THEN NULL ELSE emitted_at END, kind, op, rev,"
                    + " window_start, window_end, k, "
                    + aggregates
                    + " FROM changes.v ORDER BY seq")
            .stream()
            .map(SqlRun::change)
            .toList();
    List<LateRow> late =
        db
            .rows(
                "SELECT arrived_at, ts, k, v, lateness, windows_dropped, windows_accepted FROM late.v")
            .stream()
            .map(SqlRun::late)
            .toList();
    return new SqlRun(
        changes, late, shown(db, aggregates, "v"), shown(db, aggregates, "latest.v ORDER BY k"));
  }

  private static List<String> shown(TestDatabase db, String aggregates, String from) {
    return db.rows("SELECT k, window_start, window_end, " + aggregates + " FROM " + from).stream()
        .map(SqlRun::shown)
        .toList();
  }

  private static Change change(String row) {
    String[] cells = row.split(" \\| ", 8);
    return new Change(
        cells[0].equals("null") ? null : (Long) SqlText.millis(cells[0]),
        cells[1],
        cells[2],
        Long.parseLong(cells[3]),
        new Window(SqlText.millis(cells[4]), SqlText.millis(cells[5])),
        text(cells[6]),
        cells[7].replace(" | ", " "));
  }

  private static LateRow late(String row) {
    String[] cells = row.split(" \\| ", 7);
    Long value = cells[3].equals("null") ? null : (Long) Long.parseLong(cells[3]);
    return new LateRow(
        SqlText.millis(cells[0]),
        new Event(SqlText.millis(cells[1]), text(cells[2]), value),
        Long.parseLong(cells[4]),
        Long.parseLong(cells[5]),
        Long.parseLong(cells[6]));
  }

  private static String shown(String row) {
    String[] cells = row.split(" \\| ", 4);
    Window window = new Window(SqlText.millis(cells[1]), SqlText.millis(cells[2]));
    return cells[0] + " " + window + " " + cells[3].replace(" | ", " ");
  }

  private static @Nullable String text(String cell) {
    return cell.equals("null") ? null : cell;
  }
}
