package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Interleave;
import dev.sash.data.RowKind;
import dev.sash.data.RowOrder;
import dev.sash.runtime.Emission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings the rows of an emission into the stored rows of their window. Both are in order of their
 * keys, so this is a merge; segments of a large window that no row falls into are kept as they are.
 *
 * <pre>
 *   stored    (a, 1, rev 0)  (c, 5, rev 2)
 *   emission  (a, 1)  (b, 7)  (c, 6)       EARLY
 *   result    (a, 1, rev 0)  (b, 7, rev 0)  (c, 6, rev 3)
 *   changes   +I b, +U c
 * </pre>
 *
 * <p>A row that was removed leaves its identity and revision in {@code removed}, so that its
 * revisions go on when it comes back. A removal is a revision, too.
 */
final class WindowMerge {
  /** A segment is cut when it has more rows than this. */
  static final int SEGMENT_ROWS_MAX = 4096;

  private static final int UNCHANGED = -1;

  private final ViewLayout layout;
  private final RowOrder order;

  /** A merge of rows of this layout. */
  WindowMerge(ViewLayout layout) {
    this.layout = layout;
    order = layout.identity();
  }

  /**
   * A window's rows.
   *
   * @param segments in order of keys; none when nothing is stored
   * @param removed rows that were part of the result once
   */
  record Window(long end, List<Segment> segments, @Nullable ColumnBatch removed) {}

  /**
   * What an emission has done.
   *
   * @param window the window afterwards
   * @param changed the rows that changed as stored, a deleted one with its last values
   * @param operations by changed row, what has happened to it
   */
  record Outcome(Window window, ColumnBatch changed, int[] operations) {}

  /** Inserts and updates. */
  Outcome put(Window window, Emission emission) {
    ColumnBatch rows = order.sorted(emission.rows());
    List<Segment> segments = window.segments();
    Put put = new Put(window, rows, emission.kind() == RowKind.FINAL);
    List<int @Nullable []> picks = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < segments.size(); i++) {
      int to = end(rows, from, segments, i);
      picks.add(from == to ? null : put.pick(segments.get(i).rows(), from, to));
      from = to;
    }
    if (segments.isEmpty()) {
      put.pickNew(0, rows.rowCount());
    }
    ColumnBatch stored = layout.store(rows, emission, put.revisions);
    List<Segment> merged = new ArrayList<>();
    if (segments.isEmpty()) {
      addCut(merged, stored, window.end());
    }
    for (int i = 0; i < picks.size(); i++) {
      int[] chosen = picks.get(i);
      ColumnBatch old = segments.get(i).rows();
      if (chosen == null) {
        merged.add(segments.get(i));
      } else {
        addCut(merged, Interleave.rows(old, stored, chosen, chosen.length), window.end());
      }
    }
    Window after = new Window(window.end(), merged, window.removed());
    return put.outcome(after, stored);
  }

  /** Where the emission's rows for a segment end: before the first key of the next one. */
  private int end(ColumnBatch rows, int from, List<Segment> segments, int segment) {
    if (segment == segments.size() - 1) {
      return rows.rowCount();
    }
    ColumnBatch next = segments.get(segment + 1).rows();
    int to = from;
    while (to < rows.rowCount() && order.compare(rows, to, next, 0) < 0) {
      to++;
    }
    return to;
  }

  private static void addCut(List<Segment> segments, ColumnBatch rows, long windowEnd) {
    int count = rows.rowCount();
    if (count == 0) {
      return;
    }
    int parts = count <= SEGMENT_ROWS_MAX ? 1 : (count * 2 - 1) / SEGMENT_ROWS_MAX + 1;
    for (int i = 0; i < parts; i++) {
      int from = (int) ((long) count * i / parts);
      int to = (int) ((long) count * (i + 1) / parts);
      ColumnBatch part = parts == 1 ? rows : Interleave.slice(rows, from, to);
      segments.add(new Segment(part, windowEnd));
    }
  }

  /** The decisions on each row of an emission. */
  private final class Put {
    private final ColumnBatch rows;
    private final boolean always;
    private final @Nullable ColumnBatch removed;
    private final int[] revisions;
    private final int[] operations;

    Put(Window window, ColumnBatch rows, boolean always) {
      this.rows = rows;
      this.always = always;
      removed = window.removed();
      revisions = new int[rows.rowCount()];
      operations = new int[rows.rowCount()];
    }

    /** Merges the emission's rows {@code [from, to)} with those of a segment. */
    int[] pick(ColumnBatch old, int from, int to) {
      int[] picks = new int[old.rowCount() + to - from];
      int count = 0;
      int oldRow = 0;
      int row = from;
      while (oldRow < old.rowCount() || row < to) {
        int side = side(old, oldRow, row, to);
        if (side < 0) {
          picks[count++] = oldRow++;
        } else if (side > 0) {
          pickNew(row, row + 1);
          picks[count++] = ~row++;
        } else {
          picks[count++] = update(old, oldRow, row) ? ~row : oldRow;
          oldRow++;
          row++;
        }
      }
      return Arrays.copyOf(picks, count);
    }

    private int side(ColumnBatch old, int oldRow, int row, int to) {
      if (oldRow == old.rowCount()) {
        return 1;
      }
      return row == to ? -1 : order.compare(old, oldRow, rows, row);
    }

    void pickNew(int from, int to) {
      for (int row = from; row < to; row++) {
        operations[row] = ViewLayout.INSERTED;
        int before = removed == null ? -1 : order.find(removed, rows, row);
        if (removed != null && before >= 0) {
          revisions[row] = layout.revision(removed, before) + 1;
        }
      }
    }

    private boolean update(ColumnBatch old, int oldRow, int row) {
      if (!always && layout.sameValues(old, oldRow, rows, row)) {
        operations[row] = UNCHANGED;
        return false;
      }
      operations[row] = ViewLayout.UPDATED;
      revisions[row] = layout.revision(old, oldRow) + 1;
      return true;
    }

    Outcome outcome(Window after, ColumnBatch stored) {
      int[] changed = new int[operations.length];
      int[] changes = new int[operations.length];
      int count = 0;
      for (int row = 0; row < operations.length; row++) {
        if (operations[row] != UNCHANGED) {
          changes[count] = operations[row];
          changed[count++] = row;
        }
      }
      return count == operations.length
          ? new Outcome(after, stored, operations)
          : new Outcome(after, stored.gather(changed, count), Arrays.copyOf(changes, count));
    }
  }

  /** Deletes; rows that are not there are passed over. */
  Outcome remove(Window window, Emission emission) {
    ColumnBatch rows = order.sorted(emission.rows());
    List<Segment> kept = new ArrayList<>();
    ColumnBatch gone = ColumnBatch.empty(layout.stored());
    int from = 0;
    for (int i = 0; i < window.segments().size(); i++) {
      Segment segment = window.segments().get(i);
      int to = end(rows, from, window.segments(), i);
      int[] found = found(segment.rows(), rows, from, to);
      from = to;
      if (found.length == 0) {
        kept.add(segment);
        continue;
      }
      addCut(kept, without(segment.rows(), found), window.end());
      gone = Interleave.concatenate(gone, segment.rows().gather(found, found.length));
    }
    int[] revisions = new int[gone.rowCount()];
    for (int row = 0; row < revisions.length; row++) {
      revisions[row] = layout.revision(gone, row) + 1;
    }
    ColumnBatch changed = layout.store(gone, emission, revisions);
    int[] operations = new int[revisions.length];
    Arrays.fill(operations, ViewLayout.DELETED);
    return new Outcome(
        new Window(window.end(), kept, remember(window.removed(), changed)), changed, operations);
  }

  private int[] found(ColumnBatch stored, ColumnBatch rows, int from, int to) {
    int[] found = new int[to - from];
    int count = 0;
    for (int row = from; row < to; row++) {
      int at = order.find(stored, rows, row);
      if (at >= 0) {
        found[count++] = at;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private static ColumnBatch without(ColumnBatch rows, int[] sortedOut) {
    int[] kept = new int[rows.rowCount() - sortedOut.length];
    int out = 0;
    int count = 0;
    for (int row = 0; row < rows.rowCount(); row++) {
      if (out < sortedOut.length && sortedOut[out] == row) {
        out++;
      } else {
        kept[count++] = row;
      }
    }
    return rows.gather(kept, count);
  }

  private @Nullable ColumnBatch remember(@Nullable ColumnBatch before, ColumnBatch removed) {
    if (before == null || removed.rowCount() == 0) {
      return removed.rowCount() == 0 ? before : removed;
    }
    return MergedRows.preferring(order, removed, before);
  }
}
