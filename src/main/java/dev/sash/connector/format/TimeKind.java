package dev.sash.connector.format;

/** What a text about time means. */
enum TimeKind {
  /** Epoch milliseconds. */
  TIMESTAMP("a timestamp", "yyyy-MM-dd HH:mm:ss[.SSS]"),
  /** Epoch days. */
  DATE("a date", "yyyy-MM-dd"),
  /** Milliseconds since midnight. */
  TIME("a time", "HH:mm:ss[.SSS]");

  private final String noun;
  private final String iso;

  TimeKind(String noun, String iso) {
    this.noun = noun;
    this.iso = iso;
  }

  /** {@code a date, expected yyyy-MM-dd}. */
  String expectedIso() {
    return expected(iso);
  }

  /** {@code a date, expected dd.MM.yyyy}. */
  String expected(String pattern) {
    return noun + ", expected " + pattern;
  }
}
