package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The watermark of one input: the largest event time so far minus the declared delay. It moves
 * after every row and never back.
 *
 * <p>A live input that has been silent for the idle time-out leaves the minimum over inputs; when
 * all are idle, the watermark goes on by elapsed time (see {@link QueryTime}), so that the last
 * window of a burst closes by itself.
 */
public final class WatermarkGenerator implements Snapshotable {
  /** "No row yet", and the watermark before the first row. */
  public static final long NONE = Long.MIN_VALUE;

  /** The watermark at the end of a bounded input. */
  public static final long END = Long.MAX_VALUE;

  private final int eventTimeColumn;
  private final long delayMillis;
  private long streamTime = NONE;
  private long followed = NONE;
  private long futureLimit = Long.MAX_VALUE;
  private long futureRows;
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
  }

  /** Ordinal of the event-time column, or -1. */
  int eventTimeColumn() {
    return eventTimeColumn;
  }

  /** The largest event time so far, or {@link #NONE}. */
  public long streamTime() {
    return streamTime;
  }

  /** The watermark, {@link #NONE} before the first row, {@link #END} after the last. */
  public long watermark() {
    return ended ? END : watermarkOf(streamTime);
  }

  /** What the watermark is at a stream time. */
  public long watermarkOf(long time) {
    return time == NONE ? followed : Math.max(followed, time - delayMillis);
  }

  /** Takes over what the view that is read says of its time. */
  void follow(Revision revision) {
    streamTime = Math.max(streamTime, revision.streamTime());
    followed = Math.max(followed, revision.watermark());
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeLong(streamTime);
    output.writeLong(followed);
    output.writeLong(futureRows);
    output.writeBoolean(ended);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    streamTime = input.readLong();
    followed = input.readLong();
    futureRows = input.readLong();
    ended = input.readBoolean();
  }

  /** The input has ended. */
  public void end() {
    ended = true;
  }

  /** Whether the input has been silent for so long that others need not wait for it. */
  public boolean isIdle() {
    return idle;
  }

  void idle(boolean silent) {
    idle = silent;
  }

  /** Whether the input has ended. */
  public boolean isEnded() {
    return ended;
  }

  /** Rows later than this do not move the stream time: one clock in the future must not decide. */
  public void clampFuture(long limitMillis) {
    futureLimit = limitMillis;
  }

  /** Rows that were beyond the limit of {@link #clampFuture}. */
  public long futureRows() {
    return futureRows;
  }

  /** The stream time after a row that arrives at the given stream time. */
  long streamTimeAfter(long before, ColumnBatch batch, int row) {
    if (eventTimeColumn < 0) {
      return before;
    }
    long eventTime = batch.longs(eventTimeColumn).values()[row];
    return eventTime > futureLimit ? before : Math.max(before, eventTime);
  }

  /**
   * Moves the stream time over rows, up to and including the first that brings it to {@code
   * stopAfter}, or up to the first whose event time is above {@code stopBefore}.
   *
   * @return the row after the last one taken
   */
  int advance(ColumnBatch batch, int from, Stops stops) {
    int to = batch.rowCount();
    if (eventTimeColumn < 0) {
      return to;
    }
    long[] eventTimes = batch.longs(eventTimeColumn).values();
    long stopAfter = stops.streamTimeReached(delayMillis);
    for (int row = from; row < to; row++) {
      long eventTime = eventTimes[row];
      if (eventTime > streamTime) {
        if (eventTime > stops.eventTimeAbove()) {
          return row;
        }
        if (eventTime > futureLimit) {
          futureRows++;
          continue;
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
