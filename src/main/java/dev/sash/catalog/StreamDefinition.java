package dev.sash.catalog;

import dev.sash.data.Schema;
import dev.sash.time.ZoneNames;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A declared stream.
 *
 * @param name as declared; matches in any case
 * @param schema its columns
 * @param watermark its event time, or null: then it has none
 * @param connector where rows come from ({@code file}, {@code stdin}, {@code datagen}), or null
 *     when they are inserted
 * @param bounded whether the connector's input ends by itself
 * @param options the WITH options as text, names in lower case
 */
public record StreamDefinition(
    String name,
    Schema schema,
    @Nullable WatermarkSpec watermark,
    @Nullable String connector,
    boolean bounded,
    Map<String, String> options) {

  public StreamDefinition {
    options = Map.copyOf(options);
  }

  /** The zone whose wall clock the input's timestamps show, or null when nothing is said: UTC. */
  public @Nullable ZoneId timeZone() {
    String zone = options.get("time_zone");
    return zone == null ? null : ZoneNames.find(zone);
  }
}
