package dev.sash.runtime;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** What other threads want a pipeline's thread to do between two steps. Thread-safe. */
final class Requests {
  private final Queue<Request> waiting = new ConcurrentLinkedQueue<>();

  private record Request(Runnable action, CompletableFuture<@Nullable Void> done) {}

  /** Adds an action; the future completes when it has been done or dismissed. */
  CompletableFuture<@Nullable Void> add(Runnable action) {
    Request request = new Request(action, new CompletableFuture<>());
    waiting.add(request);
    return request.done();
  }

  /** Whether there is something to do. */
  boolean isWaiting() {
    return !waiting.isEmpty();
  }

  /** Does all that waits, on the caller's thread; a failure is the action's and the caller's. */
  void answer() {
    for (Request request = waiting.poll(); request != null; request = waiting.poll()) {
      try {
        request.action().run();
        request.done().complete(null);
      } catch (RuntimeException e) {
        request.done().completeExceptionally(e);
        throw e;
      }
    }
  }

  /** Lets all who wait go on: the pipeline has come to its end. */
  void dismiss() {
    for (Request request = waiting.poll(); request != null; request = waiting.poll()) {
      request.done().complete(null);
    }
  }
}
