package dev.sash.pane;

/** Threads that may have time for work beside their owner's. */
@FunctionalInterface
public interface SpareThreads {
  /**
   * Has a thread do the work as soon as one is free. Returns at once and never fails: where there
   * is no thread, nobody does the work, and who gave it must not depend on that.
   */
  void start(Runnable work);
}
