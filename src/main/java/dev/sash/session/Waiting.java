package dev.sash.session;

import dev.sash.error.SourceSpan;
import dev.sash.view.View;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits in short stretches, so that the waiter can look whether waiting still makes sense. */
final class Waiting {
  private static final long STRETCH_MILLIS = 50;

  private Waiting() {}

  /** Waits until a view's query has ended; its failure is thrown, and that it is held up. */
  static void forEnd(ViewEntry entry, SourceSpan span) throws InterruptedException {
    while (!entry.view().awaitEnd(STRETCH_MILLIS)) {
      // goes on waiting; the thread's interruption ends it
      entry.requireNotHeld(span);
    }
  }

  /** Waits until readers see what a view has published. */
  static void forShown(View view) throws InterruptedException {
    while (!view.awaitShown(STRETCH_MILLIS)) {
      // goes on waiting: the view's group waits for a limited time itself
    }
  }

  /** Waits until a future is done, for a short time at most. */
  static void brief(Future<?> future) throws InterruptedException {
    try {
      future.get(STRETCH_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // the caller looks at the future itself
    }
  }
}
