package dev.sash.session;

import dev.sash.catalog.ViewColumns;
import dev.sash.data.Schema;
import dev.sash.database.Database;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.plan.PipelineBuilder;
import dev.sash.plan.QueryPlan;
import dev.sash.runtime.AggregateDefinition;
import dev.sash.runtime.BatchSource;
import dev.sash.runtime.Pipeline;
import dev.sash.runtime.PipelineInput;
import dev.sash.runtime.PipelineRunner;
import dev.sash.runtime.QueryTime;
import dev.sash.runtime.RowFailures;
import dev.sash.runtime.Sharding;
import dev.sash.runtime.SharedInput;
import dev.sash.runtime.SharedMember;
import dev.sash.runtime.Sink;
import dev.sash.runtime.TableLookup;
import dev.sash.runtime.Wakeup;
import dev.sash.runtime.WatermarkGenerator;
import dev.sash.time.ClockMode;
import dev.sash.time.EngineClock;
import dev.sash.view.ErrorRows;
import dev.sash.view.ViewFeed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a running query of a plan: opens its streams, wires its pipeline, gives it a thread. */
final class QueryStarter {
  private final Engine engine;
  private final String name;
  private final QueryPlan plan;

  QueryStarter(Engine engine, String name, QueryPlan plan) {
    this.engine = engine;
    this.name = name;
    this.plan = plan;
  }

  /** A continuous query; it is not started yet. */
  RunningQuery continuous(Sink sink, ClockMode clock) {
    return continuous(sink, time(clock));
  }

  /** A continuous query on a time of its own; it is not started yet. */
  RunningQuery continuous(Sink sink, QueryTime time) {
    return start(sink, time, new Streams(new Wakeup(), false), null);
  }

  /** The query of a view; it may share panes with those of others. It is not started yet. */
  RunningQuery view(ViewFeed feed, QueryTime time) {
    SharedThread shared = engine.sharedQueries().threadFor(plan, time.mode());
    return shared == null
        ? continuous(feed, time)
        : start(feed, time, new Streams(shared.runner().wakeup(), false), shared);
  }

  /** The time of a query. */
  QueryTime time(ClockMode clock) {
    EngineClock reading = clock == ClockMode.MANUAL ? engine.manualClock() : EngineClock.WALL;
    return new QueryTime(clock, reading);
  }

  /** A query over what is there now; a row whose expression fails ends it. */
  RunningQuery finite(Sink sink) {
    Streams streams = new Streams(new Wakeup(), true);
    // nothing ticks in a query that ends, and its CURRENT_TIMESTAMP is the machine's
    return start(sink, new QueryTime(ClockMode.MANUAL, EngineClock.WALL), streams, null);
  }

  private RunningQuery start(
      Sink sink, QueryTime time, Streams streams, @Nullable SharedThread shared) {
    try {
      Sharding sharding =
          new Sharding(engine.settings().intValue(Setting.SHARDS), engine.shardPool());
      Pipeline pipeline =
          new PipelineBuilder(time, sink, streams, limits(sink), sharding).build(plan);
      PipelineRunner runner = new PipelineRunner(pipeline, streams.wakeup, engine.liveLimits(null));
      KeyGuard guard = new KeyGuard(name, engine.settings().value(Setting.WARN_KEYS));
      return new RunningQuery(
          guard, pipeline, runner, streams, sharing(shared, runner, streams, time.mode()));
    } catch (RuntimeException e) {
      streams.close();
      throw e;
    }
  }

  private RunningQuery.@Nullable Sharing sharing(
      @Nullable SharedThread thread, PipelineRunner runner, Streams streams, ClockMode clock) {
    SharedInput input = thread == null ? null : engine.sharedQueries().inputOf(plan, clock);
    if (thread == null || input == null) {
      return null;
    }
    RowFailures failures = streams.failures(plan.streams().get(0));
    SharedMember member = new SharedMember(thread.runner(), runner, input, failures);
    return new RunningQuery.Sharing(thread, member, input);
  }

  private AggregateDefinition.Limits limits(Sink sink) {
    Settings settings = engine.settings();
    return new AggregateDefinition.Limits(
        settings.intValue(Setting.MAX_KEYS),
        settings.value(Setting.MAX_STATE_BYTES),
        settings.value(Setting.FILL_ROWS),
        sink instanceof ViewFeed ? settings.value(Setting.REPROCESS_BYTES) : 0,
        settings.value(Setting.LATE_ROWS));
  }

  /** Opens each stream of the plan once. */
  private final class Streams implements PipelineBuilder.Inputs, AutoCloseable {
    private final Wakeup wakeup;
    private final boolean finite;
    private final List<AutoCloseable> opened = new ArrayList<>();

    Streams(Wakeup wakeup, boolean finite) {
      this.wakeup = wakeup;
      this.finite = finite;
    }

    @Override
    public List<PipelineInput> open(String stream) {
      StreamEntry entry = engine.requireStream(stream);
      List<PipelineInput> inputs = finite ? List.of(entry.finiteInput()) : entry.inputs(wakeup);
      for (PipelineInput input : inputs) {
        opened.add(input.within(engine.liveLimits(stream))::close);
      }
      return inputs;
    }

    @Override
    public PipelineInput openView(String name) {
      ViewEntry view = engine.requireView(name);
      PipelineInput input = finite ? rowsOf(view) : changesOf(view);
      opened.add(input::close);
      return input;
    }

    private PipelineInput rowsOf(ViewEntry view) {
      try {
        return new PipelineInput(
            view.name(), new BatchSource(view.view().visibleRows()), new WatermarkGenerator(-1, 0));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw SashException.of(ErrorCode.CANCELED, "the query was cancelled").causedBy(e);
      }
    }

    private PipelineInput changesOf(ViewEntry view) {
      ViewColumns columns = engine.columns(view);
      boolean rows = columns.identity() == null && !columns.eventTimes().isEmpty();
      return new PipelineInput(
          view.name(),
          view.feed().subscribe(wakeup),
          rows
              ? new WatermarkGenerator(columns.eventTimes().get(0), columns.delayMillis())
              : new WatermarkGenerator(-1, 0));
    }

    @Override
    public TableLookup lookUp(String table, Schema columns, String key) {
      Database.ClosableLookup lookup = engine.database().lookUp(table, columns, key);
      opened.add(lookup);
      return lookup;
    }

    @Override
    public RowFailures failures(@Nullable String stream) {
      return (rows, row, failure) -> {
        ErrorCode code = RowFailure.codeOf(failure);
        if (finite || stream == null || code == ErrorCode.INTERNAL) {
          throw code == ErrorCode.INTERNAL
              ? failure
              : SashException.of(code, RowFailure.reason(failure)).causedBy(failure);
        }
        engine
            .requireStream(stream)
            .errors()
            .report(
                ErrorRows.originOfView(name),
                0,
                RowFailure.reason(failure),
                RowText.of(rows.arrival().batch(), rows.arrivalRow(row)));
      };
    }

    @Override
    public void close() {
      for (AutoCloseable input : opened) {
        try {
          input.close();
        } catch (Exception e) {
          throw SashException.internal("a source of query \"" + name + "\" did not close", e);
        }
      }
    }
  }
}
