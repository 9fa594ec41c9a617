package dev.sash.emission;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How the tests write and read the values of SQL. */
final class SqlText {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS");

  private SqlText() {}

  static String interval(long millis) {
    String sign = millis < 0 ? "-" : "";
    long positive = Math.abs(millis);
    return "INTERVAL '%s%d.%03d' SECOND".formatted(sign, positive / 1000, positive % 1000);
  }

  static String timestamp(long millis) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);
    return "TIMESTAMP '" + TIMESTAMP.format(time.plusNanos(millis * 1_000_000)) + "'";
  }

  static long millis(String timestamp) {
    return LocalDateTime.parse(timestamp.replace(' ', 'T'))
        .toInstant(ZoneOffset.UTC)
        .toEpochMilli();
  }

  static String insert(String stream, List<Event> events) {
    return events.stream()
        .map(
            event ->
                "(%s, %s, %s)"
                    .formatted(timestamp(event.time()), literal(event.key()), event.value()))
        .collect(Collectors.joining(", ", "INSERT INTO " + stream + " VALUES ", ""));
  }

  private static String literal(@Nullable String text) {
    return text == null ? "NULL" : "'" + text + "'";
  }
}
