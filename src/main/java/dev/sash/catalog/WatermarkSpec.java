package dev.sash.catalog;

/**
 * {@code WATERMARK FOR ts AS ts - delay}.
 *
 * @param eventTimeColumn ordinal of the event-time column in the stream's schema
 * @param delayMillis how far behind the largest event time rows may still come; 0 means ascending
 */
public record WatermarkSpec(int eventTimeColumn, long delayMillis) {}
