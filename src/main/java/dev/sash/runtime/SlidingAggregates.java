package dev.sash.runtime;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordPairs;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.ColumnBatch;
import java.util.Arrays;
import java.util.List;

/**
 * Aggregates of a frame that rows leave again: the last n, or those of a span of time.
 *
 * <p>Nothing is subtracted, so every function that can be combined slides, MIN as well as SUM, and
 * a sum has the digits of one computed anew. The rows of a frame are two stacks (see [1]): those of
 * the older stack hold themselves and all that follow them in it, those of the younger one are
 * combined in one record as they come. The frame is the oldest record and that one. When the older
 * stack is empty, the younger one becomes it: each row is combined once or twice in its life,
 * however long the frame is. Functions whose records grow by being combined ({@link
 * dev.sash.aggregate.RecordLayout#isCompact}) combine the rows of the frame for each result
 * instead.
 *
 * <pre>
 *   SUM(v) OVER (ORDER BY ts ROWS 2 PRECEDING)
 *   input:  1, 2, 3, 4
 *   older stack               younger
 *                             1 2 3 = 6            result 6
 *   5 (2 3), 3                4 = 4                1 leaves, 2 + 3 is folded; result 5 + 4
 * </pre>
 *
 * <p>[1] Tangwongsan, Hirzel, Schneider: Low-latency sliding-window aggregation in worst-case
 * constant time, DEBS 2017, section 2 (two stacks).
 */
public final class SlidingAggregates extends FrameState {
  private final boolean folds;
  private final int[] pairInto = new int[1];
  private final int[] pairFrom = new int[1];

  /** Aggregates without keys; ordinals as of {@link OverState}. */
  public SlidingAggregates(
      OverFrame frame, List<AggregateInput> aggregates, int[] ordinals, StateBudget budget) {
    super(frame, aggregates, ordinals, budget);
    folds = layout.isCompact();
  }

  @Override
  void peers(ColumnBatch batch, int from, int to, int key, long time) {
    FrameRows rows = frameOf(key);
    if (!frame.byRows()) {
      evict(rows, time - frame.preceding());
      for (int row = from; row < to; row++) {
        add(rows, batch, row, time);
      }
      result(rows, to - from);
      return;
    }
    for (int row = from; row < to; row++) {
      evict(rows, rows.count - frame.preceding());
      add(rows, batch, row, rows.count);
      result(rows, 1);
    }
  }

  private void add(FrameRows rows, ColumnBatch batch, int row, long position) {
    rows.count++;
    rows.add(recordOf(batch, row), position);
    if (folds) {
      if (rows.rest < 0) {
        rows.rest = store.allocate();
      }
      addTo(rows.rest, batch, row);
    }
  }

  /** The older stack is empty: the younger one becomes it. */
  @Override
  void leaving(FrameRows rows) {
    if (!folds || rows.folded > 0) {
      return;
    }
    for (int row = rows.size() - 2; row >= 0; row--) {
      combine(rows.record(row), rows.record(row + 1));
    }
    rows.folded = rows.size();
    free(rows.rest);
    rows.rest = store.allocate();
  }

  private void combine(int into, int from) {
    pairInto[0] = into;
    pairFrom[0] = from;
    layout.combine(store, store, new RecordPairs(pairInto, pairFrom, 1));
  }

  private void result(FrameRows rows, int times) {
    if (folds && rows.folded == 0) {
      appendResult(rows.rest, times);
      return;
    }
    int whole = store.allocate();
    if (folds) {
      combine(whole, rows.record(0));
      combine(whole, rows.rest);
    } else {
      int[] all = rows.all();
      int[] into = new int[all.length];
      Arrays.fill(into, whole);
      layout.combine(store, store, new RecordPairs(into, all, all.length));
    }
    appendResult(whole, times);
    free(whole);
  }
}
