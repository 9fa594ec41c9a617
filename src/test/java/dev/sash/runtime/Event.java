package dev.sash.runtime;

import org.jspecify.annotations.Nullable;

/** A row of the tests' stream: event time, key, value. */
record Event(long time, @Nullable String key, @Nullable Long value) {
  static Event of(long time, String key) {
    return new Event(time, key, 1L);
  }
}
