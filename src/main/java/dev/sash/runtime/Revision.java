package dev.sash.runtime;

import java.util.List;

/**
 * What a view has sent at one moment, for a query that reads it.
 *
 * @param emissions rows; may be empty when only time has gone on
 * @param clockMillis the view's engine clock
 * @param streamTime the largest event time that the view has read, {@link WatermarkGenerator#NONE}
 *     when this says nothing of it
 * @param watermark no row of the view is older from here on, {@link WatermarkGenerator#NONE} when
 *     this says nothing of it
 * @param closedEnd the newest window end at or before which every window of the view is closed and
 *     sent, {@link WatermarkGenerator#NONE} when this says nothing of it
 * @param settledEnd windows that end here or before do not change any more
 */
public record Revision(
    List<Emission> emissions,
    long clockMillis,
    long streamTime,
    long watermark,
    long closedEnd,
    long settledEnd) {
  public Revision {
    emissions = List.copyOf(emissions);
  }
}
