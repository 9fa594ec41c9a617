package dev.sash.database;

import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import org.h2.index.Cursor;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.jspecify.annotations.Nullable;

/** Goes over the rows of a range, forwards or backwards. */
final class RangeCursor implements Cursor {
  private final RowRange range;
  private final DataType[] types;
  private final boolean backwards;
  private int segment;
  private int row;
  private int end;
  private @Nullable ColumnBatch batch;
  private @Nullable Row current;

  RangeCursor(RowRange range, DataType[] types, boolean backwards) {
    this.range = range;
    this.types = types;
    this.backwards = backwards;
    segment = backwards ? range.lastSegment() : range.firstSegment();
    if (!range.isEmpty()) {
      enter();
    }
  }

  private void enter() {
    ColumnBatch rows = range.snapshot().segments().get(segment).rows();
    batch = rows;
    row = backwards ? range.to(segment) : range.from(segment) - 1;
    end = backwards ? range.from(segment) : range.to(segment) - 1;
  }

  @Override
  public boolean next() {
    ColumnBatch rows = batch;
    if (rows == null) {
      return false;
    }
    while (row == end) {
      if (segment == (backwards ? range.firstSegment() : range.lastSegment())) {
        batch = null;
        current = null;
        return false;
      }
      segment += backwards ? -1 : 1;
      enter();
      rows = range.snapshot().segments().get(segment).rows();
    }
    row += backwards ? -1 : 1;
    current = new BatchRow(rows, types, row);
    return true;
  }

  @Override
  public @Nullable Row get() {
    return current;
  }

  @Override
  public @Nullable SearchRow getSearchRow() {
    return current;
  }

  @Override
  public boolean previous() {
    throw DbException.getInternalError("a cursor goes one way");
  }
}
