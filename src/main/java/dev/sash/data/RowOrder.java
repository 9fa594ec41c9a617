package dev.sash.data;

import java.math.BigDecimal;
import java.util.List;

/**
 * The order of rows by some of their columns, which is also what makes two keys the same. NULL is
 * last, NaN is the greatest number, -0.0 equals 0.0, texts compare as {@link String#compareTo} does
 * and CHAR without its padding: the order that the database has too, so that it may search what is
 * sorted here.
 */
public final class RowOrder {
  private final int[] ordinals;
  private final boolean[] padded;
  private final boolean[] descending;
  private final boolean[] nullsFirst;

  /**
   * What rows are ordered by.
   *
   * @param column its ordinal
   * @param descending whether the greatest comes first
   * @param nullsFirst whether NULL comes first, in either direction
   */
  public record Key(int column, boolean descending, boolean nullsFirst) {}

  private RowOrder(List<Key> keys, Schema schema) {
    ordinals = keys.stream().mapToInt(Key::column).toArray();
    padded = new boolean[ordinals.length];
    descending = new boolean[ordinals.length];
    nullsFirst = new boolean[ordinals.length];
    for (int i = 0; i < ordinals.length; i++) {
      padded[i] = schema.type(ordinals[i]).kind() == DataType.Kind.CHAR;
      descending[i] = keys.get(i).descending;
      nullsFirst[i] = keys.get(i).nullsFirst;
    }
  }

  /** The order by the columns at the given ordinals, the first one first. */
  public RowOrder(Schema schema, List<Integer> columns) {
    this(columns.stream().map(column -> new Key(column, false, false)).toList(), schema);
  }

  /** The order by the keys, the first one first. */
  public static RowOrder of(Schema schema, List<Key> keys) {
    return new RowOrder(keys, schema);
  }

  /** Compares a row of one batch with a row of another. */
  public int compare(ColumnBatch left, int leftRow, ColumnBatch right, int rightRow) {
    for (int i = 0; i < ordinals.length; i++) {
      Column a = left.column(ordinals[i]);
      Column b = right.column(ordinals[i]);
      int order = compare(a, leftRow, b, rightRow, i);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int compare(Column a, int rowA, Column b, int rowB, int key) {
    boolean nullA = a.isNull(rowA);
    boolean nullB = b.isNull(rowB);
    if (nullA || nullB) {
      int order = Boolean.compare(nullA, nullB);
      return nullsFirst[key] ? -order : order;
    }
    int order = compare(a, rowA, b, rowB, padded[key]);
    return descending[key] ? -order : order;
  }

  /** Whether two rows agree in these columns. */
  public boolean same(ColumnBatch left, int leftRow, ColumnBatch right, int rightRow) {
    return compare(left, leftRow, right, rightRow) == 0;
  }

  /** The row of a sorted batch that equals the given one, or -1. */
  public int find(ColumnBatch sorted, ColumnBatch probe, int probeRow) {
    int low = 0;
    int high = sorted.rowCount() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = compare(sorted, middle, probe, probeRow);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** The batch in this order: itself when it is sorted already. */
  public ColumnBatch sorted(ColumnBatch batch) {
    if (isSorted(batch)) {
      return batch;
    }
    return batch.gather(rows(batch), batch.rowCount());
  }

  /** The numbers of the rows of a batch in this order; equal rows stay as they are. */
  public int[] rows(ColumnBatch batch) {
    int[] rows = new int[batch.rowCount()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i;
    }
    sort(batch, rows, new int[(rows.length + 1) / 2], 0, rows.length);
    return rows;
  }

  /** A merge sort of plain numbers; halves that are in order already are not merged. */
  private void sort(ColumnBatch batch, int[] rows, int[] spare, int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to + 1) >>> 1;
    sort(batch, rows, spare, from, middle);
    sort(batch, rows, spare, middle, to);
    if (compare(batch, rows[middle - 1], batch, rows[middle]) <= 0) {
      return;
    }
    int left = middle - from;
    System.arraycopy(rows, from, spare, 0, left);
    for (int i = 0, right = middle, next = from; i < left; next++) {
      boolean takesLeft = right == to || compare(batch, spare[i], batch, rows[right]) <= 0;
      rows[next] = takesLeft ? spare[i++] : rows[right++];
    }
  }

  private boolean isSorted(ColumnBatch batch) {
    for (int i = 1; i < batch.rowCount(); i++) {
      if (compare(batch, i - 1, batch, i) > 0) {
        return false;
      }
    }
    return true;
  }

  /** Compares values that are not NULL. */
  private static int compare(Column a, int rowA, Column b, int rowB, boolean padded) {
    if (a instanceof LongColumn left && b instanceof LongColumn right) {
      return Long.compare(left.values()[rowA], right.values()[rowB]);
    }
    if (a instanceof TextColumn left && b instanceof TextColumn right) {
      return compare(left, rowA, right, rowB, padded);
    }
    if (a instanceof DoubleColumn left && b instanceof DoubleColumn right) {
      // adding 0.0 turns -0.0 into 0.0
      return Double.compare(left.values()[rowA] + 0.0, right.values()[rowB] + 0.0);
    }
    if (a instanceof BooleanColumn left && b instanceof BooleanColumn right) {
      return Boolean.compare(left.values()[rowA], right.values()[rowB]);
    }
    if (a instanceof DecimalColumn left && b instanceof DecimalColumn right) {
      return compare(left, rowA, right, rowB);
    }
    throw new AssertionError(a.getClass() + " against " + b.getClass());
  }

  private static int compare(TextColumn a, int rowA, TextColumn b, int rowB, boolean padded) {
    int codeA = a.codes()[rowA];
    int codeB = b.codes()[rowB];
    if (codeA == codeB && a.dictionary() == b.dictionary()) {
      return 0;
    }
    String left = a.dictionary().value(codeA);
    String right = b.dictionary().value(codeB);
    return padded ? unpadded(left).compareTo(unpadded(right)) : left.compareTo(right);
  }

  private static String unpadded(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }

  private static int compare(DecimalColumn a, int rowA, DecimalColumn b, int rowB) {
    if (a.scale() == b.scale() && !a.isWide(rowA) && !b.isWide(rowB)) {
      return Long.compare(a.unscaled()[rowA], b.unscaled()[rowB]);
    }
    BigDecimal left = a.decimal(rowA);
    BigDecimal right = b.decimal(rowB);
    if (left == null || right == null) {
      throw new AssertionError("NULL is compared above");
    }
    return left.compareTo(right);
  }
}
