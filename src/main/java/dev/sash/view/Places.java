package dev.sash.view;

import dev.sash.data.ColumnBatch;
import java.util.List;

/**
 * Where the rows of a sorted batch are, or belong, among sorted segments.
 *
 * <p>Both are walked from the front, and each step is found by a gallop: twice as far each time,
 * then a binary search. So few rows among many cost the logarithm of the distance each, and where
 * every row is there, one comparison each (Bentley and Yao, "An almost optimal algorithm for
 * unbounded searching", 1976).
 */
final class Places {
  private final Order order;
  private final List<Segment> segments;
  private final ColumnBatch rows;
  private final int[] segmentOf;
  private final int[] positions;

  /** Compares a row of one batch with a row of another. */
  interface Order {
    int compare(ColumnBatch left, int leftRow, ColumnBatch right, int rightRow);
  }

  private Places(Order order, List<Segment> segments, ColumnBatch rows) {
    this.order = order;
    this.segments = segments;
    this.rows = rows;
    segmentOf = new int[rows.rowCount()];
    positions = new int[rows.rowCount()];
  }

  /** The places of rows among segments, of which there must be one. */
  static Places of(Order order, List<Segment> segments, ColumnBatch rows) {
    Places places = new Places(order, segments, rows);
    int segment = 0;
    for (int row = 0; row < rows.rowCount(); ) {
      segment = places.segmentFor(row, segment);
      int to = places.end(row, segment);
      places.place(row, to, segment);
      row = to;
    }
    return places;
  }

  /** The number of a row's segment: the last one that does not begin after it, or the first. */
  int segment(int row) {
    return segmentOf[row];
  }

  /** The place of the same row in its segment; else {@code ~n} where it belongs before row n. */
  int position(int row) {
    return positions[row];
  }

  private int segmentFor(int row, int from) {
    int low = from;
    int high = segments.size();
    for (int step = 1; low + step < high; step *= 2) {
      if (compareFirst(low + step, row) > 0) {
        high = low + step;
      } else {
        low += step;
      }
    }
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (compareFirst(middle, row) > 0) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return low;
  }

  private int compareFirst(int segment, int row) {
    return compare(segments.get(segment), 0, row);
  }

  private int compare(Segment segment, int position, int row) {
    return order.compare(segment.batch(position), segment.place(position), rows, row);
  }

  /** Where the rows for a segment end: before the first row of the next one. */
  private int end(int from, int segment) {
    int high = rows.rowCount();
    if (segment == segments.size() - 1) {
      return high;
    }
    int low = from;
    for (int step = 1; low + step < high; step *= 2) {
      if (compareFirst(segment + 1, low + step) <= 0) {
        high = low + step;
      } else {
        low += step;
      }
    }
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (compareFirst(segment + 1, middle) <= 0) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private void place(int from, int to, int number) {
    Segment segment = segments.get(number);
    int at = 0;
    for (int row = from; row < to; row++) {
      segmentOf[row] = number;
      int found = search(segment, at, row);
      positions[row] = found;
      at = found >= 0 ? found + 1 : ~found;
    }
  }

  private int search(Segment segment, int from, int row) {
    int count = segment.rowCount();
    int low = from;
    int high = from;
    int step = 1;
    while (high < count) {
      int side = compare(segment, high, row);
      if (side == 0) {
        return high;
      }
      if (side > 0) {
        break;
      }
      low = high + 1;
      high += step;
      step *= 2;
    }
    high = Math.min(high, count);
    while (low < high) {
      int middle = (low + high) >>> 1;
      int side = compare(segment, middle, row);
      if (side == 0) {
        return middle;
      }
      if (side < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return ~low;
  }
}
