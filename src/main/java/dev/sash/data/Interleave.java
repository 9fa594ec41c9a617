package dev.sash.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a batch out of rows of others: the n-th row is row {@code rows[n]} of batch {@code
 * sources[n]}.
 *
 * <pre>
 *   batches  0: a b c    1: x y
 *   sources  0 1 0       rows 0 0 2
 *   result   a x c
 * </pre>
 */
public final class Interleave {
  private final Column[] parts;
  private final int[] sources;
  private final int[] rows;

  /** Columns of one type, and what to pick from them. */
  private Interleave(Column[] parts, int[] sources, int[] rows) {
    this.parts = parts;
    this.sources = sources;
    this.rows = rows;
  }

  /**
   * The picked rows of any number of batches.
   *
   * @param sources by picked row: the number of its batch
   * @param rows by picked row: its number there
   */
  public static ColumnBatch rows(List<ColumnBatch> batches, int[] sources, int[] rows) {
    Schema schema = batches.get(0).schema();
    Column[] columns = new Column[schema.size()];
    for (int c = 0; c < columns.length; c++) {
      Column[] parts = new Column[batches.size()];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = batches.get(i).column(c);
      }
      columns[c] = new Interleave(parts, sources, rows).column(schema.type(c));
    }
    return new ColumnBatch(schema, columns, rows.length);
  }

  /** The picked values of any number of columns; parameters as of {@link #rows}. */
  public static Column column(DataType type, Column[] parts, int[] sources, int[] rows) {
    return new Interleave(parts, sources, rows).column(type);
  }

  /** All rows of one after the other. */
  public static ColumnBatch concatenate(List<ColumnBatch> batches) {
    int count = batches.stream().mapToInt(ColumnBatch::rowCount).sum();
    int[] sources = new int[count];
    int[] rows = new int[count];
    int next = 0;
    for (int i = 0; i < batches.size(); i++) {
      for (int row = 0; row < batches.get(i).rowCount(); row++) {
        sources[next] = i;
        rows[next++] = row;
      }
    }
    return rows(batches, sources, rows);
  }

  /** The rows {@code [from, to)}. */
  public static ColumnBatch slice(ColumnBatch batch, int from, int to) {
    int[] rows = new int[to - from];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = from + i;
    }
    return batch.gather(rows, rows.length);
  }

  private Column column(DataType type) {
    if (type.isText()) {
      return haveOneDictionary() ? codes() : texts();
    }
    if (parts[0] instanceof LongColumn) {
      return longs();
    }
    if (parts[0] instanceof DoubleColumn) {
      return doubles();
    }
    ColumnBuilder builder = ColumnBuilder.of(type);
    for (int i = 0; i < rows.length; i++) {
      append(builder, parts[sources[i]], rows[i]);
    }
    return builder.build();
  }

  private boolean haveOneDictionary() {
    for (Column part : parts) {
      if (((TextColumn) part).dictionary() != ((TextColumn) parts[0]).dictionary()) {
        return false;
      }
    }
    return true;
  }

  private boolean mayHaveNulls() {
    for (Column part : parts) {
      if (part.hasNulls()) {
        return true;
      }
    }
    return false;
  }

  private TextColumn codes() {
    int[][] codes = new int[parts.length][];
    for (int i = 0; i < parts.length; i++) {
      codes[i] = ((TextColumn) parts[i]).codes();
    }
    int[] picked = new int[rows.length];
    for (int i = 0; i < picked.length; i++) {
      picked[i] = codes[sources[i]][rows[i]];
    }
    return new TextColumn(picked, ((TextColumn) parts[0]).dictionary(), mayHaveNulls());
  }

  /** One entry a row costs no hashing, and lets go of the large dictionaries of sources. */
  private TextColumn texts() {
    int[] codes = new int[rows.length];
    String[] texts = new String[rows.length];
    int size = 0;
    for (int i = 0; i < rows.length; i++) {
      String text = ((TextColumn) parts[sources[i]]).text(rows[i]);
      codes[i] = text == null ? TextColumn.NULL : size;
      if (text != null) {
        texts[size++] = text;
      }
    }
    return new TextColumn(codes, new Dictionary(texts, size), size < rows.length);
  }

  private LongColumn longs() {
    long[][] values = new long[parts.length][];
    for (int i = 0; i < parts.length; i++) {
      values[i] = ((LongColumn) parts[i]).values();
    }
    long[] picked = new long[rows.length];
    for (int i = 0; i < picked.length; i++) {
      picked[i] = values[sources[i]][rows[i]];
    }
    return new LongColumn(picked, nulls());
  }

  private DoubleColumn doubles() {
    double[][] values = new double[parts.length][];
    for (int i = 0; i < parts.length; i++) {
      values[i] = ((DoubleColumn) parts[i]).values();
    }
    double[] picked = new double[rows.length];
    for (int i = 0; i < picked.length; i++) {
      picked[i] = values[sources[i]][rows[i]];
    }
    return new DoubleColumn(picked, nulls());
  }

  private long @Nullable [] nulls() {
    if (!mayHaveNulls()) {
      return null;
    }
    long[] nulls = null;
    for (int i = 0; i < rows.length; i++) {
      if (parts[sources[i]].isNull(rows[i])) {
        nulls = Nulls.set(nulls, i);
      }
    }
    return nulls;
  }

  /** As {@link ColumnBuilder#appendFrom}, without making objects of decimals. */
  private static void append(ColumnBuilder builder, Column source, int row) {
    if (source.isNull(row)) {
      builder.appendNull();
    } else if (builder instanceof BooleanColumnBuilder booleans) {
      booleans.append(((BooleanColumn) source).values()[row]);
    } else if (builder instanceof DecimalColumnBuilder decimals
        && source instanceof DecimalColumn numbers
        && !numbers.isWide(row)) {
      decimals.appendUnscaled(numbers.unscaled()[row]);
    } else {
      builder.appendFrom(source, row);
    }
  }
}
