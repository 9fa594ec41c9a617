package dev.sash.aggregate;

import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import java.util.Map;

/**
 * ARRAY_AGG: the values in order as a JSON array, NULL among them.
 *
 * @param order of the values
 * @param most how many of the first values there are at most
 * @param distinct whether each value is there once, where it would come first
 */
record ArrayResult(ElementOrder order, long most, boolean distinct) implements CountedResult {

  @Override
  public void append(Map<Object, Long> counts, ColumnBuilder out) {
    if (counts.isEmpty()) {
      out.appendNull();
      return;
    }
    DataType type = order.types().get(0);
    StringBuilder array = new StringBuilder("[");
    long left = most;
    for (Map.Entry<Object, Long> value : order.sorted(counts, distinct)) {
      for (long rows = Math.min(value.getValue(), left); rows > 0; rows--) {
        array.append(array.length() == 1 ? "" : ",");
        JsonText.append(value.getKey(), type, array);
        ListResult.requireLength(array.length() + 1, "list of ARRAY_AGG");
        left--;
      }
    }
    out.appendObject(array.append(']').toString());
  }
}
