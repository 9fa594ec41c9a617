package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Interleave;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The newest rows of something that only grows, immutable: a change gives a new log that shares the
 * batches. Small batches at the end are joined when the newer one has grown to the size of the
 * older one, so that each row is copied a few times at most and the log has few batches.
 */
final class RowLog {
  private static final int JOINED_ROWS_MAX = ColumnBatch.MAX_ROWS;

  private final Chunk[] chunks;
  private final long rowCount;
  private final long rowsMax;
  private final Age age;

  /**
   * Adjacent rows.
   *
   * @param mark what {@link #dropBefore} looks at: of all its rows the largest
   */
  private record Chunk(ColumnBatch rows, long mark) {}

  /**
   * Which rows of a chunk that is kept are shown.
   *
   * @param timeColumn ordinal of an instant, or -1 when all are
   * @param from the first instant that is shown
   */
  private record Age(int timeColumn, long from) {
    static final Age NONE = new Age(-1, Long.MIN_VALUE);

    ColumnBatch shown(ColumnBatch rows) {
      if (timeColumn < 0) {
        return rows;
      }
      long[] times = rows.longs(timeColumn).values();
      int[] kept = new int[rows.rowCount()];
      int count = 0;
      for (int row = 0; row < kept.length; row++) {
        if (times[row] >= from) {
          kept[count++] = row;
        }
      }
      return count == kept.length ? rows : rows.gather(kept, count);
    }
  }

  private RowLog(Chunk[] chunks, long rowCount, long rowsMax, Age age) {
    this.chunks = chunks;
    this.rowCount = rowCount;
    this.rowsMax = rowsMax;
    this.age = age;
  }

  /** A log that keeps the given number of rows. */
  static RowLog keeping(long rowsMax) {
    return new RowLog(new Chunk[0], 0, rowsMax, Age.NONE);
  }

  /** How many rows are kept; those that are too old may be among them. */
  long rowCount() {
    return Math.min(rowCount, rowsMax);
  }

  /** This log with rows at the end, without the oldest ones if there are too many. */
  RowLog append(ColumnBatch rows, long mark) {
    if (rows.rowCount() == 0) {
      return this;
    }
    List<Chunk> list = new ArrayList<>(Arrays.asList(chunks));
    list.add(new Chunk(rows, mark));
    join(list);
    long count = rowCount + rows.rowCount();
    int dropped = 0;
    while (count - list.get(dropped).rows.rowCount() >= rowsMax) {
      count -= list.get(dropped++).rows.rowCount();
    }
    Chunk[] kept = list.subList(dropped, list.size()).toArray(new Chunk[0]);
    return new RowLog(kept, count, rowsMax, age);
  }

  private static void join(List<Chunk> list) {
    while (list.size() > 1) {
      Chunk newer = list.get(list.size() - 1);
      Chunk older = list.get(list.size() - 2);
      int joined = newer.rows.rowCount() + older.rows.rowCount();
      if (newer.rows.rowCount() < older.rows.rowCount() || joined > JOINED_ROWS_MAX) {
        return;
      }
      list.remove(list.size() - 1);
      long mark = Math.max(older.mark, newer.mark);
      ColumnBatch rows = Interleave.concatenate(List.of(older.rows, newer.rows));
      list.set(list.size() - 1, new Chunk(rows, mark));
    }
  }

  /** This log without the batches that were marked before the given one. */
  RowLog dropBefore(long mark) {
    List<Chunk> kept = new ArrayList<>(chunks.length);
    long count = rowCount;
    for (Chunk chunk : chunks) {
      if (chunk.mark < mark) {
        count -= chunk.rows.rowCount();
      } else {
        kept.add(chunk);
      }
    }
    return kept.size() == chunks.length
        ? this
        : new RowLog(kept.toArray(new Chunk[0]), count, rowsMax, age);
  }

  /**
   * This log without the rows whose event time lies before the given instant, in whatever order
   * they came; batches must be marked with their largest event time. Rows of a batch that is kept
   * in part are left out when it is read.
   */
  RowLog dropRowsBefore(long from, int timeColumn) {
    Age next = new Age(timeColumn, from);
    if (next.equals(age)) {
      return this;
    }
    RowLog kept = dropBefore(from);
    return new RowLog(kept.chunks, kept.rowCount, rowsMax, next);
  }

  /** The rows that are kept, oldest first. */
  Snapshot snapshot() {
    List<Segment> segments = new ArrayList<>(chunks.length);
    int excess = (int) Math.max(0, rowCount - rowsMax);
    for (Chunk chunk : chunks) {
      ColumnBatch rows = chunk.rows;
      int from = Math.min(excess, rows.rowCount());
      excess -= from;
      ColumnBatch shown =
          age.shown(from == 0 ? rows : Interleave.slice(rows, from, rows.rowCount()));
      if (shown.rowCount() > 0) {
        segments.add(new Segment(shown, 0));
      }
    }
    return Snapshot.of(segments);
  }
}
