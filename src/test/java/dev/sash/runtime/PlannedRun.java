package dev.sash.runtime;

import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.ViewColumns;
import dev.sash.catalog.WatermarkSpec;
import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.SashException;
import dev.sash.plan.PipelineBuilder;
import dev.sash.plan.PlanContext;
import dev.sash.plan.Planner;
import dev.sash.plan.QueryPlan;
import dev.sash.sql.SashParser;
import dev.sash.sql.Statement;
import dev.sash.time.ClockMode;
import dev.sash.time.ManualClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline of a query over the stream {@code s (ts, k, j, v)}, stepped by hand, with the clock
 * MANUAL. The watermark is the least of those of the values of {@code j}.
 */
final class PlannedRun {
  private static final long DELAY_MILLIS = 4_000;

  private static final Schema SCHEMA =
      Schema.of(
          new Field("ts", DataType.of(Kind.TIMESTAMP).nullable(false)),
          new Field("k", DataType.of(Kind.VARCHAR)),
          new Field("j", DataType.of(Kind.VARCHAR)),
          new Field("v", DataType.of(Kind.BIGINT)));

  private final String sql;
  private final StreamHub hub = new StreamHub(0, Long.MAX_VALUE, batches -> {});
  private final ManualClock clock = new ManualClock(0);
  private final PipelineRunner runner;
  private final List<String> lines = new ArrayList<>();

  /** A row of the stream. */
  record Row(long time, @Nullable String key, String partition, @Nullable Long value) {}

  /** A run before the first row. */
  PlannedRun(String sql) {
    this.sql = sql;
    Wakeup wakeup = new Wakeup();
    QueryTime time = new QueryTime(ClockMode.MANUAL, clock);
    AggregateDefinition.Limits limits =
        new AggregateDefinition.Limits(1_000_000, 1L << 32, 100_000, 1L << 24, 10_000);
    Pipeline pipeline =
        new PipelineBuilder(time, new Recorder(), new Inputs(wakeup), limits, Sharding.NONE)
            .build(plan(sql));
    runner = new PipelineRunner(pipeline, wakeup, new LiveTime.Limits(Long.MAX_VALUE, 60_000));
    runner.begin();
  }

  private static QueryPlan plan(String sql) {
    Statement.Query query = (Statement.Query) new SashParser().parse(sql);
    return Planner.plan(query.query(), query.emit(), new PlanContext(new OneStream(), true));
  }

  /** Delivers one batch and works it off. */
  void feed(List<Row> rows) {
    BatchBuilder builder = new BatchBuilder(SCHEMA);
    rows.forEach(row -> builder.appendRow(row.time, row.key, row.partition, row.value));
    try {
      hub.publish(List.of(builder.build()));
      runner.step(0);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** As ADVANCE CLOCK TO. */
  void advanceTo(long millis) {
    runner.catchUp();
    clock.advanceTo(millis);
    runner.tickUntil(millis);
  }

  /** Ends the stream. */
  void end() {
    hub.end();
    try {
      while (!runner.isFinished()) {
        runner.step(0);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A new run that goes on from a snapshot of this one. */
  PlannedRun restored() {
    PlannedRun copy = new PlannedRun(sql);
    copy.clock.advanceTo(clock.nowMillis());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      runner.snapshot(new DataOutputStream(bytes));
      copy.runner.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    copy.lines.clear();
    copy.lines.addAll(lines);
    return copy;
  }

  /** Everything given to the sink so far, one line a row. */
  List<String> lines() {
    return lines;
  }

  private static final class OneStream implements Catalog {
    @Override
    public @Nullable StreamDefinition stream(String name) {
      WatermarkSpec watermark = new WatermarkSpec(0, DELAY_MILLIS);
      return name.equalsIgnoreCase("s")
          ? new StreamDefinition("s", SCHEMA, watermark, null, false, Map.of())
          : null;
    }

    @Override
    public @Nullable ViewColumns view(String name) {
      return null;
    }

    @Override
    public @Nullable Schema table(String name) {
      return null;
    }

    @Override
    public Collection<String> names() {
      return List.of("s");
    }
  }

  private final class Inputs implements PipelineBuilder.Inputs {
    private final Wakeup wakeup;

    Inputs(Wakeup wakeup) {
      this.wakeup = wakeup;
    }

    @Override
    public List<PipelineInput> open(String stream) {
      WatermarkGenerator generator =
          new WatermarkGenerator(
              0, DELAY_MILLIS, null, new Partitioning(2, "j", SCHEMA.type(2), 10));
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

  /** Writes down what it is given. */
  private final class Recorder implements Sink {
    private void add(String what, ColumnBatch rows) {
      for (int row = 0; row < rows.rowCount(); row++) {
        List<String> values = new ArrayList<>();
        for (int column = 0; column < rows.schema().size(); column++) {
          values.add(String.valueOf(rows.value(row, column)));
        }
        lines.add(what + String.join(" ", values));
      }
    }

    @Override
    public void emit(Emission emission) {
      add(
          "@%d W %d %s%s: "
              .formatted(
                  emission.emittedAt(),
                  emission.watermark(),
                  emission.kind(),
                  emission.removed() ? " removed" : ""),
          emission.rows());
    }

    @Override
    public void late(LateRows late) {
      add("late @" + late.arrivedAt() + ": ", late.rows());
    }

    @Override
    public void publish(long streamTime, long closedEnd) {
      String line = "published " + streamTime + " " + closedEnd;
      if (lines.isEmpty() || !lines.get(lines.size() - 1).equals(line)) {
        lines.add(line);
      }
    }

    @Override
    public void complete() {}

    @Override
    public void fail(SashException failure) {
      throw failure;
    }
  }
}
