package dev.sash.runtime;

import dev.sash.aggregate.AggregateFunctions;
import dev.sash.aggregate.AggregateInput;
import dev.sash.data.DataType;
import dev.sash.data.LongColumn;
import dev.sash.pane.PaneRows;
import dev.sash.pane.Panes;
import dev.sash.pane.WindowContent;
import dev.sash.window.WindowGrid;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * {@code FILL EMPTY WINDOWS WITHIN d}: which keys a closing window shows though they have no row in
 * it. It is those whose last row before the window's end lies at most {@code d} before it.
 *
 * <pre>
 *   TUMBLE(10 s), WITHIN 15 s, rows of a at 3 s, of b at 12 s
 *   [0, 10)    a 1
 *   [10, 20)   a 0   b 1
 *   [20, 30)         b 0         a's last row is 27 s before the end
 * </pre>
 *
 * <p>Rows at or after the end do not count, though they may have come: results do not depend on the
 * order of rows within the bound. So the last row of a key is taken from the panes that the window
 * closes, where one aggregate more than the query's, the largest event time, stands beside it.
 *
 * <p>A gap without any row is filled too, but with a bounded number of rows: of a longer one the
 * newest windows, for nothing but rows of zeroes would push what is known out of the view.
 */
final class EmptyWindows implements Snapshotable {
  private static final long NONE = WatermarkGenerator.NONE;
  private static final long NEVER = OpenWindows.NEVER;

  /** Closed windows that are remembered for REPROCESS LATE. */
  private static final int SHOWN_MAX = 10_000;

  private final WindowGrid grid;
  private final Panes store;
  private final long withinMillis;
  private final long rowsMax;
  private final int seenAggregate;

  /** By key id the event time of its last row in the panes that have closed. */
  private long[] lastSeen = {};

  private int known;
  private long newestSeen = NONE;
  private long foldedPane = NONE;
  private long forgottenEnd = NONE;

  /** By the end of each closed window that takes late rows: which keys it showed without a row. */
  private final KeysByWindow shown = new KeysByWindow();

  /**
   * No keys yet.
   *
   * @param rowsMax how many rows at most fill a gap
   */
  EmptyWindows(WindowGrid grid, Panes store, AggregateDefinition definition, long rowsMax) {
    this.grid = grid;
    this.store = store;
    this.rowsMax = rowsMax;
    withinMillis = definition.emit().fillMillis();
    seenAggregate = definition.aggregates().size();
  }

  /** The aggregate that is needed beside the query's own. */
  static AggregateInput lastRow(AggregateDefinition definition) {
    DataType time = definition.input().type(definition.timeColumn());
    return new AggregateInput(
        AggregateFunctions.of("MAX", List.of(time), false, time),
        List.of(definition.timeColumn()),
        -1);
  }

  /**
   * The next window that closes with or without rows.
   *
   * @param openFrom the end of the first open window
   * @param withRows the end of the first that has rows, or {@link OpenWindows#NEVER}
   * @param reached windows close up to here
   */
  long next(long openFrom, long withRows, long reached) {
    boolean atEnd = reached == WatermarkGenerator.END;
    if (known == 0 || openFrom == NONE || openFrom >= withRows || atEnd && withRows == NEVER) {
      return withRows;
    }
    long last = withRows > reached ? reached : grid.endUntil(withRows - 1);
    if (withinMillis != EmitSpec.ALWAYS) {
      last = Math.min(last, grid.endUntil(newestSeen + withinMillis));
    }
    return openFrom > last ? withRows : bounded(openFrom, last);
  }

  private long bounded(long first, long last) {
    long allowed = Math.max(1, rowsMax / known);
    if (grid.countEnds(first, last) <= allowed) {
      return first;
    }
    long end = last;
    for (long left = allowed - 1; left > 0; left--) {
      end = grid.endUntil(end - 1);
    }
    return end;
  }

  /** The window is about to close: the keys that it shows, with rows in it or without. */
  BitSet close(long end) {
    closedUntil(end);
    BitSet due = new BitSet();
    for (int id = 0; id < lastSeen.length; id++) {
      if (isDue(id, end)) {
        due.set(id);
      }
    }
    return due;
  }

  private boolean isDue(int id, long end) {
    return lastSeen[id] != NONE
        && (withinMillis == EmitSpec.ALWAYS || end - lastSeen[id] <= withinMillis);
  }

  /** All windows that end here or before have closed; a row that comes for them is a late one. */
  void closedUntil(long end) {
    if (end == NONE || end == WatermarkGenerator.END) {
      return;
    }
    long endPane = grid.firstPane(end) + grid.paneCount(end);
    long from = store.nextPane(foldedPane);
    if (from < endPane) {
      WindowContent state = store.window(from, endPane - from);
      long[] times = ((LongColumn) state.result(seenAggregate)).values();
      for (int i = 0; i < state.count(); i++) {
        see(state.ids()[i], times[i]);
      }
    }
    foldedPane = Math.max(foldedPane, endPane);
  }

  /** Rows have been added; only those of panes over which a window has closed are new here. */
  void see(PaneRows rows, long[] times) {
    for (int i = 0; i < rows.count(); i++) {
      if (rows.panes()[i] < foldedPane) {
        see(rows.ids()[i], times[rows.rows()[i]]);
      }
    }
  }

  private void see(int id, long millis) {
    if (id >= lastSeen.length) {
      int length = lastSeen.length;
      lastSeen = Arrays.copyOf(lastSeen, Math.max(id + 1, length * 2));
      Arrays.fill(lastSeen, length, lastSeen.length, NONE);
    }
    known += lastSeen[id] == NONE ? 1 : 0;
    lastSeen[id] = Math.max(lastSeen[id], millis);
    newestSeen = Math.max(newestSeen, millis);
  }

  /** Remembers which keys a window showed without a row, until it is forgotten. */
  void showed(long end, BitSet empty) {
    shown.put(end, empty);
  }

  /** Whether a closed window showed a key without a row. */
  boolean isShown(long end, int id) {
    return shown.contains(end, id);
  }

  /** The keys that a closed window showed without a row. */
  BitSet shown(long end) {
    return shown.of(end);
  }

  /**
   * Windows that end here or before take no more rows.
   *
   * @param someKept whether the newest of them may take rows yet by REPROCESS LATE
   */
  void forgetUntil(long end, boolean someKept) {
    if (!someKept) {
      shown.removeUntil(end);
    }
    while (someKept && shown.size() > SHOWN_MAX && shown.firstEnd() <= end) {
      forgottenEnd = shown.firstEnd();
      shown.removeUntil(forgottenEnd);
    }
  }

  /** Whether it is known which keys a closed window showed. */
  boolean remembers(long end) {
    return end > forgottenEnd;
  }

  /** The keys that will be shown again, or whose rows can be corrected. */
  BitSet live(long closedEnd) {
    BitSet live = new BitSet();
    for (int id = 0; id < lastSeen.length; id++) {
      if (closedEnd == NONE || isDue(id, closedEnd)) {
        live.set(id);
      }
    }
    shown.addAllTo(live);
    return live;
  }

  /** Ids have changed. */
  void renumber(int[] mapping) {
    long[] before = lastSeen;
    lastSeen = new long[0];
    known = 0;
    for (int id = 0; id < before.length; id++) {
      if (before[id] != NONE && mapping[id] >= 0) {
        see(mapping[id], before[id]);
      }
    }
    shown.renumber(mapping);
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeLong(foldedPane);
    output.writeLong(forgottenEnd);
    output.writeInt(lastSeen.length);
    for (long millis : lastSeen) {
      output.writeLong(millis);
    }
    shown.snapshot(output);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    foldedPane = input.readLong();
    forgottenEnd = input.readLong();
    int length = input.readInt();
    for (int id = 0; id < length; id++) {
      long millis = input.readLong();
      if (millis != NONE) {
        see(id, millis);
      }
    }
    shown.restore(input);
  }
}
