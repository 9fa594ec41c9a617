package dev.sash.pane;

import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordStore;
import dev.sash.data.ColumnBatch;
import java.util.Arrays;

/** Rows of a batch that are to be added to records of a store, beside those of their panes. */
final class LateRecords {
  private final RecordLayout layout;
  private final RecordStore store;
  private int[] rows = {};
  private int[] records = {};
  private int count;

  LateRecords(RecordLayout layout, RecordStore store) {
    this.layout = layout;
    this.store = store;
  }

  void add(int row, int record) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, Math.max(16, count * 2));
      records = Arrays.copyOf(records, rows.length);
    }
    rows[count] = row;
    records[count++] = record;
  }

  /** Adds the rows, or takes them back. */
  void flush(ColumnBatch batch, boolean retract) {
    if (count > 0 && retract) {
      layout.retract(batch, rows, records, count, store);
    } else if (count > 0) {
      layout.add(batch, rows, records, count, store);
    }
    count = 0;
  }
}
