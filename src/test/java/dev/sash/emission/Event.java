package dev.sash.emission;

import org.jspecify.annotations.Nullable;

/** A row of the tests' stream: event time in milliseconds, key, value. */
public record Event(long time, @Nullable String key, @Nullable Long value) {
  /** A row of value 1. */
  public static Event of(long time, String key) {
    return new Event(time, key, 1L);
  }
}
