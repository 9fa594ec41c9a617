package dev.sash.database;

import dev.sash.view.Segment;
import dev.sash.view.Snapshot;
import java.util.List;

/**
 * Adjacent rows of a snapshot: from a row of one segment up to, and without, a row of another.
 *
 * @param lastSegment the last segment that has rows in the range; before {@code firstSegment} when
 *     the range is empty
 * @param endRow the first row of the last segment that is outside
 */
record RowRange(Snapshot snapshot, int firstSegment, int firstRow, int lastSegment, int endRow) {

  /** All rows. */
  static RowRange all(Snapshot snapshot) {
    List<Segment> segments = snapshot.segments();
    int last = segments.size() - 1;
    return new RowRange(snapshot, 0, 0, last, last < 0 ? 0 : segments.get(last).rowCount());
  }

  /** No rows. */
  static RowRange none(Snapshot snapshot) {
    return new RowRange(snapshot, 0, 0, -1, 0);
  }

  /** Whether there are no rows. */
  boolean isEmpty() {
    return lastSegment < firstSegment || (lastSegment == firstSegment && endRow <= firstRow);
  }

  /** The first row within a segment of the range. */
  int from(int segment) {
    return segment == firstSegment ? firstRow : 0;
  }

  /** The end within a segment of the range. */
  int to(int segment) {
    return segment == lastSegment ? endRow : snapshot.segments().get(segment).rowCount();
  }
}
