package dev.sash.aggregate;

import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import java.util.Map;

/** MODE: the value of most rows; of several such values the smallest. */
record ModeResult(DataType type) implements CountedResult {

  @Override
  public void append(Map<Object, Long> counts, ColumnBuilder out) {
    Object mode = null;
    long rows = 0;
    for (Map.Entry<Object, Long> entry : counts.entrySet()) {
      long count = entry.getValue();
      boolean more =
          mode == null
              || count > rows
              || count == rows && Elements.compare(entry.getKey(), mode, type) < 0;
      if (more) {
        mode = entry.getKey();
        rows = count;
      }
    }
    out.appendObject(mode == null ? null : Elements.decoded(mode, type));
  }
}
