package dev.sash.view;

import dev.sash.data.ColumnBatch;
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

  /**
   * Adjacent rows.
   *
   * @param mark grows from chunk to chunk: what {@link #dropBefore} looks at
   */
  private record Chunk(ColumnBatch rows, long mark) {}

  private RowLog(Chunk[] chunks, long rowCount, long rowsMax) {
    this.chunks = chunks;
    this.rowCount = rowCount;
    this.rowsMax = rowsMax;
  }

  /** A log that keeps the given number of rows. */
  static RowLog keeping(long rowsMax) {
    return new RowLog(new Chunk[0], 0, rowsMax);
  }

  /** How many rows a reader sees. */
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
    return new RowLog(list.subList(dropped, list.size()).toArray(new Chunk[0]), count, rowsMax);
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
      list.set(
          list.size() - 1, new Chunk(Interleave.concatenate(older.rows, newer.rows), newer.mark));
    }
  }

  /** This log without the batches that were marked before the given one. */
  RowLog dropBefore(long mark) {
    int dropped = 0;
    long count = rowCount;
    while (dropped < chunks.length && chunks[dropped].mark < mark) {
      count -= chunks[dropped++].rows.rowCount();
    }
    return dropped == 0
        ? this
        : new RowLog(Arrays.copyOfRange(chunks, dropped, chunks.length), count, rowsMax);
  }

  /** The rows that are kept, oldest first. */
  Snapshot snapshot() {
    List<Segment> segments = new ArrayList<>(chunks.length);
    int excess = (int) Math.max(0, rowCount - rowsMax);
    for (Chunk chunk : chunks) {
      ColumnBatch rows = chunk.rows;
      segments.add(
          new Segment(excess == 0 ? rows : Interleave.slice(rows, excess, rows.rowCount()), 0));
      excess = 0;
    }
    return new Snapshot(segments, rowCount());
  }
}
