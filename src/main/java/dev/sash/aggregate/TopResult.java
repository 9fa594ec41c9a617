package dev.sash.aggregate;

import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * TOP_K: the values of most rows as a JSON array of {@code [value, rows]}; of equally many rows the
 * smaller value comes first.
 *
 * @param most how many values
 */
record TopResult(DataType type, int most) implements CountedResult {

  @Override
  public void append(Map<Object, Long> counts, ColumnBuilder out) {
    if (counts.isEmpty()) {
      out.appendNull();
      return;
    }
    List<Map.Entry<Object, Long>> entries = new ArrayList<>(counts.entrySet());
    Comparator<Map.Entry<Object, Long>> byRows = Map.Entry.comparingByValue();
    entries.sort(
        byRows.reversed().thenComparing((a, b) -> Elements.compare(a.getKey(), b.getKey(), type)));
    StringBuilder array = new StringBuilder("[");
    for (Map.Entry<Object, Long> entry : entries.subList(0, Math.min(most, entries.size()))) {
      array.append(array.length() == 1 ? "[" : ",[");
      JsonText.append(entry.getKey(), type, array);
      array.append(',').append(entry.getValue()).append(']');
      ListResult.requireLength(array.length() + 1, "list of TOP_K");
    }
    out.appendObject(array.append(']').toString());
  }
}
