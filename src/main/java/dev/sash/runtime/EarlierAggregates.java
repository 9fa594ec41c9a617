package dev.sash.runtime;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordPairs;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.ColumnBatch;
import java.util.List;

/**
 * Aggregates of all rows from the first of the key on, but for the last ones: one record a key, and
 * one for each row that is not far enough behind yet.
 *
 * <pre>
 *   SUM(v) OVER (ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
 *   input:  5, 1, 2
 *   output: NULL, 5, 6
 * </pre>
 */
public final class EarlierAggregates extends FrameState {
  private final long distance;
  private final int[] into = new int[1];
  private final int[] from = new int[1];

  /** Aggregates without keys; the frame ends before its row. */
  public EarlierAggregates(
      OverFrame frame, List<AggregateInput> aggregates, int[] ordinals, StateBudget budget) {
    super(frame, aggregates, ordinals, budget);
    distance = -frame.following();
  }

  @Override
  void peers(ColumnBatch batch, int first, int end, int key, long time) {
    FrameRows rows = frameOf(key);
    int step = frame.byRows() ? 1 : end - first;
    for (int row = first; row < end; row += step) {
      long position = frame.byRows() ? rows.count : time;
      absorb(rows, position - distance);
      appendResult(rows.rest, step);
      for (int i = row; i < row + step; i++) {
        rows.count++;
        rows.add(recordOf(batch, i), position);
      }
    }
  }

  /** Adds the rows up to a position to what is given. */
  private void absorb(FrameRows rows, long last) {
    if (rows.rest < 0) {
      rows.rest = store.allocate();
    }
    into[0] = rows.rest;
    while (rows.size() > 0 && rows.position(0) <= last) {
      from[0] = rows.poll();
      layout.combine(store, store, new RecordPairs(into, from, 1));
      free(from[0]);
    }
  }
}
