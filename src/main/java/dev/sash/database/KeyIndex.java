package dev.sash.database;

import dev.sash.view.Segment;
import java.util.Arrays;
import java.util.List;
import org.h2.index.Cursor;
import org.h2.index.IndexCondition;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of a key in a relation with windows, where each window's rows are sorted by key: a
 * binary search in each window, or only in the wanted ones. Its columns are those of the key, then
 * one of the window.
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
    private final List<Segment> segments;
    private final RowRange range;
    private final Bound key;
    private int segment;
    private int row;
    private int end;
    private @Nullable Row current;

    KeyCursor(RowRange range, Bound key) {
      segments = range.snapshot().segments();
      this.range = range;
      this.key = key;
      segment = range.isEmpty() ? range.lastSegment() : range.firstSegment() - 1;
    }

    @Override
    public boolean next() {
      int next = segment + 1;
      while (row == end) {
        if (next > range.lastSegment()) {
          segment = range.lastSegment();
          current = null;
          return false;
        }
        int windowTo = firstAfterWindow(next);
        segment = firstReaching(next, windowTo);
        if (segment < windowTo) {
          Segment found = segments.get(segment);
          row = Math.max(key.first(found, false), range.from(segment));
          end = Math.max(row, Math.min(key.first(found, true), range.to(segment)));
        }
        // where the key is not in its segment, it is in no later one of the window
        next = row == end ? windowTo : segment + 1;
      }
      current = new BatchRow(segments.get(segment), types(), row++);
      return true;
    }

    /** The segment after those of a segment's window. */
    private int firstAfterWindow(int from) {
      long windowEnd = segments.get(from).windowEnd();
      int low = from + 1;
      int high = range.lastSegment() + 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (segments.get(middle).windowEnd() == windowEnd) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    /** The first segment {@code [from, to)} of a window that does not end before the key. */
    private int firstReaching(int from, int to) {
      int low = from;
      int high = to;
      while (low < high) {
        int middle = (low + high) >>> 1;
        Segment candidate = segments.get(middle);
        if (key.compare(candidate, candidate.rowCount() - 1) < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
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
