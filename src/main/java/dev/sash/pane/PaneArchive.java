package dev.sash.pane;

/**
 * Which panes of a store have expired and are still there, and how many bytes they hold: an account
 * only, the panes stay where they are. They are before {@link #end}, the oldest go first.
 */
final class PaneArchive {
  private final long bytesMax;
  private long bytes;
  private int count;
  private long end = Long.MIN_VALUE;
  private long keptFrom = Long.MIN_VALUE;

  /** An account of at most so many bytes; with 0 nothing is kept. */
  PaneArchive(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Panes before this one have expired. */
  long end() {
    return end;
  }

  /** No pane at or after this one has been dropped. */
  long keptFrom() {
    return keptFrom;
  }

  /** How many are kept. */
  int count() {
    return count;
  }

  /** Whether one must be dropped. */
  boolean isFull() {
    return count > 0 && (bytes > bytesMax || bytesMax == 0);
  }

  void add(long paneBytes) {
    bytes += paneBytes;
    count++;
  }

  void expireBefore(long pane) {
    end = Math.max(end, pane);
    if (bytesMax == 0) {
      keptFrom = Math.max(keptFrom, pane);
    }
  }

  /** The oldest pane has been dropped; what it held may have grown since it was added. */
  void drop(long pane, long paneBytes) {
    bytes = Math.max(0, bytes - paneBytes);
    keptFrom = Math.max(keptFrom, pane + 1);
    count--;
  }

  void restore(long from, long to) {
    keptFrom = from;
    end = to;
  }
}
