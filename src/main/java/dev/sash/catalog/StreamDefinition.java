package dev.sash.catalog;

import dev.sash.data.Schema;
import dev.sash.time.ZoneNames;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A declared stream.
 *
 * @param name as declared; matches in any case
 * @param schema its columns
 * @param watermark its event time, or null: then it has none
 * @param connector where rows come from ({@code file}, {@code stdin}, {@code datagen}, ...), or
 *     null when they are inserted
 * @param bounded whether the connector's input ends by itself
 * @param options the WITH options as text, names in lower case
 * @param arrivals by column, whether it says when a row arrived
 */
public record StreamDefinition(
    String name,
    Schema schema,
    @Nullable WatermarkSpec watermark,
    @Nullable String connector,
    boolean bounded,
    Map<String, String> options,
    List<ArrivalTime> arrivals) {

  public StreamDefinition {
    options = Map.copyOf(options);
    arrivals = List.copyOf(arrivals);
  }

  /** A stream whose columns hold what its input says. */
  public StreamDefinition(
      String name,
      Schema schema,
      @Nullable WatermarkSpec watermark,
      @Nullable String connector,
      boolean bounded,
      Map<String, String> options) {
    this(
        name,
        schema,
        watermark,
        connector,
        bounded,
        options,
        Collections.nCopies(schema.size(), ArrivalTime.NONE));
  }

  /** The zone whose wall clock the input's timestamps show, or null when nothing is said: UTC. */
  public @Nullable ZoneId timeZone() {
    String zone = options.get("time_zone");
    return zone == null ? null : ZoneNames.find(zone);
  }
}
