package dev.sash.aggregate;

import dev.sash.data.BooleanColumn;
import dev.sash.data.Column;

/**
 * Rows of a batch, each with the record it goes to. NULL and FILTER are dealt with here, by
 * shortening the run, so that no aggregate has to know of them. Reused from batch to batch.
 */
public final class RowRun {
  private int[] rows = {};
  private int[] records = {};
  private int count;
  private int[] ownRows = {};
  private int[] ownRecords = {};

  /** Takes the first {@code count} of the parallel arrays, without copying. */
  public RowRun of(int[] rowNumbers, int[] recordNumbers, int rowCount) {
    rows = rowNumbers;
    records = recordNumbers;
    count = rowCount;
    return this;
  }

  /** Numbers of the rows. */
  public int[] rows() {
    return rows;
  }

  /** Numbers of the records, parallel to {@link #rows}. */
  public int[] records() {
    return records;
  }

  /** How many rows. */
  public int count() {
    return count;
  }

  /** Becomes the rows of another run for which a condition is TRUE. */
  RowRun whereTrue(RowRun source, BooleanColumn condition) {
    reserve(source.count);
    boolean[] values = condition.values();
    int kept = 0;
    for (int i = 0; i < source.count; i++) {
      int row = source.rows[i];
      ownRows[kept] = row;
      ownRecords[kept] = source.records[i];
      kept += values[row] && !condition.isNull(row) ? 1 : 0;
    }
    return of(ownRows, ownRecords, kept);
  }

  /** Becomes the rows of another run, or of itself, in which a column is not NULL. */
  RowRun whereNotNull(RowRun source, Column column) {
    reserve(source.count);
    int kept = 0;
    for (int i = 0; i < source.count; i++) {
      int row = source.rows[i];
      ownRows[kept] = row;
      ownRecords[kept] = source.records[i];
      kept += column.isNull(row) ? 0 : 1;
    }
    return of(ownRows, ownRecords, kept);
  }

  private void reserve(int length) {
    if (ownRows.length < length) {
      ownRows = new int[length];
      ownRecords = new int[length];
    }
  }

  /** A run of all rows of a column into record 0. */
  static RowRun all(int rowCount) {
    int[] rows = new int[rowCount];
    for (int i = 0; i < rowCount; i++) {
      rows[i] = i;
    }
    return new RowRun().of(rows, new int[rowCount], rowCount);
  }
}
