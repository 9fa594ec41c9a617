package dev.sash.plan;

import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.WatermarkSpec;
import dev.sash.time.DurationText;
import org.jspecify.annotations.Nullable;

/** A declared watermark in SQL's words. */
public final class WatermarkText {
  private WatermarkText() {}

  /** {@code ts - 5 s}, {@code ts - 5 s for each device}, or null without a watermark. */
  public static @Nullable String of(StreamDefinition stream) {
    WatermarkSpec watermark = stream.watermark();
    if (watermark == null) {
      return null;
    }
    WatermarkSpec.Expression expression = watermark.expression();
    String text =
        expression != null
            ? expression.sql()
            : stream.schema().field(watermark.eventTimeColumn()).name() + delay(watermark);
    return watermark.partitionColumn() < 0
        ? text
        : text + " for each " + stream.schema().field(watermark.partitionColumn()).name();
  }

  private static String delay(WatermarkSpec watermark) {
    return watermark.delayMillis() == 0 ? "" : " - " + DurationText.format(watermark.delayMillis());
  }
}
