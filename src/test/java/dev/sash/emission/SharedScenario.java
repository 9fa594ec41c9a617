package dev.sash.emission;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Random views over one stream, and what happens to them: rows, ticks, new views, views that are
 * held up or dropped.
 *
 * @param beginning makes the stream and the first views
 * @param statements all that is done, the beginning too
 * @param views those that are there in the end
 */
record SharedScenario(
    long seed, List<String> beginning, List<String> statements, List<String> views) {
  private static final List<String> AGGREGATES =
      List.of(
          "COUNT(*)",
          "COUNT(v)",
          "SUM(v)",
          "MIN(v)",
          "MAX(w)",
          "AVG(w)",
          "SUM(w)",
          "COUNT(DISTINCT v)",
          "MAX(m)",
          "SUM(v) FILTER (WHERE w > 0)");

  private static final List<String> CONDITIONS =
      List.of("", "", "WHERE v > -30", "WHERE 100 / v > -20", "WHERE w IS NOT NULL");

  private static final List<String> KEYS = List.of("k", "k", "m, k", "");

  /** The scenario of a seed. */
  static SharedScenario of(long seed) {
    return new Maker(seed).make();
  }

  @Override
  public String toString() {
    return "seed " + seed + "\n" + String.join(";\n", statements) + ";";
  }

  /** Everything that a view shows. */
  List<String> questions(String view) {
    return List.of(
        "SELECT '"
            + view
            + "', seq, op, kind, rev, emitted_at, watermark, c.* FROM changes."
            + view
            + " AS c ORDER BY seq",
        "SELECT '"
            + view
            + "', _kind, _rev, _final, _emitted_at, _watermark, x.* FROM "
            + view
            + " AS x",
        "SELECT '" + view + "', x.* FROM latest." + view + " AS x ORDER BY window_end, 2, 3, 4",
        "SELECT '" + view + "', x.* FROM late." + view + " AS x",
        "SELECT view, watermark, rows_read, rows_late, windows_open, closed_until,"
            + " pane_updates, next_close, bad_rows FROM sash.progress WHERE view IN"
            + " (SELECT name FROM sash.views WHERE state <> 'FAILED' AND name = '"
            + view
            + "')");
  }

  /** Makes a scenario. */
  private static final class Maker {
    private final SplittableRandom random;
    private final long seed;
    private final List<String> statements = new ArrayList<>();
    private final TreeSet<String> running = new TreeSet<>();
    private final TreeSet<String> held = new TreeSet<>();
    private final TreeSet<String> drained = new TreeSet<>();
    private final String condition;
    private final String key;
    private final long unit;
    private final int disorder;
    private final boolean fails;
    private long clock;
    private long time;
    private int created;

    Maker(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      condition = CONDITIONS.get(random.nextInt(CONDITIONS.size()));
      key = KEYS.get(random.nextInt(KEYS.size()));
      unit = random.nextLong(1, 8);
      disorder = random.nextInt(1, 30);
      fails = seed % 5 == 4;
      time = random.nextLong(-200, 200);
    }

    SharedScenario make() {
      statements.add("SET CLOCK = MANUAL");
      statements.add(
          "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, m INTEGER, v BIGINT, w DOUBLE,"
              + " WATERMARK FOR ts AS ts - "
              + SqlText.interval(random.nextInt(3) == 0 ? 0 : random.nextLong(1, 25))
              + ")");
      if (random.nextBoolean()) {
        insert();
      }
      for (int i = random.nextInt(2, 5); i > 0; i--) {
        create();
      }
      List<String> beginning = List.copyOf(statements);
      for (int i = random.nextInt(3, 40); i > 0; i--) {
        step();
      }
      List.copyOf(held).forEach(view -> statements.add("RESUME " + view));
      running.addAll(held);
      running.forEach(view -> statements.add("WAIT FOR " + view));
      if (random.nextInt(3) > 0) {
        running.forEach(view -> statements.add("DRAIN " + view));
      }
      List<String> views = new ArrayList<>(running);
      views.addAll(drained);
      return new SharedScenario(seed, beginning, List.copyOf(statements), views);
    }

    private void step() {
      int what = random.nextInt(40);
      if (what < 22) {
        insert();
      } else if (what < 30) {
        clock += random.nextInt(30);
        // a view that is about to fail would keep the clock from moving
        running.forEach(view -> statements.add("WAIT FOR " + view));
        statements.add("ADVANCE CLOCK TO " + SqlText.timestamp(clock));
      } else if (what == 30) {
        create();
      } else {
        change(what);
      }
    }

    private void change(int what) {
      String view = pick(running);
      String waiting = pick(held);
      if (what < 34 && view != null) {
        // else it depends on the machine at which time of the clock rows are taken in
        statements.add("WAIT FOR " + view);
        statements.add((random.nextBoolean() ? "PAUSE " : "STOP ") + view);
        running.remove(view);
        held.add(view);
      } else if (what < 37 && waiting != null) {
        statements.add("RESUME " + waiting);
        held.remove(waiting);
        running.add(waiting);
      } else if (what == 37 && view != null) {
        statements.add("WAIT FOR " + view);
        statements.add("DROP MATERIALIZED VIEW " + view);
        running.remove(view);
      } else if (what == 38 && view != null) {
        statements.add("DRAIN " + view);
        running.remove(view);
        drained.add(view);
      } else if (view != null) {
        statements.add("REPROCESS LATE " + view);
      }
    }

    private @Nullable String pick(TreeSet<String> views) {
      return views.isEmpty() ? null : List.copyOf(views).get(random.nextInt(views.size()));
    }

    private void create() {
      String view = "v" + created++;
      running.add(view);
      statements.add(
          "CREATE MATERIALIZED VIEW "
              + view
              + " AS SELECT "
              + columns()
              + " FROM TABLE("
              + window()
              + ") "
              + condition
              + " GROUP BY "
              + (key.isEmpty() ? "" : key + ", ")
              + "window_start, window_end "
              + (random.nextInt(5) == 0 ? "HAVING COUNT(*) > 1 " : "")
              + emit());
    }

    private String columns() {
      StringBuilder columns = new StringBuilder(key.isEmpty() ? "" : key + ", ");
      columns.append("window_start, window_end");
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        columns.append(", ").append(AGGREGATES.get(random.nextInt(AGGREGATES.size())));
        columns.append(" AS a").append(i);
      }
      return columns.toString();
    }

    private String window() {
      String table = "TABLE s, DESCRIPTOR(ts), ";
      long offset = random.nextInt(3) == 0 ? unit * random.nextLong(-5, 5) : 0;
      String shift = offset == 0 ? "" : ", " + SqlText.interval(offset);
      long slide = unit * random.nextLong(1, 6);
      if (random.nextBoolean()) {
        return "TUMBLE(" + table + SqlText.interval(slide) + shift + ")";
      }
      long size = random.nextInt(3) == 0 ? slide * random.nextLong(1, 30) : slide + unit * 2;
      return "HOP(" + table + SqlText.interval(slide) + ", " + SqlText.interval(size) + shift + ")";
    }

    private String emit() {
      EmitClause emit =
          switch (random.nextInt(6)) {
            case 0, 1 -> EmitClause.closing();
            case 2 -> random.nextInt(3) == 0 ? EmitClause.changing() : EmitClause.closing();
            default -> EmitClause.every(random.nextLong(1, 20));
          };
      boolean ticks = emit.everyMillis() > 0;
      emit = ticks && sometimes() ? emit.forAllWindows() : emit;
      emit = ticks && sometimes() ? emit.inEventTime() : emit;
      emit = ticks && sometimes() ? emit.andOnClose() : emit;
      emit = sometimes() ? emit.allowing(random.nextLong(1, 40)) : emit;
      if (sometimes()) {
        emit = emit.filling(random.nextBoolean() ? random.nextLong(1, 60) : EmitClause.ALWAYS);
      }
      return emit.sql();
    }

    private boolean sometimes() {
      return random.nextInt(4) == 0;
    }

    private void insert() {
      List<String> rows = new ArrayList<>();
      for (int i = random.nextInt(1, random.nextInt(4) == 0 ? 50 : 5); i > 0; i--) {
        time += random.nextInt(20) == 0 ? random.nextInt(500) : random.nextInt(4);
        rows.add(
            "("
                + SqlText.timestamp(time - random.nextInt(disorder))
                + ", "
                + (random.nextInt(8) == 0 ? "NULL" : "'k" + random.nextInt(4) + "'")
                + ", "
                + random.nextInt(3)
                + ", "
                + value()
                + ", "
                + (random.nextInt(9) == 0 ? "NULL" : random.nextInt(-40, 40) / 8.0)
                + ")");
      }
      statements.add("INSERT INTO s VALUES " + String.join(", ", rows));
    }

    /** In some scenarios there are values whose sums are too large for their type. */
    private String value() {
      if (fails && random.nextInt(20) == 0) {
        return "5000000000000000000";
      }
      return random.nextInt(5) == 0 ? "NULL" : String.valueOf(random.nextLong(-50, 50));
    }
  }
}
