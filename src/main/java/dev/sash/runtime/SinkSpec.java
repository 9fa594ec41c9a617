package dev.sash.runtime;

import dev.sash.data.Schema;
import java.util.List;

/**
 * What a connector needs to know of a sink.
 *
 * @param name the sink's name, for messages
 * @param schema the columns that it is given
 * @param keyColumns ordinals of the columns that identify a row; empty where rows are only added
 * @param options the WITH options without {@code connector} and {@code mode}
 */
public record SinkSpec(
    String name, Schema schema, List<Integer> keyColumns, ConnectorOptions options) {
  public SinkSpec {
    keyColumns = List.copyOf(keyColumns);
  }
}
