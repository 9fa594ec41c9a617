package dev.sash.pane;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.TreeSet;

/** Ordinals of panes, in order. */
final class PaneNumbers {
  /** Rows whose panes are so near each other are looked through without a search for each. */
  private static final int NEAR = Long.SIZE;

  private final TreeSet<Long> panes = new TreeSet<>();

  /** Adds the panes of rows. */
  void add(PaneRows rows) {
    long[] ordinals = rows.panes();
    int count = rows.count();
    long least = rows.least();
    if (rows.largest() - least < 0 || rows.largest() - least >= NEAR) {
      for (int i = 0; i < count; i++) {
        if (i == 0 || ordinals[i] != ordinals[i - 1]) {
          panes.add(ordinals[i]);
        }
      }
      return;
    }
    long marks = 0;
    for (int i = 0; i < count; i++) {
      marks |= 1L << ordinals[i] - least;
    }
    for (; marks != 0; marks &= marks - 1) {
      panes.add(least + Long.numberOfTrailingZeros(marks));
    }
  }

  /** Adds one pane. */
  void add(long pane) {
    panes.add(pane);
  }

  boolean isEmpty() {
    return panes.isEmpty();
  }

  /** The oldest, {@link Long#MAX_VALUE} without one. */
  long first() {
    return panes.isEmpty() ? Long.MAX_VALUE : panes.first();
  }

  /** The newest, {@link Long#MIN_VALUE} without one. */
  long last() {
    return panes.isEmpty() ? Long.MIN_VALUE : panes.last();
  }

  /** The first at or after the given one, {@link Long#MAX_VALUE} without one. */
  long from(long pane) {
    Long next = panes.ceiling(pane);
    return next == null ? Long.MAX_VALUE : next;
  }

  void forgetBefore(long pane) {
    panes.headSet(pane).clear();
  }

  void write(DataOutput output) throws IOException {
    output.writeInt(panes.size());
    for (long pane : panes) {
      output.writeLong(pane);
    }
  }

  void read(DataInput input) throws IOException {
    for (int left = input.readInt(); left > 0; left--) {
      panes.add(input.readLong());
    }
  }
}
