package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import org.jspecify.annotations.Nullable;

/**
 * A batch as a stream delivered it, and what the clocks showed when each of its rows arrived.
 * Watermark and replay clock move after every row, so they depend on the row and not on where a
 * batch begins. Where they follow from the event times they are only worked out for rows that are
 * late; else they are written down as the rows are taken in.
 */
public final class Arrival {
  private static final long[] NOT_YET = {};

  private final ColumnBatch batch;
  private final WatermarkGenerator generator;
  private final long streamTimeBefore;
  private final QueryTime time;
  private final @Nullable RowTimes times;
  private long[] streamTimes = NOT_YET;

  Arrival(ColumnBatch batch, WatermarkGenerator generator, QueryTime time) {
    this.batch = batch;
    this.generator = generator;
    this.streamTimeBefore = generator.streamTime();
    this.time = time;
    times = generator.rowTimes(batch);
  }

  /** The same for rows that were held back and go on now. */
  Arrival holding(ColumnBatch rows) {
    return new Arrival(rows, generator, time);
  }

  /** The rows. */
  public ColumnBatch batch() {
    return batch;
  }

  /** What the rows do to time, or null when their event times say it. */
  @Nullable RowTimes times() {
    return times;
  }

  /** The query's watermark when the row arrived. */
  public long watermarkAt(int row) {
    if (time.followsClock()) {
      return time.clockWatermarkFor(streamTimeAt(row));
    }
    long own = times == null ? generator.watermarkOf(streamTimeAt(row)) : times.watermarks()[row];
    return time.watermarkFor(generator, own);
  }

  /** The engine clock when the row arrived. */
  public long arrivedAt(int row) {
    return time.isReplay() ? time.replayTimeFor(streamTimeAt(row)) : time.nowMillis();
  }

  /** Sets the engine clock at which each of the rows was taken in, by its number. */
  void processingTimes(Rows rows, long[] clocks) {
    long now = time.nowMillis();
    for (int row = rows.from(); row < rows.to(); row++) {
      int own = rows.arrivalRow(row);
      clocks[row] =
          time.isReplay()
              ? time.replayTimeFor(generator.streamTimeAfter(streamTimeAt(own), batch, own))
              : now;
    }
  }

  /** The largest event time of the stream's rows before this one. */
  private long streamTimeAt(int row) {
    if (times != null) {
      return times.streamTimes()[row];
    }
    if (streamTimes == NOT_YET) {
      streamTimes = new long[batch.rowCount()];
      long largest = streamTimeBefore;
      for (int i = 0; i < streamTimes.length; i++) {
        streamTimes[i] = largest;
        largest = generator.streamTimeAfter(largest, batch, i);
      }
    }
    return streamTimes[row];
  }
}
