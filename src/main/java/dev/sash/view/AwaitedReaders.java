package dev.sash.view;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Readers of a changelog that the view waits for. A view over inputs that end could be done with
 * millions of rows before a sink has written the first thousand; its inputs can wait, so it does.
 */
final class AwaitedReaders {
  /** A reader may close without being noticed; then it is noticed a little later. */
  private static final long LOOK_MILLIS = 50;

  private final List<ChangeReader> readers = new CopyOnWriteArrayList<>();

  void add(ChangeReader reader) {
    readers.add(reader);
  }

  /** A reader has read on. */
  synchronized void moved() {
    notifyAll();
  }

  /** A reader will read no more. */
  void remove(ChangeReader reader) {
    if (readers.remove(reader)) {
      moved();
    }
  }

  /** Waits until every reader has read up to a sequence, or the thread is interrupted. */
  void await(long sequence) {
    if (readers.isEmpty()) {
      return;
    }
    try {
      synchronized (this) {
        while (readers.stream().anyMatch(reader -> reader.position() < sequence)) {
          wait(LOOK_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      // the view's query is being ended
      Thread.currentThread().interrupt();
    }
  }
}
