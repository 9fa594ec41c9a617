package dev.sash.bench;

import dev.sash.data.ColumnBatch;
import dev.sash.plan.PaneSharing;
import dev.sash.plan.PipelineBuilder;
import dev.sash.plan.PlanContext;
import dev.sash.plan.Planner;
import dev.sash.plan.QueryPlan;
import dev.sash.runtime.AggregateDefinition;
import dev.sash.runtime.LiveTime;
import dev.sash.runtime.PipelineInput;
import dev.sash.runtime.PipelineRunner;
import dev.sash.runtime.QueryTime;
import dev.sash.runtime.RowFailures;
import dev.sash.runtime.Sharding;
import dev.sash.runtime.SharedMember;
import dev.sash.runtime.SharedRunner;
import dev.sash.runtime.StreamHub;
import dev.sash.runtime.Wakeup;
import dev.sash.runtime.WatermarkGenerator;
import dev.sash.sql.SashParser;
import dev.sash.sql.Statement;
import dev.sash.time.ClockMode;
import dev.sash.time.ManualClock;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Query M: eight queries over one stream, with panes of their own and with shared ones, beside one
 * query; processor time of the thread that works for them. Tiles that are ten times longer stand
 * for ten times as many rows a second.
 */
final class SharingCase {
  private static final int QUEUE_ROWS = 1 << 20;

  /** Slide and size in seconds; the first is the one query. */
  private static final int[][] WINDOWS = {
    {10, 10}, {60, 60}, {300, 300}, {3600, 3600}, {10, 60}, {30, 300}, {60, 600}, {300, 3600}
  };

  /** About as many results as the one query has, all eight together, with 6 million rows. */
  private static final int[][] SAME_ROWS = {
    {120, 120}, {120, 240}, {120, 360}, {120, 480}, {120, 120}, {120, 240}, {120, 360}, {120, 480}
  };

  private static final String[] AGGREGATES = {
    "COUNT(*), SUM(v), AVG(v), MIN(v), MAX(v)", "COUNT(*), AVG(v)", "COUNT(*), SUM(v), MAX(v)"
  };

  private SharingCase() {}

  /**
   * Prints a line for tiles as they are, one for tiles ten times longer, and one for eight queries
   * that together send as many rows as the one.
   */
  static void run(long rows, int keys, int rounds, PrintStream out) throws InterruptedException {
    Workload workload = new Workload(Query.Q, keys, false, 60_000, 10_000, rows, 1);
    for (int scale : new int[] {1, 10}) {
      out.println(line(workload, rounds, new Queries("tiles", WINDOWS, scale)));
    }
    out.println(line(workload, rounds, new Queries("same_rows", SAME_ROWS, 1)));
  }

  private static String line(Workload workload, int rounds, Queries queries)
      throws InterruptedException {
    double[][] seconds = new double[3][rounds];
    long[] rowsOut = new long[2];
    String sums = "";
    for (int round = -2; round < rounds; round++) {
      Run one = new Run(workload, List.of(sql(0, WINDOWS[0], queries.scale)), false);
      Run apart = new Run(workload, queries.sql(), false);
      Run together = new Run(workload, queries.sql(), true);
      if (!apart.checksums().equals(together.checksums())) {
        throw new IllegalStateException("queries that share do not compute the same");
      }
      sums = together.rowsOut();
      rowsOut[0] = one.rows();
      rowsOut[1] = together.rows();
      if (round >= 0) {
        seconds[0][round] = one.seconds;
        seconds[1][round] = apart.seconds;
        seconds[2][round] = together.seconds;
      }
    }
    for (double[] runs : seconds) {
      Arrays.sort(runs);
    }
    double one = seconds[0][rounds / 2];
    double apart = seconds[1][rounds / 2];
    double together = seconds[2][rounds / 2];
    return String.format(
        Locale.ROOT,
        "{\"case\": \"sharing:%s\", \"queries\": %d, \"scale\": %d, \"keys\": %d, \"rows\": %d,"
            + " \"one_s\": %.3f, \"apart_s\": %.3f, \"shared_s\": %.3f, \"apart_by_one\": %.2f,"
            + " \"shared_by_one\": %.2f, \"rows_out_of_one\": %d, \"rows_out_of_all\": %d,"
            + " \"rows_out\": \"%s\"}",
        queries.name,
        queries.windows.length,
        queries.scale,
        workload.keys(),
        workload.rows(),
        one,
        apart,
        together,
        apart / one,
        together / one,
        rowsOut[0],
        rowsOut[1],
        sums);
  }

  /** Queries that run beside one another; windows are so many times as long. */
  @SuppressWarnings("ArrayRecordComponent") // a name for arguments, never compared
  private record Queries(String name, int[][] windows, int scale) {

    List<String> sql() {
      return IntStream.range(0, windows.length)
          .mapToObj(query -> SharingCase.sql(query, windows[query], scale))
          .toList();
    }
  }

  private static String sql(int query, int[] window, int scale) {
    return "SELECT k, window_end, "
        + AGGREGATES[query % AGGREGATES.length]
        + " FROM TABLE(HOP(TABLE s, DESCRIPTOR(ts), INTERVAL '"
        + window[0] * scale
        + "' SECOND(6), INTERVAL '"
        + window[1] * scale
        + "' SECOND(6))) GROUP BY k, window_start, window_end EMIT ON CLOSE";
  }

  /** All rows once through the queries. */
  private static final class Run {
    private final StreamHub hub = new StreamHub(1, QUEUE_ROWS, batches -> {});
    private final ManualClock clock = new ManualClock(0);
    private final List<PipelineRunner> runners = new ArrayList<>();
    private final List<SharedMember> members = new ArrayList<>();
    private final List<ResultSum> results = new ArrayList<>();
    private final SharedRunner shared = new SharedRunner();
    final double seconds;

    Run(Workload workload, List<String> queries, boolean sharing) throws InterruptedException {
      queries.forEach(query -> add(query, sharing));
      members.forEach(shared::add);
      Events events = new Events(workload);
      long from = Processor.threadNanos();
      while (!events.isAtEnd()) {
        ColumnBatch batch = events.poll(0);
        if (batch != null) {
          hub.publish(List.of(batch));
        }
        step(sharing);
      }
      hub.end();
      step(sharing);
      seconds = (Processor.threadNanos() - from - events.threadNanos()) / 1e9;
    }

    private void step(boolean sharing) throws InterruptedException {
      if (sharing) {
        shared.step(0);
      } else {
        for (PipelineRunner runner : runners) {
          runner.step(0);
        }
      }
    }

    private void add(String sql, boolean sharing) {
      Statement.Query parsed = (Statement.Query) new SashParser().parse(sql);
      QueryPlan plan =
          Planner.plan(parsed.query(), parsed.emit(), new PlanContext(new OneStream(), true));
      ResultSum result = new ResultSum();
      results.add(result);
      AggregateDefinition.Limits limits =
          new AggregateDefinition.Limits(10_000_000, Long.MAX_VALUE / 4, 0, 0, 10_000);
      Wakeup wakeup = sharing ? shared.wakeup() : new Wakeup();
      Inputs inputs = new Inputs(hub, wakeup);
      PipelineRunner runner =
          new PipelineRunner(
              new PipelineBuilder(
                      new QueryTime(ClockMode.MANUAL, clock),
                      new CheckedSink(result, plan.shape().visibleColumns()),
                      inputs,
                      limits,
                      Sharding.NONE)
                  .build(plan),
              wakeup,
              new LiveTime.Limits(Long.MAX_VALUE, Long.MAX_VALUE));
      runners.add(runner);
      if (sharing) {
        members.add(
            new SharedMember(
                shared,
                runner,
                Objects.requireNonNull(PaneSharing.of(plan)),
                inputs.failures("s")));
      }
    }

    private List<String> checksums() {
      return results.stream().map(ResultSum::checksum).toList();
    }

    private long rows() {
      return results.stream().mapToLong(ResultSum::rows).sum();
    }

    private String rowsOut() {
      List<String> counts = results.stream().map(sum -> String.valueOf(sum.rows())).toList();
      return String.join(" ", counts);
    }
  }

  private record Inputs(StreamHub hub, Wakeup wakeup) implements PipelineBuilder.Inputs {
    @Override
    public List<PipelineInput> open(String stream) {
      WatermarkGenerator generator = new WatermarkGenerator(0, Events.DISORDER_MILLIS);
      return List.of(new PipelineInput(stream, hub.subscribe(wakeup), generator));
    }

    @Override
    public PipelineInput openView(String view) {
      throw new AssertionError(view);
    }

    @Override
    public RowFailures failures(@Nullable String stream) {
      return (rows, row, failure) -> {
        throw failure;
      };
    }
  }
}
