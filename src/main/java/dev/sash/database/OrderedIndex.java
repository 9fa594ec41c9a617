package dev.sash.database;

import dev.sash.view.Segment;
import java.util.List;
import org.h2.engine.SessionLocal;
import org.h2.index.Cursor;
import org.h2.index.IndexCondition;

/**
 * Finds by the columns that the segments are sorted by: (window end, key), (window start), or (key)
 * in a relation without windows. What it finds is in that order.
 */
final class OrderedIndex extends SegmentIndex {
  /** How much fewer rows a search finds for each key column that is given. */
  private static final double KEY_SELECTIVITY = 50;

  private final boolean windowed;

  /** An index whose first column is that of a window, or not. */
  OrderedIndex(RelationTable table, Description description, boolean windowed) {
    super(table, description);
    this.windowed = windowed;
  }

  @Override
  Cursor find(Search search) {
    return new RangeCursor(range(search, ordinals()), types(), search.backwards());
  }

  /** The rows between the bounds of a search on the leading ones of the given sorted columns. */
  RowRange range(Search search, int[] sorted) {
    Bound lower = Bound.leading(search.session(), search.first(), sorted, types());
    Bound upper = Bound.leading(search.session(), search.last(), sorted, types());
    List<Segment> segments = search.snapshot().segments();
    RowRange all = RowRange.all(search.snapshot());
    int first = lower.size() == 0 ? 0 : segment(segments, lower, false);
    int last = upper.size() == 0 ? all.lastSegment() : segment(segments, upper, true);
    if (segments.isEmpty() || first == segments.size()) {
      return RowRange.none(search.snapshot());
    }
    int firstRow = lower.size() == 0 ? 0 : lower.first(segments.get(first), false);
    if (upper.size() == 0 || last == segments.size()) {
      return new RowRange(search.snapshot(), first, firstRow, all.lastSegment(), all.endRow());
    }
    int endRow = upper.first(segments.get(last), true);
    return new RowRange(search.snapshot(), first, firstRow, last, endRow);
  }

  /** The first segment whose last row is at or after the bound, or after it. */
  private static int segment(List<Segment> segments, Bound bound, boolean after) {
    int low = 0;
    int high = segments.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Segment segment = segments.get(middle);
      int order = bound.compare(segment, segment.rowCount() - 1);
      if (order < 0 || (after && order == 0)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  double cost(int[] masks, Size size) {
    double rows = size.rows();
    int[] sorted = ordinals();
    int used = 0;
    for (int i = 0; i < sorted.length; i++) {
      int mask = masks[sorted[i]];
      if ((mask & IndexCondition.EQUALITY) == IndexCondition.EQUALITY) {
        rows /= i == 0 && windowed ? size.segments() : KEY_SELECTIVITY;
        used++;
        continue;
      }
      rows /= Conditions.rangeSelectivity(mask);
      used += mask == 0 ? 0 : 1;
      break;
    }
    // without a condition it is only good for its order, never better than a scan
    return used == 0 ? rows + SCAN_COST + 10 : Math.max(1, rows) + 10 + (sorted.length - used);
  }

  @Override
  public boolean canGetFirstOrLast() {
    return !columns[0].isNullable();
  }

  @Override
  public Cursor findFirstOrLast(SessionLocal session, boolean first) {
    Cursor cursor = find(session, null, null, !first);
    cursor.next();
    return cursor;
  }
}
