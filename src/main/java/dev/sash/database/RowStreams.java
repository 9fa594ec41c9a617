package dev.sash.database;

import dev.sash.view.RowStream;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Results that wait to be called for. Each has a number that nobody can guess, for everyone may
 * call the function. When there are too many, the oldest one is closed: nobody came for it.
 */
final class RowStreams {
  private static final int WAITING_MAX = 256;

  private final SecureRandom random = new SecureRandom();
  private final Map<Long, RowStream> waiting = new LinkedHashMap<>();

  /** Keeps a result, and returns its number. */
  long register(RowStream rows) {
    RowStream forgotten = null;
    long id;
    synchronized (waiting) {
      do {
        id = random.nextLong() & Long.MAX_VALUE;
      } while (waiting.containsKey(id));
      if (waiting.size() == WAITING_MAX) {
        forgotten = waiting.remove(waiting.keySet().iterator().next());
      }
      waiting.put(id, rows);
    }
    if (forgotten != null) {
      forgotten.close();
    }
    return id;
  }

  /** The result, which goes on waiting; null when there is none. */
  @Nullable RowStream peek(long id) {
    synchronized (waiting) {
      return waiting.get(id);
    }
  }

  /** The result, which is the caller's now; null when there is none. */
  @Nullable RowStream take(long id) {
    synchronized (waiting) {
      return waiting.remove(id);
    }
  }

  /** Closes all that wait. */
  void close() {
    Map<Long, RowStream> left;
    synchronized (waiting) {
      left = new LinkedHashMap<>(waiting);
      waiting.clear();
    }
    left.values().forEach(RowStream::close);
  }
}
