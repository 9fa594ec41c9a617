package dev.sash.database;

import dev.sash.view.Segment;
import dev.sash.view.Snapshot;
import java.util.Arrays;
import org.h2.index.Cursor;
import org.h2.index.IndexCondition;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of a key in a relation with windows, where each window's rows are sorted by key: a
 * binary search in every segment, or only in those of the wanted windows. Its columns are those of
 * the key, then one of the window.
 */
final class KeyIndex extends SegmentIndex {
  private final OrderedIndex windows;

  /** An index that asks another one, of the last column, which windows are wanted. */
  KeyIndex(RelationTable table, Description description, OrderedIndex windows) {
    super(table, description);
    this.windows = windows;
  }

  @Override
  Cursor find(Search search) {
    int[] ordinals = ordinals();
    int[] window = {ordinals[ordinals.length - 1]};
    int[] keys = Arrays.copyOf(ordinals, ordinals.length - 1);
    RowRange range = windows.range(search, window);
    Bound lower = Bound.leading(search.session(), search.first(), keys, types());
    Bound upper = Bound.leading(search.session(), search.last(), keys, types());
    int given = lower.equalPrefix(upper);
    if (given == 0) {
      return new RangeCursor(range, types(), search.backwards());
    }
    return new KeyCursor(range, lower.prefix(given));
  }

  @Override
  double cost(int[] masks, Size size) {
    int[] ordinals = ordinals();
    double segments = size.segments();
    double rows = size.rows() / segments;
    if ((masks[ordinals[0]] & IndexCondition.EQUALITY) != IndexCondition.EQUALITY) {
      return Double.MAX_VALUE;
    }
    for (int i = 0; i < ordinals.length - 1; i++) {
      boolean given = (masks[ordinals[i]] & IndexCondition.EQUALITY) == IndexCondition.EQUALITY;
      rows = given ? Math.max(1, rows / 50) : rows;
    }
    int window = masks[ordinals[ordinals.length - 1]];
    segments =
        (window & IndexCondition.EQUALITY) == IndexCondition.EQUALITY
            ? 1
            : Math.max(1, segments / Conditions.rangeSelectivity(window));
    return 10 + segments * rows;
  }

  @Override
  public boolean canScan() {
    return false;
  }

  /** Goes over the rows of one key, window by window. */
  private final class KeyCursor implements Cursor {
    private final Snapshot snapshot;
    private final RowRange range;
    private final Bound key;
    private int segment;
    private int row;
    private int end;
    private @Nullable Row current;

    KeyCursor(RowRange range, Bound key) {
      this.snapshot = range.snapshot();
      this.range = range;
      this.key = key;
      segment = range.isEmpty() ? range.lastSegment() : range.firstSegment() - 1;
    }

    @Override
    public boolean next() {
      while (row == end) {
        if (segment == range.lastSegment()) {
          current = null;
          return false;
        }
        Segment next = snapshot.segments().get(++segment);
        row = Math.max(key.first(next, false), range.from(segment));
        end = Math.max(row, Math.min(key.first(next, true), range.to(segment)));
      }
      current = new BatchRow(snapshot.segments().get(segment), types(), row++);
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
}
