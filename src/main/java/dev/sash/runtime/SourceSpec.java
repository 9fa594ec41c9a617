package dev.sash.runtime;

import dev.sash.data.Schema;

/**
 * What a connector needs to know of a stream.
 *
 * @param stream the stream's name, for messages
 * @param schema the columns to deliver
 * @param eventTimeColumn ordinal of the event-time column, or -1; rows with NULL there are bad rows
 * @param options the WITH options
 */
public record SourceSpec(
    String stream, Schema schema, int eventTimeColumn, ConnectorOptions options) {}
