package dev.sash.emission;

import java.util.List;

/** What happens to a view: a batch of rows, or the manual clock moves. */
public sealed interface Step {
  /** One INSERT. */
  record Insert(List<Event> events) implements Step {}

  /** ADVANCE CLOCK TO. */
  record Advance(long toMillis) implements Step {}
}
