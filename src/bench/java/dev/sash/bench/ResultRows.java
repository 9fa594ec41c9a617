package dev.sash.bench;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Dictionary;
import dev.sash.data.DoubleColumn;
import dev.sash.data.Field;
import dev.sash.data.LongColumn;
import dev.sash.data.Schema;
import dev.sash.data.TextColumn;
import java.util.Arrays;

/** Result rows of the loops written by hand, as columns of some thousand rows. */
final class ResultRows {
  private static final int ROWS = 4096;
  private static final Schema ALL = schema(true);
  private static final Schema SUMS = schema(false);

  private final Dictionary keys;
  private final boolean extremes;
  private final ResultSum target;
  private final int[] codes = new int[ROWS];
  private final long[] ends = new long[ROWS];
  private final long[] counts = new long[ROWS];
  private final double[] sums = new double[ROWS];
  private final double[] averages = new double[ROWS];
  private final double[] least = new double[ROWS];
  private final double[] largest = new double[ROWS];
  private int size;

  ResultRows(Dictionary keys, boolean extremes, ResultSum target) {
    this.keys = keys;
    this.extremes = extremes;
    this.target = target;
  }

  private static Schema schema(boolean extremes) {
    Field key = new Field("k", DataType.of(Kind.VARCHAR));
    Field end = new Field("window_end", DataType.of(Kind.TIMESTAMP));
    Field count = new Field("n", DataType.of(Kind.BIGINT));
    Field[] doubles = new Field[extremes ? 4 : 2];
    Arrays.setAll(doubles, i -> new Field("d" + i, DataType.of(Kind.DOUBLE)));
    return extremes
        ? Schema.of(key, end, count, doubles[0], doubles[1], doubles[2], doubles[3])
        : Schema.of(key, end, count, doubles[0], doubles[1]);
  }

  void add(int key, long end, double count, double sum) {
    int at = size;
    codes[at] = key;
    ends[at] = end;
    counts[at] = (long) count;
    sums[at] = sum;
    averages[at] = sum / count;
    size = at + 1;
    if (size == ROWS) {
      flush();
    }
  }

  void add(int key, long end, double count, double sum, double min, double max) {
    int at = size;
    least[at] = min;
    largest[at] = max;
    add(key, end, count, sum);
  }

  void flush() {
    Column[] columns = new Column[extremes ? 7 : 5];
    columns[0] = new TextColumn(codes, keys, false);
    columns[1] = new LongColumn(ends, null);
    columns[2] = new LongColumn(counts, null);
    columns[3] = new DoubleColumn(sums, null);
    columns[4] = new DoubleColumn(averages, null);
    if (extremes) {
      columns[5] = new DoubleColumn(least, null);
      columns[6] = new DoubleColumn(largest, null);
    }
    target.add(new ColumnBatch(extremes ? ALL : SUMS, columns, size), columns.length);
    size = 0;
  }
}
