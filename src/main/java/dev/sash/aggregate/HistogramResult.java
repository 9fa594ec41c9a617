package dev.sash.aggregate;

import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import java.util.List;
import java.util.Map;

/** HISTOGRAM: a JSON object of each value, in order, and how many rows have it. */
record HistogramResult(DataType type) implements CountedResult {

  @Override
  public void append(Map<Object, Long> counts, ColumnBuilder out) {
    if (counts.isEmpty()) {
      out.appendNull();
      return;
    }
    StringBuilder object = new StringBuilder("{");
    ElementOrder order = new ElementOrder(List.of(type), List.of());
    for (Map.Entry<Object, Long> entry : order.sorted(counts, false)) {
      object.append(object.length() == 1 ? "" : ",");
      JsonText.appendName(entry.getKey(), type, object);
      object.append(':').append(entry.getValue());
      ListResult.requireLength(object.length() + 1, "HISTOGRAM");
    }
    out.appendObject(object.append('}').toString());
  }
}
