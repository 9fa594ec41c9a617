package dev.sash.session;

import dev.sash.catalog.StreamDefinition;
import dev.sash.plan.WatermarkText;

/** Says in SQL's words what was declared of a stream. */
final class StreamText {
  private StreamText() {}

  /** {@code ts - 5 s}, or {@code none}. */
  static String watermark(StreamDefinition stream) {
    String text = WatermarkText.of(stream);
    return text == null ? "none" : text;
  }
}
