package dev.sash.session;

import dev.sash.runtime.Pipeline;
import dev.sash.runtime.StateSize;
import dev.sash.runtime.TimedOperator;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Says once that a query holds more keys than {@code warn_keys}: long before {@code max_keys} ends
 * it. The query's thread looks between two steps, whoever wants to see the notice looks before.
 */
final class KeyGuard {
  private static final System.Logger LOGGER = System.getLogger(KeyGuard.class.getName());

  /** Rows a key below which the key looks like the name of a single event. */
  private static final double ROWS_PER_KEY = 1.1;

  private final String name;
  private final long warnKeys;
  private volatile @Nullable String notice;

  KeyGuard(String name, long warnKeys) {
    this.name = name;
    this.warnKeys = warnKeys;
  }

  /** The query's name. */
  String name() {
    return name;
  }

  /** Looks at the number of keys until it has once been too large. */
  synchronized void look(Pipeline pipeline) {
    if (notice != null) {
      return;
    }
    for (TimedOperator operator : pipeline.timed()) {
      StateSize size = operator.stateSize();
      if (size.keys() > warnKeys) {
        notice =
            "more than "
                + warnKeys
                + " keys (warn_keys)"
                + (looksUnique(size) ? ", most with one row: is GROUP BY on an id?" : "");
        LOGGER.log(
            Level.WARNING, "many keys: query={0}, keys={1}", name, Long.toString(size.keys()));
      }
    }
  }

  /** Whether there is about one row for each key: a message id, not a customer. */
  static boolean looksUnique(StateSize size) {
    return size.keys() > 0 && size.paneUpdates() < size.keys() * ROWS_PER_KEY;
  }

  /** What it has said, or null. */
  @Nullable String notice() {
    return notice;
  }
}
