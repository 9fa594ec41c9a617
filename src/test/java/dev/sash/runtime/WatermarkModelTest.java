package dev.sash.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.runtime.WatermarkGenerator.Stops;
import dev.sash.time.ClockMode;
import dev.sash.time.ManualClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stream time and watermark of random rows: whatever the batches, the runs they are cut into,
 * snapshots in between, silent partitions and clocks in the future, each row finds what a
 * computation row by row says.
 */
class WatermarkModelTest {
  private static final Schema SCHEMA =
      Schema.of(
          new Field("ts", DataType.of(Kind.TIMESTAMP).nullable(false)),
          new Field("w", DataType.of(Kind.TIMESTAMP)),
          new Field("k", DataType.of(Kind.VARCHAR)));
  private static final int SEEDS = 150;
  private static final long TIMEOUT_MILLIS = 40;

  /** What a stream is declared with. */
  enum Declared {
    DELAY,
    EXPRESSION,
    PARTITIONS,
    BOTH;

    boolean hasExpression() {
      return this == EXPRESSION || this == BOTH;
    }

    boolean hasPartitions() {
      return this == PARTITIONS || this == BOTH;
    }
  }

  private record Row(long eventTime, @Nullable Long value, @Nullable String key) {}

  /** One partition of the model. */
  private static final class ModelPartition {
    private long watermark = WatermarkGenerator.NONE;
    private long lastArrival;
    private boolean active;
  }

  /** The definition, word for word. */
  private static final class Model {
    private final Map<String, ModelPartition> partitions = new HashMap<>();
    private final Declared declared;
    private final long delayMillis;
    private long streamTime = WatermarkGenerator.NONE;
    private long watermark = WatermarkGenerator.NONE;
    private long futureRows;

    Model(Declared declared, long delayMillis) {
      this.declared = declared;
      this.delayMillis = delayMillis;
    }

    void take(Row row, long futureLimit, long nowMillis) {
      if (row.eventTime() > futureLimit) {
        futureRows++;
        return;
      }
      streamTime = Math.max(streamTime, row.eventTime());
      String key = declared.hasPartitions() ? String.valueOf(row.key()) : "";
      ModelPartition partition = partitions.computeIfAbsent(key, k -> new ModelPartition());
      partition.active = true;
      partition.lastArrival = nowMillis;
      Long value = declared.hasExpression() ? row.value() : (Long) (row.eventTime() - delayMillis);
      if (value != null) {
        partition.watermark = Math.max(partition.watermark, value);
      }
      settle();
    }

    private void settle() {
      partitions.values().stream()
          .filter(partition -> partition.active)
          .mapToLong(partition -> partition.watermark)
          .min()
          .ifPresent(least -> watermark = Math.max(watermark, least));
    }

    void silence(long nowMillis) {
      for (ModelPartition partition : partitions.values()) {
        partition.active &= nowMillis < partition.lastArrival + TIMEOUT_MILLIS;
      }
      settle();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELAY", "EXPRESSION", "PARTITIONS", "BOTH"})
  void everyRowFindsWhatAComputationRowByRowSays(Declared declared) {
    for (int seed = 0; seed < SEEDS; seed++) {
      new Run(declared, new SplittableRandom(seed)).compare("seed " + seed);
    }
  }

  /** One random history. */
  private static final class Run {
    private final Declared declared;
    private final SplittableRandom random;
    private final long delayMillis;
    private final int keys;
    private final QueryTime time = new QueryTime(ClockMode.MANUAL, new ManualClock(0));
    private final Model model;
    private WatermarkGenerator generator;

    Run(Declared declared, SplittableRandom random) {
      this.declared = declared;
      this.random = random;
      delayMillis = random.nextInt(4) * 10L;
      keys = 1 + random.nextInt(20);
      model = new Model(declared, delayMillis);
      generator = generator();
    }

    private WatermarkGenerator generator() {
      return declared == Declared.DELAY
          ? new WatermarkGenerator(0, delayMillis)
          : new WatermarkGenerator(
              0,
              delayMillis,
              declared.hasExpression() ? WatermarkExpression.ofColumn(1) : null,
              declared.hasPartitions()
                  ? new Partitioning(2, "k", SCHEMA.type(2), Integer.MAX_VALUE)
                  : null);
    }

    void compare(String seed) {
      long now = 0;
      for (int batch = 0; batch < 25; batch++) {
        now += random.nextInt(30);
        long futureLimit = random.nextInt(3) == 0 ? now + 50 : Long.MAX_VALUE;
        generator.arrivedAt(now);
        generator.clampFuture(futureLimit);
        batch(seed, futureLimit, now);
        if (declared != Declared.DELAY && random.nextInt(3) == 0) {
          now += random.nextInt(60);
          generator.markIdle(now, TIMEOUT_MILLIS);
          model.silence(now);
        }
        if (random.nextInt(4) == 0) {
          generator = restored(now);
        }
        assertThat(generator.watermark()).as(seed).isEqualTo(model.watermark);
        assertThat(generator.streamTime()).as(seed).isEqualTo(model.streamTime);
      }
      if (declared != Declared.DELAY) {
        assertThat(generator.futureRows()).as(seed).isEqualTo(model.futureRows);
      }
    }

    private void batch(String seed, long futureLimit, long now) {
      List<Row> rows = rows(now);
      Arrival arrival = new Arrival(batch(rows), generator, time);
      int row = 0;
      boolean stuck = false;
      while (row < rows.size()) {
        long tick = stuck ? Long.MAX_VALUE : model.streamTime + random.nextInt(60);
        long closing = model.watermark + 1 + random.nextInt(60);
        long limit = model.streamTime + 1 + random.nextInt(80);
        int to = generator.advance(arrival, row, new Stops(tick, closing, limit));
        for (int i = row; i < to; i++) {
          assertThat(arrival.watermarkAt(i)).as(seed + " row " + i).isEqualTo(model.watermark);
          assertThat(i > row && isStop(model, closing, limit)).as(seed + " run").isFalse();
          model.take(rows.get(i), futureLimit, now);
          assertThat(model.streamTime).as(seed + " tick").isLessThanOrEqualTo(tick);
        }
        if (to < rows.size() && !isStop(model, closing, limit)) {
          assertThat(rows.get(to).eventTime()).as(seed + " stops for a tick").isGreaterThan(tick);
        }
        stuck = to == row;
        row = to;
      }
    }

    private static boolean isStop(Model model, long closing, long limit) {
      return model.watermark >= closing || model.streamTime >= limit;
    }

    private List<Row> rows(long now) {
      List<Row> rows = new ArrayList<>();
      int count = 1 + random.nextInt(40);
      for (int i = 0; i < count; i++) {
        long eventTime = now - 100 + random.nextInt(200);
        Long value = random.nextInt(5) == 0 ? null : (Long) (eventTime - 30 + random.nextInt(40));
        int key = random.nextInt(keys);
        rows.add(new Row(eventTime, value, key == 0 ? null : "k" + key));
      }
      return rows;
    }

    private static ColumnBatch batch(List<Row> rows) {
      BatchBuilder builder = new BatchBuilder(SCHEMA);
      rows.forEach(row -> builder.appendRow(row.eventTime(), row.value(), row.key()));
      return builder.build();
    }

    private WatermarkGenerator restored(long now) {
      WatermarkGenerator copy = generator();
      copy.arrivedAt(now);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        generator.snapshot(new DataOutputStream(bytes));
        copy.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      // a restored partition counts as heard of when it is restored
      model.partitions.values().forEach(partition -> partition.lastArrival = now);
      return copy;
    }
  }
}
