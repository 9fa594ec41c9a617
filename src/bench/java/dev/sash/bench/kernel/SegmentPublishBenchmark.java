package dev.sash.bench.kernel;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Dictionary;
import dev.sash.data.DoubleColumn;
import dev.sash.data.Field;
import dev.sash.data.LongColumn;
import dev.sash.data.RowKind;
import dev.sash.data.Schema;
import dev.sash.data.TextColumn;
import dev.sash.runtime.Emission;
import dev.sash.runtime.QueryTime;
import dev.sash.runtime.ResultShape;
import dev.sash.time.ClockMode;
import dev.sash.time.ManualClock;
import dev.sash.view.Retention;
import dev.sash.view.View;
import dev.sash.view.ViewDefinition;
import dev.sash.view.ViewFeed;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Windows of many keys into a view, until they can be read: FINAL rows of a window that comes
 * whole, the same where early rows were there, and early rows of a few of its keys. Rows: key,
 * window, COUNT, SUM, AVG, MIN, MAX.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SegmentPublishBenchmark {
  private static final long SLIDE_MILLIS = 10_000;
  private static final long SIZE_MILLIS = 300_000;
  private static final int EMISSIONS = 64;

  /** Keys of a window. */
  @Param({"1000", "100000"})
  public int keys;

  /** Keys that change at a tick. */
  @Param({"10", "1000"})
  public int changed;

  private final Schema schema =
      Schema.of(
          new Field("k", DataType.of(Kind.VARCHAR).nullable(false)),
          new Field("window_start", DataType.of(Kind.TIMESTAMP).nullable(false)),
          new Field("window_end", DataType.of(Kind.TIMESTAMP).nullable(false)),
          new Field("n", DataType.of(Kind.BIGINT).nullable(false)),
          new Field("total", DataType.of(Kind.DOUBLE)),
          new Field("mean", DataType.of(Kind.DOUBLE)),
          new Field("least", DataType.of(Kind.DOUBLE)),
          new Field("most", DataType.of(Kind.DOUBLE)));

  private final SplittableRandom random = new SplittableRandom(1);
  private final ColumnBatch[] some = new ColumnBatch[EMISSIONS];
  private Dictionary texts = new Dictionary();
  private int[] sorted = {};
  private DoubleColumn doubles = new DoubleColumn(new double[0], null);
  private ViewFeed finals = feed();
  private ViewFeed early = feed();
  private long end;
  private int next;

  /** All rows of a window, made before the clock starts. */
  @State(Scope.Thread)
  public static class NewWindow {
    private @Nullable Runnable publishing;

    /** One more window. */
    @Setup(Level.Invocation)
    public void prepare(SegmentPublishBenchmark benchmark) {
      Emission emission = benchmark.newWindow();
      // of this benchmark: the one whose method is called is another object
      publishing = () -> benchmark.publish(emission);
    }
  }

  /** All rows of a window that has been shown. */
  @State(Scope.Thread)
  public static class ShownWindow {
    private @Nullable Runnable publishing;

    /** One more window. */
    @Setup(Level.Invocation)
    public void prepare(SegmentPublishBenchmark benchmark) {
      Emission emission = benchmark.shownWindow();
      // of this benchmark: the one whose method is called is another object
      publishing = () -> benchmark.publish(emission);
    }
  }

  private ViewFeed feed() {
    ViewDefinition definition =
        new ViewDefinition(
            "v",
            new ResultShape(schema, 8, List.of(0), 1, 2, false),
            schema,
            new Retention.Windows(2),
            ViewDefinition.Limits.DEFAULT,
            false);
    QueryTime time = new QueryTime(ClockMode.REPLAY, new ManualClock(0));
    return new ViewFeed(new View(definition), time, false, 1);
  }

  /** A dictionary in the order in which keys came, a view with one open window. */
  @Setup
  public void prepare() {
    String[] names = new String[keys];
    Arrays.setAll(names, key -> "key-" + key);
    for (int i = keys - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      String name = names[i];
      names[i] = names[other];
      names[other] = name;
    }
    texts = new Dictionary(names, keys);
    Integer[] order = new Integer[keys];
    Arrays.setAll(order, key -> key);
    Arrays.sort(order, (a, b) -> names[a].compareTo(names[b]));
    sorted = Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    doubles = new DoubleColumn(random.doubles(keys).toArray(), null);
    finals = feed();
    early = feed();
    end = SIZE_MILLIS;
    early.emit(new Emission(rows(sorted), RowKind.EARLY, false, end, 0));
    early.publish(0, 0);
    for (int i = 0; i < EMISSIONS; i++) {
      int[] places = random.ints(0, keys).distinct().limit(changed).sorted().toArray();
      some[i] = rows(Arrays.stream(places).map(place -> sorted[place]).toArray());
    }
  }

  private ColumnBatch rows(int[] codes) {
    int count = codes.length;
    Column[] columns = {
      new TextColumn(codes, texts, false),
      instants(end - SIZE_MILLIS, count),
      instants(end, count),
      new LongColumn(random.longs(count).toArray(), null),
      new DoubleColumn(random.doubles(count).toArray(), null),
      new DoubleColumn(random.doubles(count).toArray(), null),
      new DoubleColumn(random.doubles(count).toArray(), null),
      new DoubleColumn(random.doubles(count).toArray(), null)
    };
    return new ColumnBatch(schema, columns, count);
  }

  private static LongColumn instants(long millis, int count) {
    long[] values = new long[count];
    Arrays.fill(values, millis);
    return new LongColumn(values, null);
  }

  private Emission newWindow() {
    end += SLIDE_MILLIS;
    return window(RowKind.FINAL);
  }

  /** A window with early rows, some of them newer. */
  private Emission shownWindow() {
    end += SLIDE_MILLIS;
    finals.emit(window(RowKind.EARLY));
    for (int i = 0; i < 10; i++) {
      finals.emit(new Emission(at(some[i], end), RowKind.EARLY, false, end, 0));
    }
    return window(RowKind.FINAL);
  }

  private ColumnBatch at(ColumnBatch rows, long windowEnd) {
    Column[] columns = new Column[schema.size()];
    Arrays.setAll(columns, rows::column);
    columns[1] = instants(windowEnd - SIZE_MILLIS, rows.rowCount());
    columns[2] = instants(windowEnd, rows.rowCount());
    return new ColumnBatch(schema, columns, rows.rowCount());
  }

  private Emission window(RowKind kind) {
    LongColumn ends = instants(end, keys);
    Column[] columns = {
      new TextColumn(sorted, texts, false),
      instants(end - SIZE_MILLIS, keys),
      ends,
      ends,
      doubles,
      doubles,
      doubles,
      doubles
    };
    return new Emission(new ColumnBatch(schema, columns, keys), kind, false, end, 0);
  }

  /** All rows of a new window. */
  @Benchmark
  public void finalRows(NewWindow window) {
    Objects.requireNonNull(window.publishing).run();
  }

  /** All rows of a window of which early rows are there. */
  @Benchmark
  public void finalRowsAfterEarly(ShownWindow window) {
    Objects.requireNonNull(window.publishing).run();
  }

  private void publish(Emission emission) {
    finals.emit(emission);
    finals.publish(end, end);
  }

  /** Some rows of a window that is there. */
  @Benchmark
  public ViewFeed earlyRows() {
    long now = ++next;
    early.emit(new Emission(some[next % EMISSIONS], RowKind.EARLY, false, now, now));
    early.publish(now, 0);
    return early;
  }
}
