package dev.sash.connector.format;

import dev.sash.runtime.ConnectorOptions;
import java.util.Set;
import java.util.TreeSet;

/** The WITH options that belong to the stream, not to its connector. */
public final class StreamOptions {
  private static final Set<String> NAMES =
      Set.of(
          "connector",
          "on_error",
          "retain_rows",
          "idle_timeout",
          "max_future_skew",
          "partition_by");

  private StreamOptions() {}

  /** These names and those of a connector, as of {@link ConnectorOptions#rejectUnknown}. */
  public static Set<String> with(Set<String> connectorOptions) {
    Set<String> all = new TreeSet<>(NAMES);
    all.addAll(connectorOptions);
    return all;
  }
}
