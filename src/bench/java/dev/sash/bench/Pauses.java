package dev.sash.bench;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * How long batches took with what they closed: by the clock, which counts the collector's pauses
 * and what else the machine does, and in processor time of the thread, which does not count the
 * first and little of the second.
 *
 * <p>Every run has the same batches. What takes long in one run and not in another was the machine;
 * what is ours takes long in each, so {@link #least} runs tells it.
 */
final class Pauses {
  private static final double MILLI = 1e6;
  private static final int BUCKETS = 32;

  private long[] processorNanos = new long[1024];
  private int batches;
  private long worstNanos;

  void add(long nanos, long batchProcessorNanos) {
    worstNanos = Math.max(worstNanos, nanos);
    if (batches == processorNanos.length) {
      processorNanos = Arrays.copyOf(processorNanos, batches * 2);
    }
    processorNanos[batches++] = batchProcessorNanos;
  }

  /** The longest time of a batch by the clock. */
  long worstNanos() {
    return worstNanos;
  }

  /** The longest time of a batch, in processor time. */
  long worstProcessorNanos() {
    return Arrays.stream(processorNanos, 0, batches).max().orElse(0);
  }

  /** Each batch as it was in the run in which it took the least. */
  static Pauses least(List<Pauses> runs) {
    Pauses least = new Pauses();
    int count = runs.stream().mapToInt(run -> run.batches).max().orElse(0);
    for (int i = 0; i < count; i++) {
      int batch = i;
      long nanos =
          runs.stream()
              .filter(run -> batch < run.batches)
              .mapToLong(run -> run.processorNanos[batch])
              .min()
              .orElse(0);
      least.add(nanos, nanos);
    }
    return least;
  }

  /** Prints how many batches took how long, and which were the longest. */
  void print(PrintStream out, int longest) {
    long[] counts = new long[BUCKETS];
    for (int batch = 0; batch < batches; batch++) {
      long millis = (long) (processorNanos[batch] / MILLI);
      // under 1 ms is 0, under 2 ms 1, under 4 ms 2 and so on
      counts[Long.SIZE - Long.numberOfLeadingZeros(millis)]++;
    }
    StringBuilder line = new StringBuilder("{\"batches\": ").append(batches);
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      if (counts[bucket] > 0) {
        line.append(", \"below_").append(1L << bucket).append("_ms\": ").append(counts[bucket]);
      }
    }
    line.append(", \"longest_cpu_ms\": {");
    String separator = "";
    for (int batch : longestBatches(longest)) {
      line.append(separator);
      line.append(String.format(Locale.ROOT, "\"%d\": %.2f", batch, processorNanos[batch] / MILLI));
      separator = ", ";
    }
    out.println(line.append("}}"));
  }

  private List<Integer> longestBatches(int count) {
    return IntStream.range(0, batches)
        .boxed()
        .sorted(Comparator.comparingLong((Integer batch) -> -processorNanos[batch]))
        .limit(count)
        .toList();
  }
}
