package dev.sash.view;

import dev.sash.runtime.DelayHistogram;
import dev.sash.runtime.LateRows;
import dev.sash.runtime.WatermarkGenerator;

/**
 * What has happened to a view since it began: tells why it shows what it shows. Written by the
 * view's writer, read by any thread.
 */
public final class ViewActivity {
  private final DelayHistogram lateness = new DelayHistogram();
  private volatile long changes;
  private volatile long changedAt = WatermarkGenerator.NONE;
  private volatile long rowsExpired;
  private volatile long windowsDropped;

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  void changed(int rows, long emittedAt) {
    if (rows > 0) {
      changes += rows;
      changedAt = emittedAt;
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  void expired(long rows) {
    rowsExpired += rows;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  void late(LateRows rows) {
    lateness.addDelays(rows.latenessMillis());
    long dropped = 0;
    for (int windows : rows.windowsDropped()) {
      dropped += windows;
    }
    windowsDropped += dropped;
  }

  /** Rows added, revised and removed so far: the lines of {@code changes.v}. */
  public long changes() {
    return changes;
  }

  /** The engine clock at the last change, {@link WatermarkGenerator#NONE} before the first. */
  public long changedAtMillis() {
    return changedAt;
  }

  /** Rows that RETAIN, or the most rows of a view, has dropped. */
  public long rowsExpired() {
    return rowsExpired;
  }

  /** How far late rows were behind the watermark. */
  public DelayHistogram lateness() {
    return lateness;
  }

  /** Windows that did not take a row, summed over the late rows. */
  public long windowsDropped() {
    return windowsDropped;
  }
}
