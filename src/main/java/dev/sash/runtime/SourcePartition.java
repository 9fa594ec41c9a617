package dev.sash.runtime;

/**
 * One of several parts of a stream that are read side by side, each with a stream time of its own.
 *
 * @param name what it is, such as a file, for messages
 */
public record SourcePartition(String name, Source source) {}
