package dev.sash.aggregate;

import dev.sash.data.DataType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of a list: by the keys of ORDER BY, where those are equal by the values themselves,
 * NULL last, so that a list depends on the rows only.
 *
 * @param types of the value, then of each key
 * @param order one for each key
 */
record ElementOrder(List<DataType> types, List<AggregateRequest.Order> order)
    implements Comparator<Object> {
  private static final AggregateRequest.Order BY_VALUE = new AggregateRequest.Order(false, false);

  @Override
  public int compare(Object left, Object right) {
    for (int i = 0; i < order.size(); i++) {
      int compared =
          compare(
              ((List<?>) left).get(i + 1),
              ((List<?>) right).get(i + 1),
              types.get(i + 1),
              order.get(i));
      if (compared != 0) {
        return compared;
      }
    }
    return compare(value(left), value(right), types.get(0), BY_VALUE);
  }

  /** The value of an element that has its keys with it. */
  Object value(Object element) {
    return types.size() == 1 ? element : ((List<?>) element).get(0);
  }

  /**
   * The values in order, each with the number of its rows that stand there.
   *
   * @param distinct whether each value is there once, where it would come first
   */
  List<Map.Entry<Object, Long>> sorted(Map<Object, Long> counts, boolean distinct) {
    List<Object> elements = new ArrayList<>(counts.keySet());
    elements.sort(this);
    List<Map.Entry<Object, Long>> values = new ArrayList<>(elements.size());
    if (distinct) {
      Map<Object, Long> once = new LinkedHashMap<>();
      elements.forEach(element -> once.putIfAbsent(value(element), 1L));
      values.addAll(once.entrySet());
    } else {
      elements.forEach(
          element -> values.add(Map.entry(value(element), counts.getOrDefault(element, 0L))));
    }
    return values;
  }

  private static int compare(
      Object left, Object right, DataType type, AggregateRequest.Order order) {
    boolean leftNull = left instanceof List<?>;
    boolean rightNull = right instanceof List<?>;
    if (leftNull || rightNull) {
      return leftNull == rightNull ? 0 : leftNull == order.nullsFirst() ? -1 : 1;
    }
    int compared = Elements.compare(left, right, type);
    return order.descending() ? Integer.compare(0, compared) : compared;
  }
}
