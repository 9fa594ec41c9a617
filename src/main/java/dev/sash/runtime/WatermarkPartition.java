package dev.sash.runtime;

import org.jspecify.annotations.Nullable;

/**
 * How far the time of one partition of an input has come.
 *
 * @param text the value of the partitioning column, or null: it is NULL, or there is one partition
 * @param streamTimeMillis its largest event time, {@link WatermarkGenerator#NONE} before the first
 * @param watermarkMillis its watermark, {@link WatermarkGenerator#NONE} without one
 * @param lastArrivalMillis the engine clock when its last row came
 * @param idle whether it has been silent for so long that others need not wait for it
 */
public record WatermarkPartition(
    @Nullable String text,
    long streamTimeMillis,
    long watermarkMillis,
    long lastArrivalMillis,
    boolean idle) {}
