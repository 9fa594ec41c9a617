package dev.sash.session;

import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.WatermarkSpec;
import dev.sash.time.DurationText;

/** Says in SQL's words what was declared of a stream. */
final class StreamText {
  private StreamText() {}

  /** {@code ts - 5 s}, or {@code none}. */
  static String watermark(StreamDefinition stream) {
    WatermarkSpec watermark = stream.watermark();
    if (watermark == null) {
      return "none";
    }
    String column = stream.schema().field(watermark.eventTimeColumn()).name();
    return watermark.delayMillis() == 0
        ? column
        : column + " - " + DurationText.format(watermark.delayMillis());
  }
}
