package dev.sash.session;

import dev.sash.runtime.SharedInput;
import dev.sash.runtime.SharedRunner;
import dev.sash.window.WindowSpec;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The thread of queries that share panes. It runs while there is one; a query is taken in and let
 * go between two steps. Thread-safe.
 */
final class SharedThread {
  private static final System.Logger LOGGER = System.getLogger(SharedThread.class.getName());

  private final Object meaning;
  private final String stream;
  private final SharedRunner runner = new SharedRunner();

  /** Queries that share or are about to; guarded by this. */
  private final List<RunningQuery> queries = new ArrayList<>();

  private final List<RunningQuery> coming = new ArrayList<>();
  private @Nullable Thread thread;

  /** A thread for queries of which all that must be equal is {@code meaning}. */
  SharedThread(Object meaning, String stream) {
    this.meaning = meaning;
    this.stream = stream;
  }

  /** Whether a query may come to those that are there. */
  synchronized boolean takes(Object itsMeaning, SharedInput input) {
    List<WindowSpec.Hop> windows = new ArrayList<>();
    queries.forEach(query -> windows.add(query.sharedInput().window()));
    windows.add(input.window());
    return meaning.equals(itsMeaning) && SharedRunner.haveCommonPanes(windows);
  }

  /** The names of the queries that are there. */
  synchronized List<String> names() {
    return queries.stream().map(RunningQuery::name).toList();
  }

  /** What makes the queries go; its wakeup is signalled by their inputs. */
  SharedRunner runner() {
    return runner;
  }

  /** Takes a query in. */
  synchronized void start(RunningQuery query) {
    queries.add(query);
    coming.add(query);
    if (thread == null) {
      thread = new Thread(this::run, "sash-shared-" + stream);
      thread.setDaemon(true);
      thread.start();
    }
    runner.wakeup().signal();
  }

  private void run() {
    List<RunningQuery> going = new ArrayList<>();
    try {
      while (takeIn(going)) {
        runner.step(RunningQuery.WAIT_MILLIS);
        letGo(going);
      }
    } catch (Throwable e) {
      // what fails a query is caught where it happens, so this is a mistake in sharing itself
      LOGGER.log(Level.ERROR, "queries failed: stream=" + stream, e);
      endAll(e);
    }
  }

  /** All queries fail; those that come later begin anew. */
  private synchronized void endAll(Throwable why) {
    for (RunningQuery query : queries) {
      query.ended(why);
      runner.remove(query.sharedMember());
    }
    queries.clear();
    coming.clear();
    thread = null;
  }

  /** Takes in those that have come; whether there are any queries. */
  private synchronized boolean takeIn(List<RunningQuery> going) {
    for (RunningQuery query : coming) {
      going.add(query);
      runner.add(query.sharedMember());
    }
    coming.clear();
    if (going.isEmpty()) {
      thread = null;
    }
    return !going.isEmpty();
  }

  private void letGo(List<RunningQuery> going) {
    for (RunningQuery query : List.copyOf(going)) {
      query.look();
      Throwable failure = query.sharedMember().failure();
      if (failure != null || query.isOver()) {
        going.remove(query);
        runner.remove(query.sharedMember());
        forget(query);
        if (failure == null) {
          query.ended();
        } else {
          query.ended(failure);
        }
      }
    }
  }

  private synchronized void forget(RunningQuery query) {
    queries.remove(query);
  }
}
