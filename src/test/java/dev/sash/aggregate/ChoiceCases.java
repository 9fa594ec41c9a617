package dev.sash.aggregate;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions of conditions and bits and those that choose a row, and what they must give. */
final class ChoiceCases {
  private static final DataType BIGINT = DataType.of(Kind.BIGINT);
  private static final DataType BOOLEAN = DataType.of(Kind.BOOLEAN);
  private static final int CONDITION = AggregateCase.ROW.indexOf(BOOLEAN);
  private static final AggregateRequest.Order ASCENDING = new AggregateRequest.Order(false, false);

  private ChoiceCases() {}

  static void addTo(List<AggregateCase> cases) {
    cases.add(call("COUNT_IF", false, List.of(CONDITION), BIGINT));
    cases.add(call("BOOL_AND", false, List.of(CONDITION), BOOLEAN));
    cases.add(call("SOME", false, List.of(CONDITION), BOOLEAN));
    for (int integer : new int[] {0, 1}) {
      DataType type = AggregateCase.ROW.get(integer);
      for (String function : List.of("BIT_AND", "BIT_OR", "BIT_XOR")) {
        cases.add(call(function, false, List.of(integer), type));
      }
      cases.add(call("BIT_XOR", true, List.of(integer), type));
    }
    for (int value = 0; value < AggregateCase.ROW.size(); value++) {
      DataType type = AggregateCase.ROW.get(value);
      for (String function : List.of("FIRST_VALUE", "LAST_VALUE")) {
        List<AggregateRequest.Order> order = List.of(ASCENDING, ASCENDING);
        cases.add(new AggregateCase(function, false, List.of(value, 7, 1), type, List.of(), order));
        cases.add(
            new AggregateCase(
                function, false, List.of(value, CONDITION), type, List.of(), List.of(ASCENDING)));
      }
      for (int by : new int[] {2, 3, 4, 5}) {
        cases.add(call("ARG_MIN", false, List.of(value, by), type));
        cases.add(call("MAX_BY", false, List.of(value, by), type));
      }
    }
  }

  private static AggregateCase call(
      String function, boolean distinct, List<Integer> ordinals, DataType result) {
    return new AggregateCase(function, distinct, ordinals, result, List.of(), List.of());
  }

  /** The result over rows of arguments, none of which is null. */
  static @Nullable Object result(String function, List<List<Object>> rows) {
    if (function.equals("COUNT_IF")) {
      return rows.stream().filter(row -> (Boolean) row.get(0)).count();
    } else if (rows.isEmpty()) {
      return null;
    }
    return switch (function) {
      case "BOOL_AND" -> rows.stream().allMatch(row -> (Boolean) row.get(0));
      case "SOME" -> rows.stream().anyMatch(row -> (Boolean) row.get(0));
      case "BIT_AND" ->
          rows.stream().mapToLong(row -> (Long) row.get(0)).reduce(-1, (a, b) -> a & b);
      case "BIT_OR" -> rows.stream().mapToLong(row -> (Long) row.get(0)).reduce(0, (a, b) -> a | b);
      case "BIT_XOR" ->
          rows.stream().mapToLong(row -> (Long) row.get(0)).reduce(0, (a, b) -> a ^ b);
      case "FIRST_VALUE", "ARG_MIN" -> chosen(rows, false);
      case "LAST_VALUE", "MAX_BY" -> chosen(rows, true);
      default -> throw new AssertionError(function);
    };
  }

  private static Object chosen(List<List<Object>> rows, boolean last) {
    Comparator<List<Object>> order = (left, right) -> 0;
    for (int key = 1; key < rows.get(0).size(); key++) {
      int ordinal = key;
      order = order.thenComparing((a, b) -> compare(a.get(ordinal), b.get(ordinal), last));
    }
    order = order.thenComparing((a, b) -> compare(a.get(0), b.get(0), false));
    return rows.stream().min(order).orElseThrow().get(0);
  }

  /** NaN comes last in both directions. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static int compare(Object left, Object right, boolean descending) {
    boolean special =
        left instanceof Double a && a.isNaN() || right instanceof Double b && b.isNaN();
    int order = ((Comparable) left).compareTo(right);
    return descending && !special ? -order : order;
  }
}
