package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Interleave;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are adjacent in a relation's scan order; immutable and never empty. In a relation with
 * windows a segment holds rows of one window, in order of their keys (NULL last).
 *
 * <p>The rows lie in one batch or in several: a change leaves the values of other rows where they
 * are, it only gives the segment a new list of where its rows lie.
 *
 * <pre>
 *   parts    0: (a, 1) (b, 5) (d, 2)     1: (b, 6) (c, 9)
 *   rows     (a, 1)  (b, 6)  (c, 9)  (d, 2)
 *   sources  0       1       1       0
 *   places   0       0       1       2
 * </pre>
 *
 * A row is read with {@link #batch} and {@link #place}, in constant time; {@link #rows} copies rows
 * of several batches into one when it is first asked for.
 */
public final class Segment {
  private final ColumnBatch[] parts;

  /** By row, the number of its part; null when all rows lie in the first one, side by side. */
  private final int @Nullable [] sources;

  /** By row, its number in the part. */
  private final int[] places;

  /** Where the rows begin in the first part when they lie side by side. */
  private final int from;

  private final int rowCount;
  private final long windowEnd;
  private volatile @Nullable ColumnBatch joined;

  /**
   * All rows of a batch.
   *
   * @param windowEnd the end of their window; meaningless in a relation without windows
   */
  public Segment(ColumnBatch rows, long windowEnd) {
    this(rows, 0, rows.rowCount(), windowEnd);
  }

  /** The rows {@code [from, to)} of a batch. */
  Segment(ColumnBatch rows, int from, int to, long windowEnd) {
    this(new ColumnBatch[] {rows}, null, new int[0], from, to - from, windowEnd);
  }

  /** Rows of several batches; takes over the arrays. */
  Segment(ColumnBatch[] parts, int[] sources, int[] places, long windowEnd) {
    this(parts, sources, places, 0, places.length, windowEnd);
  }

  private Segment(
      ColumnBatch[] parts,
      int @Nullable [] sources,
      int[] places,
      int from,
      int rowCount,
      long windowEnd) {
    this.parts = parts;
    this.sources = sources;
    this.places = places;
    this.from = from;
    this.rowCount = rowCount;
    this.windowEnd = windowEnd;
  }

  /** The end of the rows' window; meaningless in a relation without windows. */
  public long windowEnd() {
    return windowEnd;
  }

  /** How many rows, above 0. */
  public int rowCount() {
    return rowCount;
  }

  /** The batch in which a row lies. */
  public ColumnBatch batch(int row) {
    return sources == null ? parts[0] : parts[sources[row]];
  }

  /** The number of a row in its {@link #batch}. */
  public int place(int row) {
    return sources == null ? from + row : places[row];
  }

  /** All rows as one batch. */
  public ColumnBatch rows() {
    if (sources == null && from == 0 && rowCount == parts[0].rowCount()) {
      return parts[0];
    }
    ColumnBatch batch = joined;
    if (batch == null) {
      // two readers may both do this: it does no harm
      batch = join();
      joined = batch;
    }
    return batch;
  }

  private ColumnBatch join() {
    return sources == null
        ? Interleave.slice(parts[0], from, from + rowCount)
        : Interleave.rows(List.of(parts), sources, places);
  }

  /** How many batches the rows lie in. */
  int partCount() {
    return parts.length;
  }

  /** The same rows as they lie in one batch, if someone has asked for that already. */
  Segment asRead() {
    ColumnBatch batch = joined;
    return batch == null ? this : new Segment(batch, windowEnd);
  }

  /** The rows {@code [start, end)}. */
  Segment slice(int start, int end) {
    return sources == null
        ? new Segment(parts[0], from + start, from + end, windowEnd)
        : new Segment(
            parts,
            Arrays.copyOfRange(sources, start, end),
            Arrays.copyOfRange(places, start, end),
            windowEnd);
  }

  /** The batches in which the rows lie; not to be changed. */
  ColumnBatch[] parts() {
    return parts;
  }

  /** The batches in which the rows lie, with another one at the end. */
  ColumnBatch[] partsAnd(ColumnBatch another) {
    ColumnBatch[] more = Arrays.copyOf(parts, parts.length + 1);
    more[parts.length] = another;
    return more;
  }

  /** Writes where the rows {@code [start, end)} lie to two arrays, at the given position. */
  void copy(int start, int end, int[] intoSources, int[] intoPlaces, int at) {
    if (sources == null) {
      Arrays.fill(intoSources, at, at + end - start, 0);
      for (int row = start; row < end; row++) {
        intoPlaces[at + row - start] = from + row;
      }
    } else {
      System.arraycopy(sources, start, intoSources, at, end - start);
      System.arraycopy(places, start, intoPlaces, at, end - start);
    }
  }
}
