package dev.sash.database;

import dev.sash.data.DataType;
import dev.sash.view.Segment;
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
  private @Nullable Segment rows;
  private @Nullable Row current;

  RangeCursor(RowRange range, DataType[] types, boolean backwards) {
    this.range = range;
    this.types = types;
    this.backwards = backwards;
    segment = backwards ? range.lastSegment() : range.firstSegment();
    if (!range.isEmpty()) {
      rows = enter();
    }
  }

  private Segment enter() {
    Segment entered = range.snapshot().segments().get(segment);
    row = backwards ? range.to(segment) : range.from(segment) - 1;
    end = backwards ? range.from(segment) : range.to(segment) - 1;
    return entered;
  }

  @Override
  public boolean next() {
    Segment here = rows;
    if (here == null) {
      return false;
    }
    while (row == end) {
      if (segment == (backwards ? range.firstSegment() : range.lastSegment())) {
        rows = null;
        current = null;
        return false;
      }
      segment += backwards ? -1 : 1;
      here = enter();
      rows = here;
    }
    row += backwards ? -1 : 1;
    current = new BatchRow(here, types, row);
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
