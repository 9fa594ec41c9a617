package dev.sash.runtime;

import dev.sash.data.Schema;
import java.util.Set;

/**
 * What a connector needs to know of a stream.
 *
 * @param stream the stream's name, for messages
 * @param schema the columns to deliver
 * @param eventTimeColumn ordinal of the event-time column, or -1; rows with NULL there are bad rows
 * @param options the WITH options
 * @param optionalColumns ordinals of columns that the input may lack: they are NULL then, the event
 *     time too
 */
public record SourceSpec(
    String stream,
    Schema schema,
    int eventTimeColumn,
    ConnectorOptions options,
    Set<Integer> optionalColumns) {

  public SourceSpec {
    optionalColumns = Set.copyOf(optionalColumns);
  }

  /** The same with other options. */
  public SourceSpec withOptions(ConnectorOptions others) {
    return new SourceSpec(stream, schema, eventTimeColumn, others, optionalColumns);
  }

  /** A stream whose input has all columns. */
  public SourceSpec(String stream, Schema schema, int eventTimeColumn, ConnectorOptions options) {
    this(stream, schema, eventTimeColumn, options, Set.of());
  }
}
