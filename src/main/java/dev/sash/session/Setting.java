package dev.sash.session;

import dev.sash.error.Suggestion;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.time.DurationText;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What SET can change. A change holds for what is created afterwards. */
enum Setting {
  MAX_KEYS(Kind.COUNT, "10000000", "most keys of one query"),
  WARN_KEYS(Kind.COUNT, "100000", "keys of one query above which it says so, once"),
  MAX_STATE_BYTES(Kind.COUNT, "4294967296", "most bytes of window state of one query"),
  MAX_PANES_PER_WINDOW(
      Kind.COUNT, "1000000", "most panes, gcd(slide, size) wide, that a window may consist of"),
  VIEW_ROWS(Kind.COUNT, "1000000", "most rows that a view keeps, oldest windows go first"),
  CHANGELOG_ROWS(Kind.COUNT, "100000", "newest rows that changes.<view> keeps"),
  LATE_ROWS(Kind.COUNT, "10000", "newest rows that late.<view> keeps"),
  FILL_ROWS(
      Kind.COUNT,
      "100000",
      "most rows that fill one gap in the input, oldest windows are left out"),
  REPROCESS_BYTES(
      Kind.SIZE, "67108864", "bytes of closed windows that a view keeps for REPROCESS LATE, or 0"),
  RETAIN_ROWS(Kind.COUNT, "10000", "newest rows that a stream keeps for later readers"),
  QUEUE_ROWS(Kind.COUNT, "1000000", "rows that may wait for one query before INSERT waits too"),
  RESULT_ROWS(Kind.COUNT, "100000", "rows that may wait for a slow reader before its query waits"),
  VIEW_WAIT(
      Kind.DURATION,
      "1 s",
      "how long views of the same streams wait for one another to show a moment together"),
  SHARDS(Kind.SPLIT, "1", "parts into which the keys of one query are split, 1 to 64"),
  SHARE_PANES(
      Kind.SWITCH, "off", "whether views of one stream, condition and key share the work on rows"),
  MAX_PARTITIONS(Kind.COUNT, "10000", "most values of the column that a stream is partitioned by"),
  IDLE_TIMEOUT(Kind.DURATION, "10 s", "silence after which a live input is idle, or none"),
  MAX_FUTURE_SKEW(Kind.DURATION, "1 min", "how far ahead of a live clock rows move stream time");

  /** What values look like. */
  enum Kind {
    COUNT,
    SPLIT,
    SIZE,
    SWITCH,
    DURATION
  }

  private static final int SPLIT_MAX = 64;

  private final Kind kind;
  private final String standard;
  private final String description;

  Setting(Kind kind, String standard, String description) {
    this.kind = kind;
    this.standard = standard;
    this.description = description;
  }

  /** The name in SET. */
  String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value without SET. */
  String standard() {
    return standard;
  }

  /** What it bounds. */
  String description() {
    return description;
  }

  /** What a value must be, for a message. */
  String expected() {
    return switch (kind) {
      case COUNT -> "a whole number above zero";
      case SPLIT -> "a whole number from 1 to " + SPLIT_MAX;
      case SIZE -> "a whole number, or zero";
      case SWITCH -> "on or off";
      case DURATION -> "a time such as '10 s', or NONE";
    };
  }

  /** The value of a text as a number (milliseconds, 1 for on), or null when it is none. */
  @Nullable Long parse(String text) {
    if (kind == Kind.DURATION) {
      return text.equalsIgnoreCase("none") ? (Long) Long.MAX_VALUE : DurationText.parse(text);
    }
    if (kind == Kind.SWITCH) {
      return text.equalsIgnoreCase("on") ? (Long) 1L : text.equalsIgnoreCase("off") ? 0L : null;
    }
    try {
      long number = Long.parseLong(text.replace("_", ""));
      boolean fits =
          number > 0 ? kind != Kind.SPLIT || number <= SPLIT_MAX : number == 0 && kind == Kind.SIZE;
      return fits ? (Long) number : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Fails when a stream's option of this name has a value that the setting could not take. */
  void check(ConnectorOptions options) {
    String text = options.text(sqlName());
    if (text != null && parse(text) == null) {
      throw options.wrong(sqlName(), expected());
    }
  }

  /** A value as it is shown: {@code 2 min}, however it was written. */
  String shown(String text) {
    if (kind == Kind.SWITCH) {
      return text.toLowerCase(Locale.ROOT);
    }
    Long value = kind == Kind.DURATION ? parse(text) : null;
    return value == null || value == Long.MAX_VALUE ? text : DurationText.format(value);
  }

  /** The setting of that name in any case, or null. */
  static @Nullable Setting find(String name) {
    for (Setting setting : values()) {
      if (setting.sqlName().equalsIgnoreCase(name)) {
        return setting;
      }
    }
    return null;
  }

  /** Whether a name is a setting's or, with a typing mistake behind its first letter, was meant. */
  static boolean isMeant(String name) {
    String nearest = Suggestion.nearest(name, names());
    return nearest != null && nearest.regionMatches(true, 0, name, 0, 1);
  }

  /** All names. */
  static List<String> names() {
    return List.of(values()).stream().map(Setting::sqlName).toList();
  }
}
