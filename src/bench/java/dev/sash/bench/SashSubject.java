package dev.sash.bench;

import dev.sash.plan.PipelineBuilder;
import dev.sash.plan.PlanContext;
import dev.sash.plan.Planner;
import dev.sash.plan.QueryPlan;
import dev.sash.runtime.AggregateDefinition;
import dev.sash.runtime.LiveTime;
import dev.sash.runtime.Pipeline;
import dev.sash.runtime.PipelineRunner;
import dev.sash.runtime.QueryTime;
import dev.sash.runtime.Sharding;
import dev.sash.runtime.Sink;
import dev.sash.runtime.Wakeup;
import dev.sash.sql.SashParser;
import dev.sash.sql.Statement;
import dev.sash.time.ClockMode;
import dev.sash.time.EngineClock;
import java.util.List;

/** Sash: from the text of the query to its rows, on the path that a view's query takes. */
final class SashSubject implements Subject {
  private static final int MAX_KEYS = 10_000_000;
  private static final int LATE_ROWS = 10_000;

  private final Sharding sharding;
  private final boolean showsView;

  /** Sash with so many shards, into a view of a database or into a sink that only counts. */
  SashSubject(Sharding sharding, boolean showsView) {
    this.sharding = sharding;
    this.showsView = showsView;
  }

  @Override
  public String name() {
    return "sash";
  }

  @Override
  public boolean takes(Workload workload) {
    return true;
  }

  @Override
  public Outcome run(Workload workload) throws InterruptedException {
    QueryPlan plan = plan(workload);
    QueryTime time = new QueryTime(ClockMode.REPLAY, EngineClock.WALL);
    ResultSum result = new ResultSum();
    CheckedSink checked = new CheckedSink(result, plan.shape().visibleColumns());
    if (!showsView) {
      return run(new Events(workload), plan, time, checked, result);
    }
    try (ViewSink view = new ViewSink(checked, plan, time)) {
      return run(new Events(workload), plan, time, view, result);
    }
  }

  private Outcome run(Events events, QueryPlan plan, QueryTime time, Sink sink, ResultSum result)
      throws InterruptedException {
    Wakeup wakeup = new Wakeup();
    AggregateDefinition.Limits limits =
        new AggregateDefinition.Limits(MAX_KEYS, Long.MAX_VALUE / 4, 0, 0, LATE_ROWS);
    Pipeline pipeline =
        new PipelineBuilder(time, sink, new OneInput(events), limits, sharding).build(plan);
    List<TimedClosing> closing = pipeline.timed().stream().map(TimedClosing::new).toList();
    Pipeline watched =
        new Pipeline(
            pipeline.time(),
            pipeline.inputs(),
            List.copyOf(closing),
            pipeline.sink(),
            pipeline.everyMillis(),
            pipeline.eventTimeTicks(),
            pipeline.flow());
    PipelineRunner runner =
        new PipelineRunner(watched, wakeup, new LiveTime.Limits(Long.MAX_VALUE, Long.MAX_VALUE));
    long thread = Processor.threadNanos();
    long from = System.nanoTime();
    runner.begin();
    Pauses pauses = new Pauses();
    GarbageCollections collections = new GarbageCollections();
    long state = 0;
    while (!runner.isFinished()) {
      long step = System.nanoTime() - events.nanos();
      long processor = Processor.threadNanos() - events.threadNanos();
      runner.step(0);
      if (!events.isAtEnd()) {
        pauses.add(
            System.nanoTime() - events.nanos() - step,
            Processor.threadNanos() - events.threadNanos() - processor);
      }
      state = Math.max(state, closing.stream().mapToLong(o -> o.stateSize().bytes()).sum());
    }
    collections.close();
    long nanos = System.nanoTime() - from - events.nanos();
    return new Outcome(
        nanos,
        closing.stream().mapToLong(TimedClosing::nanos).sum(),
        pauses,
        collections.longestMillis() * 1_000_000,
        state,
        Processor.threadNanos() - thread - events.threadNanos(),
        result.rows(),
        result.checksum());
  }

  private static QueryPlan plan(Workload workload) {
    Statement.Query query = (Statement.Query) new SashParser().parse(workload.sql());
    return Planner.plan(query.query(), query.emit(), new PlanContext(new OneStream(), true));
  }
}
