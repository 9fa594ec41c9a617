package dev.sash.data;

import java.util.List;

/**
 * Makes a batch out of rows of others. Of two, a pick of {@code n >= 0} is row {@code n} of the
 * left one, a pick of {@code ~n} is row {@code n} of the right one.
 *
 * <pre>
 *   left   a b c      right  x y
 *   picks  0 ~0 2     result a x c
 * </pre>
 */
public final class Interleave {
  private Interleave() {}

  /** The picked rows; {@code right} may be the same batch when nothing is picked from it. */
  public static ColumnBatch rows(ColumnBatch left, ColumnBatch right, int[] picks, int count) {
    Schema schema = left.schema();
    Column[] columns = new Column[schema.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = column(schema, i, new Sides(left.column(i), right.column(i)), picks, count);
    }
    return new ColumnBatch(schema, columns, count);
  }

  /** All rows of one, then all rows of the other. */
  public static ColumnBatch concatenate(ColumnBatch left, ColumnBatch right) {
    int count = left.rowCount() + right.rowCount();
    int[] picks = new int[count];
    for (int i = 0; i < count; i++) {
      picks[i] = i < left.rowCount() ? i : ~(i - left.rowCount());
    }
    return rows(left, right, picks, count);
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
    Column[] parts = new Column[batches.size()];
    for (int c = 0; c < columns.length; c++) {
      for (int i = 0; i < parts.length; i++) {
        parts[i] = batches.get(i).column(c);
      }
      columns[c] = column(schema.type(c), parts, sources, rows);
    }
    return new ColumnBatch(schema, columns, rows.length);
  }

  /** The picked values of any number of columns; parameters as of {@link #rows}. */
  public static Column column(DataType type, Column[] parts, int[] sources, int[] rows) {
    if (type.isText()) {
      return texts(parts, sources, rows);
    }
    ColumnBuilder builder = ColumnBuilder.of(type);
    for (int i = 0; i < rows.length; i++) {
      append(builder, parts[sources[i]], rows[i]);
    }
    return builder.build();
  }

  private static TextColumn texts(Column[] parts, int[] sources, int[] rows) {
    int[] codes = new int[rows.length];
    String[] texts = new String[rows.length];
    int size = 0;
    boolean hasNulls = false;
    for (int i = 0; i < rows.length; i++) {
      String text = ((TextColumn) parts[sources[i]]).text(rows[i]);
      codes[i] = text == null ? TextColumn.NULL : size;
      hasNulls |= text == null;
      if (text != null) {
        texts[size++] = text;
      }
    }
    return new TextColumn(codes, new Dictionary(texts, size), hasNulls);
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

  private record Sides(Column left, Column right) {
    Column of(int pick) {
      return pick >= 0 ? left : right;
    }
  }

  private static Column column(Schema schema, int ordinal, Sides sides, int[] picks, int count) {
    if (sides.left instanceof TextColumn left && sides.right instanceof TextColumn right) {
      return texts(left, right, picks, count);
    }
    ColumnBuilder builder = ColumnBuilder.of(schema.type(ordinal));
    for (int i = 0; i < count; i++) {
      int row = picks[i] >= 0 ? picks[i] : ~picks[i];
      append(builder, sides.of(picks[i]), row);
    }
    return builder.build();
  }

  /** As {@link ColumnBuilder#appendFrom}, without making objects of decimals. */
  private static void append(ColumnBuilder builder, Column source, int row) {
    if (source.isNull(row)) {
      builder.appendNull();
    } else if (builder instanceof LongColumnBuilder longs) {
      longs.append(((LongColumn) source).values()[row]);
    } else if (builder instanceof DoubleColumnBuilder doubles) {
      doubles.append(((DoubleColumn) source).values()[row]);
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

  private static TextColumn texts(TextColumn left, TextColumn right, int[] picks, int count) {
    int[] codes = new int[count];
    boolean hasNulls = left.hasNulls() || right.hasNulls();
    if (left.dictionary() == right.dictionary()) {
      for (int i = 0; i < count; i++) {
        codes[i] = picks[i] >= 0 ? left.codes()[picks[i]] : right.codes()[~picks[i]];
      }
      return new TextColumn(codes, left.dictionary(), hasNulls);
    }
    // one entry a row costs no hashing, and lets go of the large dictionaries of sources
    String[] texts = new String[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      String text = picks[i] >= 0 ? left.text(picks[i]) : right.text(~picks[i]);
      if (text == null) {
        codes[i] = TextColumn.NULL;
      } else {
        codes[i] = size;
        texts[size++] = text;
      }
    }
    return new TextColumn(codes, new Dictionary(texts, size), hasNulls);
  }
}
