package dev.sash.session;

import dev.sash.runtime.PipelineInput;
import org.jspecify.annotations.Nullable;

/**
 * What holds the watermark of an input back: one of several partitions of its stream.
 *
 * @param by the partition, or null when the stream has only one
 * @param millis for how long, or null
 */
record HeldBack(@Nullable String by, @Nullable Long millis) {
  private static final HeldBack BY_NOTHING = new HeldBack(null, null);

  /** Streams are read as one partition each, so that none can wait for another. */
  static HeldBack of(PipelineInput input) {
    return BY_NOTHING;
  }
}
