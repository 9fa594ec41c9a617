package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.pane.KeyIndex;
import dev.sash.time.TimestampText;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The stream times and watermarks of the partitions of one input, row by row. The input's watermark
 * is the least of those that are active, and never goes back:
 *
 * <pre>
 *   input:    a 10   b 4   a 12   b 9   (delay 0)
 *   output:      10     10     10     10   b holds it back, but not behind what was promised
 *   input:    b 11   a 13
 *   output:      11     11
 * </pre>
 *
 * <p>A partition is active from its first row on, and again with the first row after it was idle. A
 * row that is beyond the future limit has no effect at all: a clock that runs ahead neither moves
 * the watermark nor holds it back. A partition whose watermark expression had no value yet does
 * hold it back.
 *
 * <p>Written by the pipeline's thread, a run of rows at a time; others may look in between.
 */
final class PartitionTimes implements Snapshotable {
  private static final int FIRST = 8;

  private final @Nullable Partitioning partitioning;
  private final @Nullable KeyIndex index;
  private final LeastTime least = new LeastTime();
  private long[] streamTimes = new long[FIRST];
  private long[] watermarks = new long[FIRST];
  private long[] arrivals = new long[FIRST];
  private boolean[] active = new boolean[FIRST];
  private int size;
  private int activeCount;
  private long arrivalMillis;
  private long streamTime = WatermarkGenerator.NONE;
  private long watermark = WatermarkGenerator.NONE;
  private long futureLimit = Long.MAX_VALUE;
  private long futureRows;
  private int[] ordinals = {};

  /** No rows yet; without a partitioning all rows are of one partition. */
  PartitionTimes(@Nullable Partitioning partitioning) {
    this.partitioning = partitioning;
    index =
        partitioning == null
            ? null
            : new KeyIndex(
                List.of(partitioning.type()), Integer.MAX_VALUE, StateBudget.unlimited());
  }

  /** By row of a batch its partition, or null when there is one only. */
  synchronized int @Nullable [] partitionsOf(ColumnBatch batch) {
    if (partitioning == null || index == null) {
      return null;
    }
    int count = batch.rowCount();
    for (int row = ordinals.length; row < count; row++) {
      ordinals = row == ordinals.length ? Arrays.copyOf(ordinals, count) : ordinals;
      ordinals[row] = row;
    }
    int[] partitions = new int[count];
    index.resolve(new Column[] {batch.column(partitioning.column())}, ordinals, count, partitions);
    if (index.size() > partitioning.maxPartitions()) {
      throw SashException.of(
              ErrorCode.LIMIT_EXCEEDED,
              String.format(
                  Locale.ROOT,
                  "partition_by: column \"%s\" has more than %,d values",
                  partitioning.name(),
                  partitioning.maxPartitions()))
          .hint(
              "raise it with SET "
                  + Partitioning.SETTING
                  + ", or partition by a column with fewer values");
    }
    return partitions;
  }

  synchronized void arrivedAt(long nowMillis) {
    arrivalMillis = nowMillis;
  }

  /** All partitions count as heard of at an instant: nobody has listened before. */
  synchronized void watchFrom(long nowMillis) {
    arrivalMillis = nowMillis;
    Arrays.fill(arrivals, 0, size, nowMillis);
  }

  synchronized void clampFuture(long limitMillis) {
    futureLimit = limitMillis;
  }

  /** As {@link WatermarkGenerator#advance}. */
  synchronized int advance(RowTimes rows, int from, WatermarkGenerator.Stops stops) {
    for (int row = from; row < rows.count(); row++) {
      long eventTime = rows.eventTimes()[row];
      rows.streamTimes()[row] = streamTime;
      rows.watermarks()[row] = watermark;
      if (eventTime > futureLimit) {
        futureRows++;
        continue;
      }
      if (eventTime > streamTime && eventTime > stops.eventTimeAbove()) {
        return row;
      }
      long streamTimeBefore = streamTime;
      long watermarkBefore = watermark;
      take(rows.partition(row), eventTime, rows.values()[row]);
      boolean closes = watermark > watermarkBefore && watermark >= stops.watermarkReached();
      boolean ahead = streamTime > streamTimeBefore && streamTime >= stops.streamTimeLimit();
      if (closes || ahead) {
        return row + 1;
      }
    }
    return rows.count();
  }

  private void take(int partition, long eventTime, long value) {
    if (partition >= size) {
      grow(partition + 1);
    }
    arrivals[partition] = arrivalMillis;
    streamTimes[partition] = Math.max(streamTimes[partition], eventTime);
    streamTime = Math.max(streamTime, eventTime);
    boolean wasActive = active[partition];
    if (wasActive && value <= watermarks[partition]) {
      return;
    }
    if (!wasActive) {
      active[partition] = true;
      activeCount++;
    }
    watermarks[partition] = Math.max(watermarks[partition], value);
    least.set(partition, watermarks[partition]);
    watermark = Math.max(watermark, least.least());
  }

  private void grow(int count) {
    if (count > streamTimes.length) {
      int length = Math.max(count, streamTimes.length * 2);
      streamTimes = Arrays.copyOf(streamTimes, length);
      watermarks = Arrays.copyOf(watermarks, length);
      arrivals = Arrays.copyOf(arrivals, length);
      active = Arrays.copyOf(active, length);
    }
    Arrays.fill(streamTimes, size, count, WatermarkGenerator.NONE);
    Arrays.fill(watermarks, size, count, WatermarkGenerator.NONE);
    size = count;
  }

  /**
   * Lets partitions that were silent for so long leave the minimum.
   *
   * @return since when all of them are idle, {@link WatermarkGenerator#NONE} if one is not
   */
  synchronized long markIdle(long nowMillis, long timeoutMillis) {
    long idleSince = WatermarkGenerator.NONE;
    for (int partition = 0; partition < size; partition++) {
      long since = arrivals[partition] + timeoutMillis;
      if (active[partition] && nowMillis >= since) {
        active[partition] = false;
        activeCount--;
        least.set(partition, Long.MAX_VALUE);
      }
      if (!active[partition] && streamTimes[partition] != WatermarkGenerator.NONE) {
        idleSince = Math.max(idleSince, since);
      }
    }
    if (activeCount > 0) {
      watermark = Math.max(watermark, least.least());
      return WatermarkGenerator.NONE;
    }
    return idleSince;
  }

  /** Whether there were rows and all partitions are idle. */
  synchronized boolean allIdle() {
    return activeCount == 0 && streamTime != WatermarkGenerator.NONE;
  }

  synchronized long streamTime() {
    return streamTime;
  }

  synchronized long watermark() {
    return watermark;
  }

  /** The largest watermark of a partition. */
  synchronized long largestWatermark() {
    long largest = watermark;
    for (int partition = 0; partition < size; partition++) {
      largest = Math.max(largest, watermarks[partition]);
    }
    return largest;
  }

  synchronized long futureRows() {
    return futureRows;
  }

  synchronized int count() {
    return size;
  }

  /** The partition that the watermark waits for; when all are idle the last that was heard of. */
  synchronized @Nullable WatermarkPartition slowest() {
    int slowest = -1;
    for (int partition = 0; partition < size; partition++) {
      if (streamTimes[partition] != WatermarkGenerator.NONE
          && (slowest < 0 || isSlower(partition, slowest))) {
        slowest = partition;
      }
    }
    return slowest < 0
        ? null
        : new WatermarkPartition(
            text(slowest),
            streamTimes[slowest],
            watermarks[slowest],
            arrivals[slowest],
            !active[slowest]);
  }

  private boolean isSlower(int one, int other) {
    if (active[one] != active[other]) {
      return active[one];
    }
    return active[one] ? watermarks[one] < watermarks[other] : arrivals[one] > arrivals[other];
  }

  private @Nullable String text(int partition) {
    if (partitioning == null || index == null) {
      return null;
    }
    Object value = index.keyColumn(0, new int[] {partition}, 1).value(0);
    boolean isTime = partitioning.type().isTimestamp();
    return value instanceof Long millis && isTime
        ? TimestampText.format(millis, 3)
        : value == null ? null : value.toString();
  }

  @Override
  public synchronized void snapshot(DataOutput output) throws IOException {
    output.writeLong(streamTime);
    output.writeLong(watermark);
    output.writeLong(futureRows);
    output.writeInt(size);
    for (int partition = 0; partition < size; partition++) {
      output.writeLong(streamTimes[partition]);
      output.writeLong(watermarks[partition]);
      output.writeBoolean(active[partition]);
    }
    if (index != null) {
      index.write(output);
    }
  }

  @Override
  public synchronized void restore(DataInput input) throws IOException {
    streamTime = input.readLong();
    watermark = input.readLong();
    futureRows = input.readLong();
    grow(input.readInt());
    for (int partition = 0; partition < size; partition++) {
      streamTimes[partition] = input.readLong();
      watermarks[partition] = input.readLong();
      active[partition] = input.readBoolean();
      activeCount += active[partition] ? 1 : 0;
      arrivals[partition] = arrivalMillis;
      least.set(partition, active[partition] ? watermarks[partition] : Long.MAX_VALUE);
    }
    if (index != null) {
      index.read(input);
    }
  }
}
