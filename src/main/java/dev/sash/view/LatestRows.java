package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Interleave;
import dev.sash.data.RowOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code latest.v}: one row a key, of the newest window that was sent for it. A key that is in
 * neither the newest closed window nor an open one is gone: a tile decays, it does not freeze.
 *
 * <p>Where each key has windows of its own, as with sessions, the newest closed window is that of
 * all keys: a key whose session has closed stays until a session that ends later has closed.
 *
 * <pre>
 *   closed  [0, 10): a=1 b=2    [10, 20): a=3      open  [20, 30): c=4 (EARLY)
 *   latest  a=3 c=4
 * </pre>
 *
 * <p>Windows that are counted in rows have no time by which a key could be old: each key stays.
 */
final class LatestRows {
  private LatestRows() {}

  /** The rows in order of their keys. */
  static Snapshot of(SegmentList rows, long newestClosedEnd, RowOrder keys) {
    int first = rows.firstAtOrAfter(newestClosedEnd);
    int to = rows.size();
    if (first == to) {
      return Snapshot.EMPTY;
    }
    int from = rows.firstAtOrAfter(rows.get(to - 1).windowEnd());
    if (from == first) {
      return Snapshot.of(rows.subList(first, to));
    }
    ColumnBatch newest = null;
    while (to > first) {
      from = rows.firstAtOrAfter(rows.get(to - 1).windowEnd());
      ColumnBatch window = joined(rows.subList(from, to));
      newest = newest == null ? window : MergedRows.preferring(keys, newest, window);
      to = from;
    }
    return snapshot(newest);
  }

  /**
   * The newest window of each key where windows are counted in rows, in order of their keys.
   *
   * @param rows in order of (key, window)
   * @param keys the order of the key without its window
   */
  static Snapshot ofCounted(SegmentList rows, RowOrder keys) {
    List<Segment> newest = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      ColumnBatch batch = rows.get(i).rows();
      int last = batch.rowCount() - 1;
      int[] picked = new int[batch.rowCount()];
      int count = 0;
      for (int row = 0; row <= last; row++) {
        boolean more =
            row < last
                ? keys.same(batch, row, batch, row + 1)
                : i + 1 < rows.size() && keys.same(batch, row, rows.get(i + 1).rows(), 0);
        if (!more) {
          picked[count++] = row;
        }
      }
      if (count > 0) {
        newest.add(new Segment(batch.gather(picked, count), 0));
      }
    }
    return Snapshot.of(newest);
  }

  private static ColumnBatch joined(List<Segment> segments) {
    ColumnBatch rows = segments.get(0).rows();
    for (Segment segment : segments.subList(1, segments.size())) {
      rows = Interleave.concatenate(rows, segment.rows());
    }
    return rows;
  }

  private static Snapshot snapshot(@Nullable ColumnBatch rows) {
    if (rows == null) {
      return Snapshot.EMPTY;
    }
    List<Segment> segments = new ArrayList<>();
    segments.add(new Segment(rows, 0));
    return Snapshot.of(segments);
  }
}
