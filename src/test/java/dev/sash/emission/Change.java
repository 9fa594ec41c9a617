package dev.sash.emission;

import org.jspecify.annotations.Nullable;

/**
 * A row of {@code changes.v}.
 *
 * @param at the engine clock, or null at the end of the input
 * @param values the aggregates as one text
 */
public record Change(
    @Nullable Long at,
    String kind,
    String operation,
    long revision,
    Window window,
    @Nullable String key,
    String values) {

  /** Whom it is about: key and window. */
  String group() {
    return key + " " + window;
  }

  /** Without operation and revision: what an operator sends. */
  public String sent() {
    boolean gone = operation.equals("-D");
    String row = window + " " + key + (gone ? "" : " " + values);
    return moment() + " " + kind + (gone ? " removed " : " ") + row;
  }

  private String moment() {
    return at == null ? "end" : "@" + at;
  }

  @Override
  public String toString() {
    return moment() + " " + kind + " " + operation + " " + revision + " " + group() + " " + values;
  }
}
