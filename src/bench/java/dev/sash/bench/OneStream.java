package dev.sash.bench;

import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.ViewColumns;
import dev.sash.catalog.WatermarkSpec;
import dev.sash.data.Schema;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A catalog with the stream {@code s} of {@link Events}. */
final class OneStream implements Catalog {
  private static final StreamDefinition STREAM =
      new StreamDefinition(
          "s",
          Events.SCHEMA,
          new WatermarkSpec(0, Events.DISORDER_MILLIS),
          "bench",
          true,
          Map.of());

  @Override
  public @Nullable StreamDefinition stream(String name) {
    return name.equalsIgnoreCase("s") ? STREAM : null;
  }

  @Override
  public @Nullable ViewColumns view(String name) {
    return null;
  }

  @Override
  public @Nullable Schema table(String name) {
    return null;
  }

  @Override
  public Collection<String> names() {
    return List.of("s");
  }
}
