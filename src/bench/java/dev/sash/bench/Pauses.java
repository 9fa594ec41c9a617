package dev.sash.bench;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.Locale;
import java.util.PriorityQueue;

/**
 * How long batches took with what they closed: by the clock, which counts the collector's pauses
 * and what else the machine does, and in processor time of the thread, which does not.
 */
final class Pauses {
  private static final double MILLI = 1e6;
  private static final int BUCKETS = 32;

  private final int keep;
  private final PriorityQueue<Batch> longest =
      new PriorityQueue<>(Comparator.comparingLong(Batch::processorNanos));
  private final long[] counts = new long[BUCKETS];
  private long batches;
  private long worstNanos;
  private long worstProcessorNanos;

  private record Batch(long number, long nanos, long processorNanos) {}

  /** Keeps so many of the longest batches. */
  Pauses(int keep) {
    this.keep = keep;
  }

  void add(long nanos, long processorNanos) {
    worstNanos = Math.max(worstNanos, nanos);
    worstProcessorNanos = Math.max(worstProcessorNanos, processorNanos);
    counts[bucket(processorNanos)]++;
    if (keep > 0) {
      longest.add(new Batch(batches, nanos, processorNanos));
      if (longest.size() > keep) {
        longest.remove();
      }
    }
    batches++;
  }

  /** Under 1 ms is 0, under 2 ms 1, under 4 ms 2 and so on. */
  private static int bucket(long nanos) {
    return Long.SIZE - Long.numberOfLeadingZeros((long) (nanos / MILLI));
  }

  long worstNanos() {
    return worstNanos;
  }

  long worstProcessorNanos() {
    return worstProcessorNanos;
  }

  /** How many batches took how much processor time, and which were the longest. */
  void print(PrintStream out) {
    StringBuilder line = new StringBuilder("{\"batches\": ").append(batches);
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      if (counts[bucket] > 0) {
        line.append(", \"below_").append(1L << bucket).append("_ms\": ").append(counts[bucket]);
      }
    }
    line.append(", \"longest\": [");
    String separator = "";
    for (Batch batch : longest.stream().sorted(longest.comparator().reversed()).toList()) {
      line.append(separator).append(text(batch));
      separator = ", ";
    }
    out.println(line.append("]}"));
  }

  private static String text(Batch batch) {
    return String.format(
        Locale.ROOT,
        "{\"batch\": %d, \"cpu_ms\": %.2f, \"ms\": %.2f}",
        batch.number,
        batch.processorNanos / MILLI,
        batch.nanos / MILLI);
  }
}
