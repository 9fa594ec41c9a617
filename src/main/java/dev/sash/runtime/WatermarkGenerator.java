package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The watermark of one input: the largest event time so far minus the declared delay, or the
 * largest value of the declared expression; with partitions the least of theirs. It moves after
 * every row and never back.
 *
 * <p>A live input that has been silent for the idle time-out leaves the minimum over inputs; when
 * all are idle, the watermark goes on by elapsed time (see {@link LiveTime}), so that the last
 * window of a burst closes by itself.
 *
 * <p>An input of one partition with a fixed delay, the common case, is worked out here: its
 * watermark follows from its stream time. All others keep {@link PartitionTimes}.
 */
public final class WatermarkGenerator implements Snapshotable {
  /** "No row yet", and the watermark before the first row. */
  public static final long NONE = Long.MIN_VALUE;

  /** The watermark at the end of a bounded input. */
  public static final long END = Long.MAX_VALUE;

  private final int eventTimeColumn;
  private final long delayMillis;
  private final @Nullable WatermarkExpression expression;
  private final @Nullable PartitionTimes partitions;
  private long streamTime = NONE;
  private long followed = NONE;
  private long futureLimit = Long.MAX_VALUE;
  private long futureRows;
  private long lastArrivalMillis;
  private boolean ended;
  private boolean idle;

  /**
   * A generator for rows whose event time stands in the given column.
   *
   * @param eventTimeColumn its ordinal, or -1 for a stream without event time, whose watermark
   *     moves at its end only
   */
  public WatermarkGenerator(int eventTimeColumn, long delayMillis) {
    this.eventTimeColumn = eventTimeColumn;
    this.delayMillis = delayMillis;
    expression = null;
    partitions = null;
  }

  /**
   * A generator for rows of several partitions, or with a watermark that is computed.
   *
   * @param delayMillis not used with an expression
   * @param expression its value for a row, or null for the event time minus the delay
   * @param partitioning or null: all rows are of one partition
   */
  public WatermarkGenerator(
      int eventTimeColumn,
      long delayMillis,
      @Nullable WatermarkExpression expression,
      @Nullable Partitioning partitioning) {
    this.eventTimeColumn = eventTimeColumn;
    this.delayMillis = delayMillis;
    this.expression = expression;
    partitions = new PartitionTimes(partitioning);
  }

  /** Ordinal of the event-time column, or -1. */
  int eventTimeColumn() {
    return eventTimeColumn;
  }

  /** The largest event time so far, or {@link #NONE}. */
  public long streamTime() {
    return partitions == null ? streamTime : partitions.streamTime();
  }

  /** How far the watermark is behind the stream time. */
  public long delayMillis() {
    return delayMillis;
  }

  /** The watermark, {@link #NONE} before the first row, {@link #END} after the last. */
  public long watermark() {
    return ended ? END : partitions == null ? watermarkOf(streamTime) : partitions.watermark();
  }

  /** The largest watermark of a partition: where time goes on from when all are idle. */
  long largestWatermark() {
    return partitions == null ? watermarkOf(streamTime) : partitions.largestWatermark();
  }

  /** What the watermark of one partition with a fixed delay is at a stream time. */
  long watermarkOf(long time) {
    return time == NONE ? followed : Math.max(followed, time - delayMillis);
  }

  /** Takes over what the view that is read says of its time. */
  void follow(Revision revision) {
    streamTime = Math.max(streamTime, revision.streamTime());
    followed = Math.max(followed, revision.watermark());
  }

  /** How many partitions have had rows. */
  public int partitionCount() {
    return partitions == null ? 1 : partitions.count();
  }

  /**
   * The partition that the watermark waits for; when all are idle the one that was heard of last;
   * null before the first row. With one partition, that one.
   */
  public @Nullable WatermarkPartition slowestPartition() {
    if (partitions != null) {
      return partitions.slowest();
    }
    return streamTime == NONE
        ? null
        : new WatermarkPartition(
            null, streamTime, watermarkOf(streamTime), lastArrivalMillis, idle);
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeLong(streamTime);
    output.writeLong(followed);
    output.writeLong(futureRows);
    output.writeBoolean(ended);
    if (partitions != null) {
      partitions.snapshot(output);
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    streamTime = input.readLong();
    followed = input.readLong();
    futureRows = input.readLong();
    ended = input.readBoolean();
    if (partitions != null) {
      partitions.restore(input);
    }
  }

  /** The input has ended. */
  public void end() {
    ended = true;
  }

  /** Whether the input has been silent for so long that others need not wait for it. */
  public boolean isIdle() {
    return partitions == null || partitions.streamTime() == NONE ? idle : partitions.allIdle();
  }

  /** Whether the input has ended. */
  public boolean isEnded() {
    return ended;
  }

  /** The watch for silence begins: what was before does not count. */
  void watchFrom(long nowMillis) {
    arrivedAt(nowMillis);
    if (partitions != null) {
      partitions.watchFrom(nowMillis);
    }
  }

  /** Rows come. */
  void arrivedAt(long nowMillis) {
    lastArrivalMillis = nowMillis;
    idle = false;
    if (partitions != null) {
      partitions.arrivedAt(nowMillis);
    }
  }

  /** The engine clock when the last rows came. */
  long lastArrivalMillis() {
    return lastArrivalMillis;
  }

  /**
   * Lets the input, or those of its partitions, that were silent for so long leave the minimum.
   *
   * @return since when all of it is idle, {@link #NONE} if it is not
   */
  long markIdle(long nowMillis, long timeoutMillis) {
    if (ended || timeoutMillis == Long.MAX_VALUE) {
      return NONE;
    }
    if (partitions != null && partitions.streamTime() != NONE) {
      return partitions.markIdle(nowMillis, timeoutMillis);
    }
    long since = lastArrivalMillis + timeoutMillis;
    idle = nowMillis >= since;
    return idle ? since : NONE;
  }

  /** Whether another generator's rows would move both alike. */
  boolean standsWith(WatermarkGenerator other) {
    return partitions == null
        && other.partitions == null
        && eventTimeColumn == other.eventTimeColumn
        && delayMillis == other.delayMillis
        && streamTime == other.streamTime
        && followed == other.followed
        && ended == other.ended;
  }

  /**
   * Goes where another generator is that stood with this one.
   *
   * @param futureRowsBefore those of the other when they stood together
   */
  void goWith(WatermarkGenerator other, long futureRowsBefore) {
    streamTime = other.streamTime;
    futureRows += other.futureRows - futureRowsBefore;
  }

  /** Takes over which rows are too far in the future. */
  void clampFutureWith(WatermarkGenerator other) {
    clampFuture(other.futureLimit);
  }

  /** Rows later than this do not move the stream time: one clock in the future must not decide. */
  public void clampFuture(long limitMillis) {
    futureLimit = limitMillis;
    if (partitions != null) {
      partitions.clampFuture(limitMillis);
    }
  }

  /** Rows that were beyond the limit of {@link #clampFuture}. */
  public long futureRows() {
    return partitions == null ? futureRows : partitions.futureRows();
  }

  /** The stream time after a row that arrives at the given stream time. */
  long streamTimeAfter(long before, ColumnBatch batch, int row) {
    if (eventTimeColumn < 0) {
      return before;
    }
    long eventTime = batch.longs(eventTimeColumn).values()[row];
    return eventTime > futureLimit ? before : Math.max(before, eventTime);
  }

  /** What its rows do to time, or null when that follows from their event times alone. */
  @Nullable RowTimes rowTimes(ColumnBatch batch) {
    if (partitions == null) {
      return null;
    }
    int count = batch.rowCount();
    long[] eventTimes = batch.longs(eventTimeColumn).values();
    return new RowTimes(
        eventTimes,
        expression == null ? delayed(eventTimes, count) : expression.values(batch),
        partitions.partitionsOf(batch),
        new long[count],
        new long[count]);
  }

  private long[] delayed(long[] eventTimes, int count) {
    long[] values = new long[count];
    for (int row = 0; row < count; row++) {
      values[row] = eventTimes[row] - delayMillis;
    }
    return values;
  }

  /**
   * Moves the stream time over rows, up to and including the first that brings it to a stop, or up
   * to the first whose event time is above {@link Stops#eventTimeAbove}.
   *
   * @return the row after the last one taken
   */
  int advance(Arrival arrival, int from, Stops stops) {
    RowTimes times = arrival.times();
    if (partitions != null && times != null) {
      return partitions.advance(times, from, stops);
    }
    ColumnBatch batch = arrival.batch();
    int to = batch.rowCount();
    if (eventTimeColumn < 0) {
      return to;
    }
    long[] eventTimes = batch.longs(eventTimeColumn).values();
    long stopAfter = stops.streamTimeReached(delayMillis);
    for (int row = from; row < to; row++) {
      long eventTime = eventTimes[row];
      if (eventTime > streamTime) {
        if (eventTime > futureLimit) {
          futureRows++;
          continue;
        }
        if (eventTime > stops.eventTimeAbove()) {
          return row;
        }
        streamTime = eventTime;
        if (eventTime >= stopAfter) {
          return row + 1;
        }
      }
    }
    return to;
  }

  /**
   * Where a run of rows must end.
   *
   * @param eventTimeAbove before a row with a later event time: a tick is due
   * @param watermarkReached after a row that moves the watermark there: a window closes
   * @param streamTimeLimit after a row that moves the stream time there: another input is next
   */
  record Stops(long eventTimeAbove, long watermarkReached, long streamTimeLimit) {
    private long streamTimeReached(long delayMillis) {
      long closing =
          watermarkReached > Long.MAX_VALUE - delayMillis
              ? Long.MAX_VALUE
              : watermarkReached + delayMillis;
      return Math.min(closing, streamTimeLimit);
    }
  }
}
