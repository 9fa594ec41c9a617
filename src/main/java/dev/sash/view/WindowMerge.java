package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.RowKind;
import dev.sash.runtime.Emission;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings the rows of an emission into the stored rows of their window. Both are in order of their
 * keys: each row of the emission is searched among those that are stored ({@link Places}), then
 * those that change take their place ({@link SegmentPatch}).
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
  private final ViewLayout layout;
  private final RankedOrder order;

  /** A merge of rows of this layout. */
  WindowMerge(ViewLayout layout) {
    this.layout = layout;
    order = layout.newOrder();
  }

  /**
   * A window's rows.
   *
   * @param segments in order of keys; none when nothing is stored
   * @param removed rows that were part of the result once, in order of keys
   */
  record Window(long end, List<Segment> segments, List<Segment> removed) {}

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
    int count = rows.rowCount();
    if (window.segments().isEmpty() && window.removed().isEmpty()) {
      ColumnBatch stored = layout.storeNew(emission.withRows(rows));
      List<Segment> segments = SegmentPatch.of(stored, window.end());
      Window after = new Window(window.end(), segments, List.of());
      return new Outcome(after, stored, layout.insertions(count));
    }
    int[] operations = new int[count];
    int[] revisions = new int[count];
    List<Segment> segments = SegmentPatch.cut(window.segments());
    Places places = places(segments, rows);
    if (places != null) {
      boolean always = emission.kind() == RowKind.FINAL;
      update(new Found(segments, places, rows), always, operations, revisions);
    }
    Places gone = places(window.removed(), rows);
    if (gone != null) {
      goOn(new Found(window.removed(), gone, rows), operations, revisions);
    }
    ColumnBatch stored = layout.store(rows, emission, revisions);
    List<Segment> merged =
        places == null
            ? SegmentPatch.of(stored, window.end())
            : SegmentPatch.apply(segments, places, operations, stored, window.end());
    Window after = new Window(window.end(), merged, window.removed());
    return changed(after, stored, operations);
  }

  private @Nullable Places places(List<Segment> segments, ColumnBatch rows) {
    return segments.isEmpty() ? null : Places.of(order::compare, segments, rows);
  }

  /** Rows and where they are. */
  private record Found(List<Segment> segments, Places places, ColumnBatch rows) {
    int count() {
      return rows.rowCount();
    }

    boolean isThere(int row) {
      return places.position(row) >= 0;
    }

    Segment segment(int row) {
      return segments.get(places.segment(row));
    }
  }

  /** Decides which rows are updated, and by which revision. */
  private void update(Found found, boolean always, int[] operations, int[] revisions) {
    ColumnBatch batch = null;
    long[] oldRevisions = {};
    for (int row = 0; row < operations.length; row++) {
      int position = found.places.position(row);
      if (position < 0) {
        continue;
      }
      Segment segment = found.segment(row);
      ColumnBatch old = segment.batch(position);
      if (old != batch) {
        batch = old;
        oldRevisions = layout.revisions(old);
      }
      int oldRow = segment.place(position);
      if (!always && layout.sameValues(old, oldRow, found.rows, row)) {
        operations[row] = ViewLayout.UNCHANGED;
      } else {
        operations[row] = ViewLayout.UPDATED;
        revisions[row] = (int) oldRevisions[oldRow] + 1;
      }
    }
  }

  /** Goes on with the revisions of new rows that were there before. */
  private void goOn(Found removed, int[] operations, int[] revisions) {
    for (int row = 0; row < removed.count(); row++) {
      if (operations[row] == ViewLayout.INSERTED && removed.isThere(row)) {
        Segment segment = removed.segment(row);
        int position = removed.places.position(row);
        revisions[row] = layout.revision(segment.batch(position), segment.place(position)) + 1;
      }
    }
  }

  private static Outcome changed(Window after, ColumnBatch stored, int[] operations) {
    int unchanged = 0;
    for (int operation : operations) {
      unchanged += operation == ViewLayout.UNCHANGED ? 1 : 0;
    }
    if (unchanged == 0) {
      return new Outcome(after, stored, operations);
    }
    int[] changed = new int[operations.length - unchanged];
    int[] changes = new int[operations.length - unchanged];
    int count = 0;
    for (int row = 0; row < operations.length; row++) {
      if (operations[row] != ViewLayout.UNCHANGED) {
        changes[count] = operations[row];
        changed[count++] = row;
      }
    }
    return new Outcome(after, stored.gather(changed, count), changes);
  }

  /** Deletes; rows that are not there are passed over. */
  Outcome remove(Window window, Emission emission) {
    ColumnBatch rows = order.sorted(emission.rows());
    List<Segment> segments = SegmentPatch.cut(window.segments());
    Places places = places(segments, rows);
    if (places == null) {
      return new Outcome(window, ColumnBatch.empty(layout.stored()), new int[0]);
    }
    Found found = new Found(segments, places, rows);
    int[] operations = new int[rows.rowCount()];
    int[] revisions = new int[rows.rowCount()];
    PickedRows gone = new PickedRows(rows.rowCount());
    for (int row = 0; row < operations.length; row++) {
      operations[row] = found.isThere(row) ? ViewLayout.DELETED : ViewLayout.UNCHANGED;
      if (found.isThere(row)) {
        Segment segment = found.segment(row);
        int position = places.position(row);
        ColumnBatch batch = segment.batch(position);
        revisions[gone.count()] = layout.revision(batch, segment.place(position)) + 1;
        gone.add(batch, segment.place(position));
      }
    }
    ColumnBatch changed = layout.store(gone.batch(layout.stored()), emission, revisions);
    List<Segment> kept = SegmentPatch.apply(segments, places, operations, rows, window.end());
    Window after = new Window(window.end(), kept, remember(window.removed(), changed));
    int[] deletions = new int[changed.rowCount()];
    Arrays.fill(deletions, ViewLayout.DELETED);
    return new Outcome(after, changed, deletions);
  }

  private List<Segment> remember(List<Segment> removed, ColumnBatch rows) {
    List<Segment> segments = SegmentPatch.cut(removed);
    Places places = places(segments, rows);
    if (places == null || rows.rowCount() == 0) {
      return places == null ? SegmentPatch.of(rows, 0) : removed;
    }
    int[] operations = new int[rows.rowCount()];
    for (int row = 0; row < operations.length; row++) {
      operations[row] = places.position(row) >= 0 ? ViewLayout.UPDATED : ViewLayout.INSERTED;
    }
    return SegmentPatch.apply(segments, places, operations, rows, 0);
  }
}
