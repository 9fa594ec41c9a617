package dev.sash.session;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Which of a view's changes a sink is given. */
enum SinkMode {
  /** Rows that do not change any more: FINAL ones, or all of a view without a key. */
  APPEND,
  /** The newest row of each key, and that it is gone. */
  UPSERT,
  /** Every change, with what {@code changes.v} says of it. */
  CHANGES,
  /** By how much the numbers of a row have grown since it was sent last. */
  DELTA;

  /** The words in {@code mode = '...'}. */
  static List<String> words() {
    return Arrays.stream(values()).map(SinkMode::word).toList();
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
