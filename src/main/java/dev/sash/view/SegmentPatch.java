package dev.sash.view;

import dev.sash.data.ColumnBatch;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings rows into sorted segments. Values of rows that stay are not copied: a segment into which a
 * row falls gets a new list of where its rows lie ({@link Segment}), all others are kept as they
 * are. So a change of c rows costs c searches and at most c lists of {@link #ROWS_MAX} numbers,
 * however many rows there are; readers of the old segments keep them.
 *
 * <p>With each change a segment lies in one batch more, and outdated rows stay in the old ones.
 * When it lies in many, its rows are copied into one batch; neighbours do that at different times,
 * so that no change has to pay for all of them. A row is therefore copied after about twenty
 * changes of its segment. This is what a log-structured merge does (O'Neil et al., "The
 * log-structured merge-tree", 1996), with a list of places in front, so that readers find each row
 * in one step.
 */
final class SegmentPatch {
  /** A segment that is changed is cut when it has more rows than this. */
  static final int ROWS_MAX = 4096;

  /** A segment lies in so many batches and up to as many more before it is copied into one. */
  private static final int PARTS_MAX = 16;

  private final List<Segment> segments;
  private final Places places;
  private final int[] operations;
  private final ColumnBatch rows;
  private final long windowEnd;
  private final List<Segment> result = new ArrayList<>();

  private SegmentPatch(
      List<Segment> segments, Places places, int[] operations, ColumnBatch rows, long windowEnd) {
    this.segments = segments;
    this.places = places;
    this.operations = operations;
    this.rows = rows;
    this.windowEnd = windowEnd;
  }

  /** Rows as segments where there have been none. */
  static List<Segment> of(ColumnBatch rows, long windowEnd) {
    return rows.rowCount() == 0 ? List.of() : List.of(new Segment(rows, windowEnd));
  }

  /** Segments that can be changed at little cost: large ones are cut, without copying a row. */
  static List<Segment> cut(List<Segment> segments) {
    List<Segment> cut = new ArrayList<>(segments.size());
    for (Segment segment : segments) {
      addCut(cut, segment.asRead());
    }
    return cut;
  }

  private static void addCut(List<Segment> list, Segment segment) {
    int count = segment.rowCount();
    if (count <= ROWS_MAX) {
      list.add(segment);
      return;
    }
    int parts = (count * 2 - 1) / ROWS_MAX + 1;
    for (int i = 0; i < parts; i++) {
      int from = (int) ((long) count * i / parts);
      list.add(segment.slice(from, (int) ((long) count * (i + 1) / parts)));
    }
  }

  /**
   * The segments with the given rows.
   *
   * @param segments as of {@link #cut}
   * @param operations by row: {@link ViewLayout#INSERTED} where there is none, {@link
   *     ViewLayout#UPDATED}, {@link ViewLayout#DELETED} where there is one, or {@link
   *     ViewLayout#UNCHANGED}
   */
  static List<Segment> apply(
      List<Segment> segments, Places places, int[] operations, ColumnBatch rows, long windowEnd) {
    return new SegmentPatch(segments, places, operations, rows, windowEnd).run();
  }

  private List<Segment> run() {
    int count = rows.rowCount();
    int next = 0;
    int replaced = 0;
    for (int from = 0, to; from < count; from = to) {
      int number = places.segment(from);
      result.addAll(segments.subList(next, number));
      next = number + 1;
      to = from + 1;
      while (to < count && places.segment(to) == number) {
        to++;
      }
      replaced += patch(segments.get(number), from, to) ? 1 : 0;
    }
    if (replaced == segments.size()) {
      return of(rows, windowEnd);
    }
    result.addAll(segments.subList(next, segments.size()));
    return result;
  }

  /** Adds a segment with the rows {@code [from, to)}; whether these take the place of all. */
  private boolean patch(Segment old, int from, int to) {
    int[] counts = new int[ViewLayout.UNCHANGED + 1];
    for (int row = from; row < to; row++) {
      counts[operations[row]]++;
    }
    if (counts[ViewLayout.UNCHANGED] == to - from) {
      result.add(old);
      return false;
    }
    int size = old.rowCount() + counts[ViewLayout.INSERTED] - counts[ViewLayout.DELETED];
    if (counts[ViewLayout.UPDATED] == old.rowCount()) {
      result.add(new Segment(rows, from, to, windowEnd));
      return true;
    }
    if (size > 0) {
      addCut(result, compact(patched(old, from, to, size)));
    }
    return false;
  }

  /** A segment with the rows {@code [from, to)}. */
  private Segment patched(Segment old, int from, int to, int size) {
    int[] sources = new int[size];
    int[] rowPlaces = new int[size];
    int oldRow = 0;
    int count = 0;
    boolean added = false;
    for (int row = from; row < to; row++) {
      int operation = operations[row];
      if (operation == ViewLayout.UNCHANGED) {
        continue;
      }
      int position = places.position(row);
      int until = position >= 0 ? position : ~position;
      old.copy(oldRow, until, sources, rowPlaces, count);
      count += until - oldRow;
      oldRow = position >= 0 ? until + 1 : until;
      if (operation != ViewLayout.DELETED) {
        sources[count] = old.partCount();
        rowPlaces[count++] = row;
        added = true;
      }
    }
    old.copy(oldRow, old.rowCount(), sources, rowPlaces, count);
    return new Segment(added ? old.partsAnd(rows) : old.parts(), sources, rowPlaces, windowEnd);
  }

  private Segment compact(Segment segment) {
    int partsMax = PARTS_MAX + result.size() % PARTS_MAX;
    return segment.partCount() <= partsMax ? segment : new Segment(segment.rows(), windowEnd);
  }
}
