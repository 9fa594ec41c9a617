package dev.sash.aggregate;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Functions whose result is the text of JSON, and what they must give. */
final class ArrayCases {
  private static final DataType TEXT = DataType.of(Kind.VARCHAR);
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter();

  private ArrayCases() {}

  static void addTo(List<AggregateCase> cases, int column) {
    for (boolean distinct : new boolean[] {false, true}) {
      cases.add(call("ARRAY_AGG", distinct, List.of(column), List.of(), List.of()));
      List<AggregateRequest.Order> order = List.of(new AggregateRequest.Order(distinct, !distinct));
      cases.add(
          call("ARRAY_AGG", distinct, List.of(column, 0), List.of(BigDecimal.valueOf(2)), order));
    }
    cases.add(call("HISTOGRAM", false, List.of(column), List.of(), List.of()));
    cases.add(call("TOP_K", false, List.of(column), List.of(BigDecimal.valueOf(2)), List.of()));
  }

  private static AggregateCase call(
      String function,
      boolean distinct,
      List<Integer> ordinals,
      List<Object> constants,
      List<AggregateRequest.Order> order) {
    return new AggregateCase(function, distinct, ordinals, TEXT, constants, order);
  }

  static boolean covers(AggregateCase call) {
    return List.of("ARRAY_AGG", "HISTOGRAM", "TOP_K").contains(call.function());
  }

  static String result(AggregateCase call, List<List<@Nullable Object>> rows) {
    DataType type = call.types().get(0);
    List<List<@Nullable Object>> sorted = new ArrayList<>(rows);
    sorted.sort(order(call));
    List<String> values = new ArrayList<>();
    sorted.forEach(row -> values.add(json(row.get(0), type)));
    Map<String, Integer> counts = new LinkedHashMap<>();
    values.forEach(value -> counts.merge(value, 1, Integer::sum));
    return switch (call.function()) {
      case "ARRAY_AGG" ->
          (call.distinct() ? new LinkedHashSet<>(values) : values)
              .stream()
                  .limit(call.constants().isEmpty() ? Long.MAX_VALUE : 2)
                  .collect(Collectors.joining(",", "[", "]"));
      case "HISTOGRAM" ->
          counts.entrySet().stream()
              .map(entry -> name(entry.getKey()) + ":" + entry.getValue())
              .collect(Collectors.joining(",", "{", "}"));
      default ->
          counts.entrySet().stream()
              .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
              .limit(2)
              .map(entry -> "[" + entry.getKey() + "," + entry.getValue() + "]")
              .collect(Collectors.joining(",", "[", "]"));
    };
  }

  private static Comparator<List<@Nullable Object>> order(AggregateCase call) {
    Comparator<@Nullable Object> values = Comparator.nullsLast(OrderedCases::compare);
    Comparator<List<@Nullable Object>> byValue = (a, b) -> values.compare(a.get(0), b.get(0));
    if (call.order().isEmpty()) {
      return byValue;
    }
    AggregateRequest.Order key = call.order().get(0);
    Comparator<Object> keys =
        (a, b) -> key.descending() ? OrderedCases.compare(b, a) : OrderedCases.compare(a, b);
    Comparator<@Nullable Object> withNull =
        key.nullsFirst() ? Comparator.nullsFirst(keys) : Comparator.nullsLast(keys);
    Comparator<List<@Nullable Object>> byKey = (a, b) -> withNull.compare(a.get(1), b.get(1));
    return byKey.thenComparing(byValue);
  }

  private static String name(String json) {
    return json.startsWith("\"") ? json : '"' + json + '"';
  }

  private static String json(@Nullable Object value, DataType type) {
    if (value == null) {
      return "null";
    } else if (type.kind() == Kind.DATE) {
      return '"' + LocalDate.ofEpochDay((Long) value).toString() + '"';
    } else if (type.kind() == Kind.TIMESTAMP) {
      long millis = (Long) value;
      return '"'
          + LocalDateTime.ofEpochSecond(
                  Math.floorDiv(millis, 1000),
                  Math.floorMod(millis, 1000) * 1_000_000,
                  ZoneOffset.UTC)
              .format(TIMESTAMP)
          + '"';
    } else if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    } else if (value instanceof String text) {
      return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
    boolean special = value instanceof Double number && !Double.isFinite(number);
    return special ? "\"" + value + '"' : value.toString();
  }
}
