package dev.sash.aggregate;

import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * LISTAGG: texts one after the other, in order of other values; where those are equal, in order of
 * the texts, so that the list depends on the rows only.
 *
 * @param types of the text, then of what it is ordered by
 * @param separator stands between two texts
 * @param order how the others are ordered
 * @param distinct whether each text is there once, where it would come first
 */
record ListResult(
    List<DataType> types, String separator, List<AggregateRequest.Order> order, boolean distinct)
    implements CountedResult {
  /** What the database can hold in one value. */
  static final int LENGTH_MAX = 1 << 20;

  @Override
  public void append(Map<Object, Long> counts, ColumnBuilder out) {
    if (counts.isEmpty()) {
      out.appendNull();
      return;
    }
    List<Object> elements = new ArrayList<>(counts.keySet());
    elements.sort(this::compare);
    StringBuilder list = new StringBuilder();
    if (distinct) {
      LinkedHashSet<String> texts = new LinkedHashSet<>();
      elements.forEach(element -> texts.add(text(element)));
      texts.forEach(text -> add(text, list));
    } else {
      for (Object element : elements) {
        for (long rows = counts.getOrDefault(element, 0L); rows > 0; rows--) {
          add(text(element), list);
        }
      }
    }
    out.appendObject(list.substring(separator.length()));
  }

  private void add(String text, StringBuilder list) {
    list.append(separator).append(text);
    if (list.length() - separator.length() > LENGTH_MAX) {
      throw SashException.of(
              ErrorCode.LIMIT_EXCEEDED,
              "a list of LISTAGG is longer than " + LENGTH_MAX + " characters")
          .hint("list DISTINCT values, fewer of them with FILTER, or those of smaller windows");
    }
  }

  private static String text(Object element) {
    return (String) (element instanceof List<?> list ? list.get(0) : element);
  }

  private int compare(Object left, Object right) {
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
    return text(left).compareTo(text(right));
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
