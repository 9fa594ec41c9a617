package dev.sash.aggregate;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Counts the bytes of one query's state and refuses to let them grow past a limit. All state is
 * arrays that Sash allocates, so it is counted where an array is made or dropped; texts and large
 * numbers are estimated. Not thread-safe; threads that share a limit have {@link #parts} of it.
 */
public final class StateBudget {
  /** The setting that moves the limit. */
  public static final String SETTING = "max_state_bytes";

  private static final int ARRAY_HEADER_BYTES = 16;

  private final long maxBytes;

  /** Written by the thread of this budget alone, so that counting needs no atomic operation. */
  private final AtomicLong own;

  private final List<AtomicLong> all;

  private StateBudget(long maxBytes, AtomicLong own, List<AtomicLong> all) {
    this.maxBytes = maxBytes;
    this.own = own;
    this.all = all;
  }

  private StateBudget(long maxBytes, AtomicLong own) {
    this(maxBytes, own, List.of(own));
  }

  /** A budget of at most so many bytes. */
  public StateBudget(long maxBytes) {
    this(maxBytes, new AtomicLong());
  }

  /**
   * Budgets that have one limit together, one for each of so many threads. What one counts the
   * others see soon, so two that grow at the same moment may cross the limit by what they grow.
   */
  public static List<StateBudget> parts(long maxBytes, int count) {
    List<AtomicLong> all = Stream.generate(AtomicLong::new).limit(count).toList();
    return all.stream().map(own -> new StateBudget(maxBytes, own, all)).toList();
  }

  /** A budget without a limit, for state that lives shortly. */
  public static StateBudget unlimited() {
    return new StateBudget(Long.MAX_VALUE);
  }

  /** The size of an array with its header. */
  public static long arrayBytes(long length, int elementBytes) {
    return ARRAY_HEADER_BYTES + length * elementBytes;
  }

  /**
   * Counts bytes that are about to be allocated.
   *
   * @throws SashException when that would cross the limit; nothing is counted then
   */
  public void reserve(long bytes) {
    long used = usedBytes();
    if (bytes > maxBytes - used) {
      throw exceeded(used + bytes, maxBytes);
    }
    adjust(bytes);
  }

  /** The error of a query that needs more bytes than it may have. */
  public static SashException exceeded(long neededBytes, long maxBytes) {
    return SashException.of(
            ErrorCode.LIMIT_EXCEEDED,
            String.format(
                Locale.ROOT,
                "the query needs more than %,d bytes of state, the limit is %,d",
                neededBytes,
                maxBytes))
        .hint(
            "raise it with SET "
                + SETTING
                + ", or use a larger slide, a smaller window or fewer keys");
  }

  /** Counts bytes as free again. */
  public void release(long bytes) {
    adjust(-bytes);
  }

  /** Counts a change that has already happened; the limit is checked at the next reservation. */
  void adjust(long bytes) {
    own.lazySet(own.getPlain() + bytes);
  }

  /** Whether more than half of the limit is used. */
  public boolean isTight() {
    return usedBytes() > maxBytes / 2;
  }

  /** The limit. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Bytes counted now, by all parts. */
  public long usedBytes() {
    long used = 0;
    for (int i = 0; i < all.size(); i++) {
      used += all.get(i).get();
    }
    return used;
  }
}
