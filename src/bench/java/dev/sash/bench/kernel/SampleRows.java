package dev.sash.bench.kernel;

import dev.sash.aggregate.AggregateFunctions;
import dev.sash.aggregate.AggregateInput;
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
import dev.sash.pane.PaneRows;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Rows of a key, a value and a number, and the five usual aggregates of the value. */
final class SampleRows {
  static final DataType KEY = DataType.of(Kind.VARCHAR);
  static final DataType NUMBER = DataType.of(Kind.BIGINT);

  private static final DataType VALUE = DataType.of(Kind.DOUBLE);
  private static final Schema SCHEMA =
      Schema.of(new Field("k", KEY), new Field("v", VALUE), new Field("n", NUMBER));

  private static final int[] ROWS = rows(ColumnBatch.MAX_ROWS);

  private final SplittableRandom random = new SplittableRandom(1);
  private final Dictionary dictionary;

  /** Rows of so many keys. */
  SampleRows(int keys) {
    String[] texts = new String[keys];
    Arrays.setAll(texts, key -> "key-" + key);
    dictionary = new Dictionary(texts, keys);
  }

  private static int[] rows(int count) {
    int[] rows = new int[count];
    Arrays.setAll(rows, row -> row);
    return rows;
  }

  /** All rows of a batch. */
  static int[] all() {
    return ROWS;
  }

  /** A batch of rows with the given keys and as many different numbers. */
  ColumnBatch batch(int[] keys) {
    return batch(keys, dictionary);
  }

  /** The same with texts that no other batch has seen. */
  ColumnBatch withOwnTexts(int[] keys) {
    int size = dictionary.values().length;
    String[] texts = new String[size];
    Arrays.setAll(texts, key -> "key-" + key);
    return batch(keys, new Dictionary(texts, size));
  }

  private ColumnBatch batch(int[] keys, Dictionary texts) {
    Column[] columns = {
      new TextColumn(keys, texts, false),
      new DoubleColumn(random.doubles(keys.length, 0, 1e4).toArray(), null),
      new LongColumn(Arrays.stream(keys).asLongStream().toArray(), null)
    };
    return new ColumnBatch(SCHEMA, columns, keys.length);
  }

  /** Random keys. */
  int[] keys(int count) {
    return random.ints(count, 0, dictionary.values().length).toArray();
  }

  /** Rows for one pane, of which the number of the key is the id. */
  PaneRows paneRows(long pane, int[] keys) {
    long[] panes = new long[keys.length];
    Arrays.fill(panes, pane);
    return PaneRows.of(batch(keys), ROWS, panes, keys, keys.length);
  }

  /** COUNT(*), SUM, AVG, MIN and MAX of the value. */
  static List<AggregateInput> aggregates() {
    return List.of(
        new AggregateInput(AggregateFunctions.of("COUNT", List.of(), false, NUMBER), List.of(), -1),
        of("SUM"),
        of("AVG"),
        of("MIN"),
        of("MAX"));
  }

  private static AggregateInput of(String name) {
    return new AggregateInput(
        AggregateFunctions.of(name, List.of(VALUE), false, VALUE), List.of(1), -1);
  }
}
