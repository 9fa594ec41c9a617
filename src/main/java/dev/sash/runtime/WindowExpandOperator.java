package dev.sash.runtime;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.LongColumn;
import dev.sash.data.Schema;
import dev.sash.window.WindowGrid;
import java.util.Arrays;

/**
 * Gives each row once for every window that it is in, oldest window first, with the window's start
 * and end as two columns more. No row is late here; a row in no window disappears.
 *
 * <pre>
 *   HOP(ts, 5 s, 10 s)
 *   input:  (12 s, a)
 *   output: (12 s, a, 5 s, 15 s) (12 s, a, 10 s, 20 s)
 * </pre>
 */
public final class WindowExpandOperator implements RowConsumer {
  /** Output is handed on in pieces of about this many rows, however many windows a row has. */
  private static final int OUTPUT_ROWS = 4 * ColumnBatch.MAX_ROWS;

  private final WindowGrid grid;
  private final int timeColumn;
  private final Schema schema;
  private final RowConsumer next;
  private int[] sources = new int[ColumnBatch.MAX_ROWS];
  private long[] ends = new long[ColumnBatch.MAX_ROWS];
  private int count;

  /** An operator whose output has the input's columns and two more. */
  public WindowExpandOperator(WindowGrid grid, int timeColumn, Schema schema, RowConsumer next) {
    this.grid = grid;
    this.timeColumn = timeColumn;
    this.schema = schema;
    this.next = next;
  }

  @Override
  public void rows(Rows rows) {
    LongColumn times = rows.batch().longs(timeColumn);
    for (int row = rows.from(); row < rows.to(); row++) {
      if (times.isNull(row)) {
        continue;
      }
      long pane = grid.pane(times.values()[row]);
      long end = grid.firstEnd(pane);
      if (end == WindowGrid.NEVER) {
        continue;
      }
      for (long last = grid.lastEnd(pane); end <= last; end = grid.endAfter(end)) {
        append(row, end);
        if (count == OUTPUT_ROWS) {
          flush(rows);
        }
      }
    }
    flush(rows);
  }

  private void append(int row, long end) {
    if (count == sources.length) {
      sources = Arrays.copyOf(sources, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
    }
    sources[count] = row;
    ends[count++] = end;
  }

  private void flush(Rows rows) {
    if (count == 0) {
      return;
    }
    ColumnBatch input = rows.batch();
    int width = input.schema().size();
    Column[] columns = new Column[width + 2];
    for (int i = 0; i < width; i++) {
      columns[i] = input.column(i).gather(sources, count);
    }
    long[] starts = new long[count];
    for (int i = 0; i < count; i++) {
      starts[i] = grid.startOf(ends[i]);
    }
    columns[width] = new LongColumn(starts, null);
    columns[width + 1] = new LongColumn(Arrays.copyOf(ends, count), null);
    ColumnBatch output = new ColumnBatch(schema, columns, count);
    count = 0;
    next.rows(rows.derived(output, sources));
  }
}
