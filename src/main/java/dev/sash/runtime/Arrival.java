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
  private final @Nullable Delivery delivery;
  private final OperatorTime time;
  private final @Nullable RowTimes times;

  /** Worked out by whichever shard asks first. */
  private volatile long[] streamTimes = NOT_YET;

  /** How rows of a stream move time. */
  private record Delivery(WatermarkGenerator generator, QueryTime time, long streamTimeBefore) {}

  Arrival(ColumnBatch batch, WatermarkGenerator generator, QueryTime time) {
    this(batch, new Delivery(generator, time, generator.streamTime()), time);
  }

  private Arrival(ColumnBatch batch, @Nullable Delivery delivery, OperatorTime time) {
    this.batch = batch;
    this.delivery = delivery;
    this.time = time;
    times = delivery == null ? null : delivery.generator.rowTimes(batch);
  }

  /** Rows that come from an operator, all at the moment when it sends them. */
  static Arrival ofResults(ColumnBatch batch, OperatorTime time) {
    return new Arrival(batch, null, time);
  }

  /** The same for rows that were held back and go on now. */
  Arrival holding(ColumnBatch rows) {
    return delivery == null
        ? ofResults(rows, time)
        : new Arrival(rows, delivery.generator, delivery.time);
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
    return watermarkAt(row, time);
  }

  /** The watermark of an operator when the row arrived there. */
  long watermarkAt(int row, OperatorTime operator) {
    Delivery known = delivery;
    if (known == null) {
      return operator.watermark();
    }
    long streamTime = streamTimeAt(known, row);
    if (known.time.followsClock()) {
      return known.time.clockWatermarkFor(streamTime);
    }
    long own = times == null ? known.generator.watermarkOf(streamTime) : times.watermarks()[row];
    return known.time.watermarkFor(known.generator, own);
  }

  /** The engine clock when the row arrived. */
  public long arrivedAt(int row) {
    Delivery known = delivery;
    return known != null && known.time.isReplay()
        ? known.time.replayTimeFor(streamTimeAt(known, row))
        : time.nowMillis();
  }

  /** Sets the engine clock at which each of the rows was taken in, by its number. */
  void processingTimes(Rows rows, long[] clocks) {
    Delivery known = delivery;
    long now = time.nowMillis();
    for (int row = rows.from(); row < rows.to(); row++) {
      int own = rows.arrivalRow(row);
      clocks[row] =
          known != null && known.time.isReplay()
              ? known.time.replayTimeFor(
                  known.generator.streamTimeAfter(streamTimeAt(known, own), batch, own))
              : now;
    }
  }

  /** The largest event time of the stream's rows before this one. */
  private long streamTimeAt(Delivery known, int row) {
    if (times != null) {
      return times.streamTimes()[row];
    }
    long[] all = streamTimes;
    if (all == NOT_YET) {
      all = new long[batch.rowCount()];
      long largest = known.streamTimeBefore;
      for (int i = 0; i < all.length; i++) {
        all[i] = largest;
        largest = known.generator.streamTimeAfter(largest, batch, i);
      }
      streamTimes = all;
    }
    return all[row];
  }
}
