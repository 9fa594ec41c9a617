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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Result rows of the loops written by hand, as columns of some thousand rows. */
class ResultRows {
  private static final int ROWS = 4096;
  private static final DataType COUNT = DataType.of(Kind.BIGINT);
  private static final DataType DOUBLE = DataType.of(Kind.DOUBLE);

  private final Dictionary keys;
  private final Schema schema;
  private final ResultSum target;
  private final int[] codes = new int[ROWS];
  private final long[] ends = new long[ROWS];
  private final long[] counts = new long[ROWS];
  private final long[] distinct = new long[ROWS];
  private final double[] sums = new double[ROWS];
  private final double[] averages = new double[ROWS];
  private final double[] least = new double[ROWS];
  private final double[] largest = new double[ROWS];
  private int size;

  ResultRows(Dictionary keys, Query query, ResultSum target) {
    this.keys = keys;
    schema = schema(query);
    this.target = target;
  }

  private static Schema schema(Query query) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("k", DataType.of(Kind.VARCHAR)));
    fields.add(new Field("window_end", DataType.of(Kind.TIMESTAMP)));
    fields.add(new Field("n", COUNT));
    switch (query) {
      case U -> fields.add(new Field("n1", COUNT));
      case D, T -> List.of("sum", "avg").forEach(name -> fields.add(new Field(name, DOUBLE)));
      case Q, E, S, G ->
          List.of("sum", "avg", "min", "max").forEach(name -> fields.add(new Field(name, DOUBLE)));
    }
    return new Schema(fields);
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
      send();
    }
  }

  void add(int key, long end, double count, double sum, double min, double max) {
    int at = size;
    least[at] = min;
    largest[at] = max;
    add(key, end, count, sum);
  }

  void addDistinct(int key, long end, long count, long distinctCount) {
    distinct[size] = distinctCount;
    add(key, end, count, 0);
  }

  void flush() {
    send();
  }

  private void send() {
    Column[] all = {
      new TextColumn(codes, keys, false),
      new LongColumn(ends, null),
      new LongColumn(counts, null),
      new DoubleColumn(sums, null),
      new DoubleColumn(averages, null),
      new DoubleColumn(least, null),
      new DoubleColumn(largest, null)
    };
    Column[] columns = Arrays.copyOf(all, schema.size());
    if (columns.length == 4) {
      columns[3] = new LongColumn(distinct, null);
    }
    target.add(new ColumnBatch(schema, columns, size), columns.length);
    size = 0;
  }
}
