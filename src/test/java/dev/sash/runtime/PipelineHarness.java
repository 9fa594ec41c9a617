package dev.sash.runtime;

import dev.sash.aggregate.AggregateFunctions;
import dev.sash.aggregate.AggregateInput;
import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.emission.Event;
import dev.sash.error.SashException;
import dev.sash.time.ClockMode;
import dev.sash.time.ManualClock;
import dev.sash.window.WindowSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Steps a pipeline of one windowed aggregate by hand: COUNT(*), COUNT(v), SUM(v), MIN(v), MAX(v) by
 * key, over a stream that is fed batch by batch.
 */
final class PipelineHarness {
  static final Schema INPUT =
      Schema.of(
          new Field("ts", DataType.of(Kind.TIMESTAMP).nullable(false)),
          new Field("k", DataType.of(Kind.VARCHAR)),
          new Field("v", DataType.of(Kind.BIGINT)));

  private static final DataType NUMBER = DataType.of(Kind.BIGINT);
  private static final AggregateDefinition.Limits LIMITS =
      new AggregateDefinition.Limits(1_000_000, 1L << 32, 100_000, 1L << 24, 10_000);

  private final WindowSpec windows;
  private final EmitSpec emit;
  private final long delayMillis;
  private final ClockMode mode;
  private final Sharding sharding;
  private final StreamHub hub = new StreamHub(0, Long.MAX_VALUE, batches -> {});
  private final ManualClock clock = new ManualClock(0);
  private final Recorder recorder = new Recorder();
  private final TimedOperator operator;
  private final PipelineRunner runner;

  PipelineHarness(WindowSpec windows, EmitSpec emit, long delayMillis, ClockMode mode) {
    this(windows, emit, delayMillis, mode, Sharding.NONE);
  }

  PipelineHarness(
      WindowSpec windows, EmitSpec emit, long delayMillis, ClockMode mode, Sharding sharding) {
    this.sharding = sharding;
    this.windows = windows;
    this.emit = emit;
    this.delayMillis = delayMillis;
    this.mode = mode;
    QueryTime time = new QueryTime(mode, clock);
    Wakeup wakeup = new Wakeup();
    PipelineInput input =
        new PipelineInput("s", hub.subscribe(wakeup), new WatermarkGenerator(0, delayMillis));
    operator = operator(new AggregateOutput(time, recorder::emit, recorder::late), input);
    Pipeline pipeline =
        new Pipeline(
            time,
            List.of(input),
            List.of(operator),
            recorder,
            emit.everyMillis(),
            emit.eventTime(),
            new FlowMeter());
    runner = new PipelineRunner(pipeline, wakeup, new LiveTime.Limits(Long.MAX_VALUE, 60_000));
  }

  private TimedOperator operator(AggregateOutput output, PipelineInput input) {
    AggregateOperator made;
    if (windows instanceof WindowSpec.Aligned aligned) {
      List<AggregateDefinition> definitions =
          Stream.generate(() -> definition(emit)).limit(sharding.shards()).toList();
      made = new WindowAggregateOperator(definitions, aligned.grid(), output, LIMITS, sharding);
    } else {
      made =
          sharding.shards() > 1
              ? ShardedOperator.of(definition(emit), output, LIMITS, sharding, this::shard)
              : shard(output, LIMITS);
    }
    input.feed(made);
    return made;
  }

  private Shard shard(AggregateOutput output, AggregateDefinition.Limits limits) {
    return new SessionAggregateOperator(
        definition(emit), (WindowSpec.Session) windows, output, limits);
  }

  private static AggregateDefinition definition(EmitSpec emit) {
    List<Field> output = new ArrayList<>();
    output.add(INPUT.field(1));
    output.add(new Field("window_start", DataType.of(Kind.TIMESTAMP)));
    output.add(new Field("window_end", DataType.of(Kind.TIMESTAMP)));
    for (String name : List.of("rows", "values", "sum", "min", "max")) {
      output.add(new Field(name, NUMBER));
    }
    List<AggregateInput> aggregates =
        List.of(
            aggregate("COUNT", List.of()),
            aggregate("COUNT", List.of(2)),
            aggregate("SUM", List.of(2)),
            aggregate("MIN", List.of(2)),
            aggregate("MAX", List.of(2)));
    return new AggregateDefinition(
        INPUT, new int[] {1}, 0, null, aggregates, emit, new Schema(output), true);
  }

  private static AggregateInput aggregate(String function, List<Integer> arguments) {
    List<DataType> types = arguments.stream().map(INPUT::type).toList();
    return new AggregateInput(AggregateFunctions.of(function, types, false, NUMBER), arguments, -1);
  }

  /** Delivers one batch and works it off. */
  void feed(List<Event> events) {
    BatchBuilder builder = new BatchBuilder(INPUT);
    for (Event event : events) {
      builder.appendRow(event.time(), event.key(), event.value());
    }
    try {
      hub.publish(List.of(builder.build()));
      runner.step(0);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Moves the manual clock as ADVANCE CLOCK TO does. */
  void advanceTo(long millis) {
    runner.catchUp();
    clock.advanceTo(millis);
    runner.tickUntil(millis);
  }

  /** Lets the wall clock of LIVE show a later time, and the pipeline see it. */
  void passTo(long millis) {
    clock.advanceTo(millis);
    try {
      runner.step(0);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Ticks that were merged with a later one. */
  long ticksSkipped() {
    return runner.ticksSkipped();
  }

  /** As REPROCESS LATE. */
  Reprocessed reprocessLate() {
    return runner.reprocessLate();
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

  /** A new pipeline that goes on from a snapshot of this one. */
  PipelineHarness restored() {
    PipelineHarness copy = new PipelineHarness(windows, emit, delayMillis, mode, sharding);
    copy.clock.advanceTo(clock.nowMillis());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      runner.snapshot(new DataOutputStream(bytes));
      copy.runner.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    copy.recorder.lines.addAll(recorder.lines);
    copy.recorder.lateLines.addAll(recorder.lateLines);
    return copy;
  }

  /** Everything emitted so far, one line a row. */
  List<String> emitted() {
    return recorder.lines;
  }

  /** Late rows so far, one line a row. */
  List<String> lateRows() {
    return recorder.lateLines;
  }

  long openWindows() {
    return operator.openWindows();
  }

  /** Writes down what a sink is given. */
  private static final class Recorder implements Sink {
    private final List<String> lines = new ArrayList<>();
    private final List<String> lateLines = new ArrayList<>();

    @Override
    public void emit(Emission emission) {
      ColumnBatch rows = emission.rows();
      String at =
          emission.watermark() == WatermarkGenerator.END ? "end" : "@" + emission.emittedAt();
      for (int row = 0; row < rows.rowCount(); row++) {
        StringBuilder line = new StringBuilder(at + " " + emission.kind());
        line.append(emission.removed() ? " removed [" : " [")
            .append(rows.value(row, 1))
            .append(',')
            .append(rows.value(row, 2));
        line.append(") ").append(rows.value(row, 0));
        for (int column = 3; !emission.removed() && column < rows.schema().size(); column++) {
          line.append(' ').append(rows.value(row, column));
        }
        lines.add(line.toString());
      }
    }

    @Override
    public void late(LateRows late) {
      for (int row = 0; row < late.rows().rowCount(); row++) {
        lateLines.add(
            "@%s %s %s late by %s, dropped %s, accepted %s"
                .formatted(
                    late.arrivedAt(),
                    late.rows().value(row, 0),
                    late.rows().value(row, 1),
                    late.latenessMillis()[row],
                    late.windowsDropped()[row],
                    late.windowsAccepted()[row]));
      }
    }

    @Override
    public void replaceLate(List<LateRows> rows) {
      lateLines.clear();
      rows.forEach(this::late);
    }

    @Override
    public void publish(long streamTime, long closedEnd) {}

    @Override
    public void complete() {}

    @Override
    public void fail(SashException failure) {
      throw failure;
    }
  }
}
