package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.RowOrder;
import java.util.ArrayList;
import java.util.List;

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
    List<Segment> newest = List.of();
    while (to > first) {
      int from = rows.firstAtOrAfter(rows.get(to - 1).windowEnd());
      newest = withOthers(newest, rows.subList(from, to), keys);
      to = from;
    }
    return Snapshot.of(newest);
  }

  /** The rows of newer windows, with those of an older one whose keys are not among them. */
  private static List<Segment> withOthers(List<Segment> newer, List<Segment> older, RowOrder keys) {
    if (newer.isEmpty()) {
      return older;
    }
    List<Segment> rows = newer;
    for (Segment segment : older) {
      ColumnBatch batch = segment.rows();
      rows = SegmentPatch.cut(rows);
      Places places = Places.of(keys::compare, rows, batch);
      int[] operations = new int[batch.rowCount()];
      for (int row = 0; row < operations.length; row++) {
        boolean isThere = places.position(row) >= 0;
        operations[row] = isThere ? ViewLayout.UNCHANGED : ViewLayout.INSERTED;
      }
      rows = SegmentPatch.apply(rows, places, operations, batch, 0);
    }
    return rows;
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
        newest.add(new Segment(count == picked.length ? batch : batch.gather(picked, count), 0));
      }
    }
    return Snapshot.of(newest);
  }
}
