package dev.sash.bench;

import dev.sash.data.RowKind;
import dev.sash.plan.PipelineBuilder;
import dev.sash.plan.PlanContext;
import dev.sash.plan.Planner;
import dev.sash.plan.QueryPlan;
import dev.sash.runtime.AggregateDefinition;
import dev.sash.runtime.Emission;
import dev.sash.runtime.LiveTime;
import dev.sash.runtime.Pipeline;
import dev.sash.runtime.PipelineRunner;
import dev.sash.runtime.QueryTime;
import dev.sash.runtime.Sharding;
import dev.sash.runtime.TimedOperator;
import dev.sash.runtime.Wakeup;
import dev.sash.sql.SashParser;
import dev.sash.sql.Statement;
import dev.sash.time.ClockMode;
import dev.sash.time.EngineClock;
import dev.sash.view.Retention;
import dev.sash.view.View;
import dev.sash.view.ViewDefinition;
import dev.sash.view.ViewFeed;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Ticks of {@code EMIT EVERY} into a view: from the row that makes a tick due until what the tick
 * shows can be read, once a second of event time. Windows last five minutes and slide by ten
 * seconds; a few of many keys get a row each second. Prints one line of JSON for each kind of tick.
 */
final class TickCase {
  private static final double MILLIS = 1e6;
  private static final int SECONDS = 310;
  private static final int WARMUPS = 2;

  private final int keys;
  private final int changed;
  private final Seconds source;
  private final Watched sink;
  private final Pipeline pipeline;
  private final PipelineRunner runner;
  private final Map<Moment, List<long[]>> times = new EnumMap<>(Moment.class);
  private final Map<Moment, Long> rowsOut = new EnumMap<>(Moment.class);

  /** What a tick had to show. */
  private enum Moment {
    /** Rows of the keys that have changed. */
    CHANGES,
    /** A window that comes into scope is shown whole. */
    NEW_WINDOW,
    /** A window has closed, or its FINAL rows are shown. */
    CLOSE
  }

  private TickCase(int keys, int changed) {
    this.keys = keys;
    this.changed = changed;
    source = new Seconds(keys, changed, SECONDS);
    QueryPlan plan = plan();
    QueryTime time = new QueryTime(ClockMode.REPLAY, EngineClock.WALL);
    View view =
        new View(
            new ViewDefinition(
                "v",
                plan.shape(),
                Events.SCHEMA,
                new Retention.Windows(5),
                ViewDefinition.Limits.DEFAULT,
                false));
    sink = new Watched(new ViewFeed(view, time, plan.finalAtTicks(), 1_000));
    AggregateDefinition.Limits limits =
        new AggregateDefinition.Limits(10_000_000, Long.MAX_VALUE / 4, 0, 0, 10_000);
    pipeline =
        new PipelineBuilder(time, sink, new OneInput(source), limits, Sharding.NONE).build(plan);
    runner =
        new PipelineRunner(
            pipeline, new Wakeup(), new LiveTime.Limits(Long.MAX_VALUE, Long.MAX_VALUE));
  }

  private static QueryPlan plan() {
    String sql = Query.E.sql().formatted("INTERVAL '10' SECOND", "INTERVAL '5' MINUTE");
    Statement.Query query = (Statement.Query) new SashParser().parse(sql);
    return Planner.plan(query.query(), query.emit(), new PlanContext(new OneStream(), true));
  }

  /** Three runs, of which the last one is printed. */
  static void run(int keys, int changed, PrintStream out) throws InterruptedException {
    for (int warmup = 0; warmup < WARMUPS; warmup++) {
      new TickCase(keys, changed).run();
    }
    System.gc();
    TickCase last = new TickCase(keys, changed);
    last.run();
    last.times.keySet().forEach(moment -> out.println(last.line(moment)));
  }

  private void run() throws InterruptedException {
    runner.begin();
    while (!source.isLoaded()) {
      runner.step(0);
    }
    while (!source.isAtEnd()) {
      sink.forget();
      long nextClose = nextClose();
      long thread = Processor.threadNanos();
      long from = System.nanoTime();
      runner.step(0);
      long nanos = System.nanoTime() - from;
      long threadNanos = Processor.threadNanos() - thread;
      if (sink.rows > 0) {
        Moment moment = moment(nextClose != nextClose());
        times.computeIfAbsent(moment, m -> new ArrayList<>()).add(new long[] {nanos, threadNanos});
        rowsOut.merge(moment, sink.rows, Long::sum);
      }
    }
  }

  private long nextClose() {
    return pipeline.timed().stream().mapToLong(TimedOperator::nextClose).min().orElse(0);
  }

  private Moment moment(boolean closes) {
    if (closes || sink.closes) {
      return Moment.CLOSE;
    }
    // with one row a second and key, a tick shows each changed key in two windows at most
    return sink.rows > 2L * changed ? Moment.NEW_WINDOW : Moment.CHANGES;
  }

  private String line(Moment moment) {
    List<long[]> measured = times.get(moment);
    return String.format(
        Locale.ROOT,
        "{\"system\": \"sash\", \"query\": \"E\", \"moment\": \"%s\", \"keys\": %d,"
            + " \"changed\": %d, \"ticks\": %d, \"p50_ms\": %.3f, \"p99_ms\": %.3f,"
            + " \"max_ms\": %.3f, \"thread_p50_ms\": %.3f, \"thread_p99_ms\": %.3f,"
            + " \"thread_max_ms\": %.3f, \"rows_out\": %d}",
        moment.name().toLowerCase(Locale.ROOT),
        keys,
        changed,
        measured.size(),
        quantile(measured, 0, 0.5),
        quantile(measured, 0, 0.99),
        quantile(measured, 0, 1),
        quantile(measured, 1, 0.5),
        quantile(measured, 1, 0.99),
        quantile(measured, 1, 1),
        rowsOut.get(moment));
  }

  private static double quantile(List<long[]> measured, int column, double share) {
    long[] sorted = measured.stream().mapToLong(pair -> pair[column]).sorted().toArray();
    return sorted[(int) Math.min(sorted.length - 1, sorted.length * share)] / MILLIS;
  }

  /** Looks at what goes into the view. */
  private static final class Watched extends FeedSink {
    private long rows;
    private boolean closes;

    Watched(ViewFeed feed) {
      super(feed);
    }

    void forget() {
      rows = 0;
      closes = false;
    }

    @Override
    public void emit(Emission emission) {
      rows += emission.rows().rowCount();
      closes |= emission.kind() != RowKind.EARLY;
      super.emit(emission);
    }
  }
}
