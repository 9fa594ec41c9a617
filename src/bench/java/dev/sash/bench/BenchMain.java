package dev.sash.bench;

import dev.sash.runtime.Sharding;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs workloads and prints one line of JSON for each system and case. The options and the columns
 * are explained in {@code bench/README.md}.
 */
public final class BenchMain {
  private static final long HOUR_ROWS = 42_000_000L;
  private static final long MANY_KEYS_ROWS = 6_000_000L;
  private static final long FEW_KEYS_ROWS = 12_000_000L;

  private BenchMain() {}

  /** The command line: {@link Options}. */
  public static void main(String[] arguments)
      throws InterruptedException, IOException, SQLException {
    Options options = Options.of(List.of(arguments));
    System.out.println(Processor.line());
    for (String query : options.list("query")) {
      if (query.equals("plan")) {
        PlanningCase.run(System.out);
        continue;
      }
      if (query.equals("start")) {
        Path launcher = Path.of(options.list("launcher").get(0));
        StartCase.run(launcher, (int) options.number("rounds"), System.out);
        continue;
      }
      if (query.equals("M")) {
        long rows = options.number("rows") > 0 ? options.number("rows") : MANY_KEYS_ROWS;
        for (int keys : options.integers("keys")) {
          SharingCase.run(rows, keys, (int) options.number("rounds"), System.out);
        }
        continue;
      }
      if (query.equals("F")) {
        for (int keys : options.integers("keys")) {
          FileCase.run(options.number("bytes"), keys, (int) options.number("rounds"), System.out);
        }
        continue;
      }
      if (query.equals("tick")) {
        for (int keys : options.integers("keys")) {
          TickCase.run(keys, Math.max(1, keys / 100), System.out);
        }
        continue;
      }
      for (int keys : options.integers("keys")) {
        for (int ratio : options.integers("ratio")) {
          runCase(options, workload(options, Query.valueOf(query), keys, ratio));
        }
      }
    }
  }

  private static Workload workload(Options options, Query query, int keys, int ratio) {
    long size = query == Query.E ? 300_000 : ratio > 60 ? ratio * 1000L : 60_000;
    long slide = query == Query.E ? 10_000 : size / ratio;
    long usual = ratio > 60 ? HOUR_ROWS : keys > 10_000 ? MANY_KEYS_ROWS : FEW_KEYS_ROWS;
    long rows = options.number("rows") > 0 ? options.number("rows") : usual;
    return new Workload(
        query, keys, options.isSet("skewed"), size, slide, rows, options.number("seed"));
  }

  private static void runCase(Options options, Workload workload) throws InterruptedException {
    List<Measurement> measured = new ArrayList<>();
    boolean showsView = options.list("sink").contains("view");
    for (int shards : options.integers("shards")) {
      Sharding sharding = shards == 1 ? Sharding.NONE : new Sharding(shards, new BenchThreads());
      measured.add(
          new Measurement(
              new SashSubject(sharding, showsView),
              workload,
              shards,
              showsView ? "view" : "count"));
    }
    measured.add(new Measurement(new HandSubject(false), workload, 1, "count"));
    measured.add(new Measurement(new HandSubject(true), workload, 1, "count"));
    measured.removeIf(m -> !options.list("systems").contains(m.name()) || !m.takes());
    for (long i = -options.number("warmups"); i < options.number("rounds"); i++) {
      for (Measurement each : measured) {
        each.run(i >= 0);
      }
    }
    Measurement.requireSame(measured);
    int longest = (int) options.number("longest");
    for (Measurement each : measured) {
      System.out.println(each.line());
      if (longest > 0) {
        each.pauses().print(System.out, longest);
      }
    }
    Measurement naive = new Measurement(new NaiveSubject(), naive(workload), 1, "count");
    if (options.list("systems").contains(naive.name()) && naive.takes()) {
      Measurement same =
          new Measurement(new SashSubject(Sharding.NONE, false), naive(workload), 1, "count");
      same.run(true);
      naive.run(true);
      naive.run(true);
      Measurement.requireSame(List.of(same, naive));
      System.out.println(naive.line());
    }
  }

  /** Its cost is the same for every row, so that fewer rows tell it. */
  private static Workload naive(Workload workload) {
    return workload.withRows(Math.min(workload.rows(), 400_000_000L / workload.ratio()));
  }
}
