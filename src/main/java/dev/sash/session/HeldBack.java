package dev.sash.session;

import dev.sash.runtime.WatermarkGenerator;
import dev.sash.runtime.WatermarkPartition;
import org.jspecify.annotations.Nullable;

/**
 * What holds the watermark of an input back: one of several partitions of its stream.
 *
 * @param by the partition, or null when the stream has only one
 * @param millis how long ago its last row came, or null
 */
record HeldBack(@Nullable String by, @Nullable Long millis) {
  private static final HeldBack BY_NOTHING = new HeldBack(null, null);

  /** The slowest partition of an input, by the clock of its query. */
  static HeldBack of(InputProgress progress) {
    WatermarkGenerator generator = progress.input().generator();
    WatermarkPartition slowest = generator.slowestPartition();
    if (slowest == null || generator.partitionCount() < 2) {
      return BY_NOTHING;
    }
    String text = slowest.text();
    String name = text == null ? "NULL" : text;
    return new HeldBack(name, Math.max(0, progress.nowMillis() - slowest.lastArrivalMillis()));
  }
}
