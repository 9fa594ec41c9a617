package dev.sash.aggregate;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.Locale;

/**
 * Counts the bytes of one query's state and refuses to let them grow past a limit. All state is
 * arrays that Sash allocates, so it is counted where an array is made or dropped; texts and large
 * numbers are estimated. Not thread-safe.
 */
public final class StateBudget {
  /** The setting that moves the limit. */
  public static final String SETTING = "max_state_bytes";

  private static final int ARRAY_HEADER_BYTES = 16;

  private final long maxBytes;
  private long usedBytes;

  /** A budget of at most so many bytes. */
  public StateBudget(long maxBytes) {
    this.maxBytes = maxBytes;
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
    if (bytes > maxBytes - usedBytes) {
      throw exceeded(usedBytes + bytes, maxBytes);
    }
    usedBytes += bytes;
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
    usedBytes -= bytes;
  }

  /** Counts a change that has already happened; the limit is checked at the next reservation. */
  void adjust(long bytes) {
    usedBytes += bytes;
  }

  /** Whether more than half of the limit is used. */
  public boolean isTight() {
    return usedBytes > maxBytes / 2;
  }

  /** The limit. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Bytes counted now. */
  public long usedBytes() {
    return usedBytes;
  }
}
