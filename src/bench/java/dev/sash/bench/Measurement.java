package dev.sash.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Runs of one system over one workload. */
final class Measurement {
  private static final double NANOS = 1e9;

  private final Subject subject;
  private final Workload workload;
  private final int shards;
  private final String sink;
  private final List<Subject.Outcome> outcomes = new ArrayList<>();
  private long residentMegabytes;

  Measurement(Subject subject, Workload workload, int shards, String sink) {
    this.subject = subject;
    this.workload = workload;
    this.shards = shards;
    this.sink = sink;
  }

  String name() {
    return subject.name();
  }

  boolean takes() {
    return subject.takes(workload);
  }

  /** One run; a warm-up does not count. */
  void run(boolean counts) throws InterruptedException {
    System.gc();
    Subject.Outcome outcome = subject.run(workload);
    if (counts) {
      outcomes.add(outcome);
      residentMegabytes = Math.max(residentMegabytes, Processor.residentMegabytes());
    }
  }

  /**
   * Makes sure that all have computed the same.
   *
   * @throws IllegalStateException when they have not
   */
  static void requireSame(List<Measurement> all) {
    long different =
        all.stream()
            .flatMap(m -> m.outcomes.stream())
            .map(outcome -> outcome.rowsOut() + " rows, checksum " + outcome.checksum())
            .distinct()
            .count();
    if (different > 1) {
      all.forEach(each -> System.out.println(each.line()));
      throw new IllegalStateException("the systems disagree");
    }
  }

  private double median(ToLongFunction<Subject.Outcome> part) {
    long[] sorted = outcomes.stream().mapToLong(part).sorted().toArray();
    return sorted[sorted.length / 2] / NANOS;
  }

  /** How long each batch takes at least. */
  Pauses pauses() {
    return Pauses.least(outcomes.stream().map(Subject.Outcome::pauses).toList());
  }

  /** The case, the median of its runs, and what was computed. */
  String line() {
    double seconds = median(Subject.Outcome::nanos);
    double closing = median(Subject.Outcome::closingNanos);
    Subject.Outcome last = outcomes.get(outcomes.size() - 1);
    long state = outcomes.stream().mapToLong(Subject.Outcome::stateBytes).max().orElse(0);
    return String.format(
        Locale.ROOT,
        "{\"system\": \"%s\", \"query\": \"%s\", \"keys\": %d, \"ratio\": %d, \"shards\": %d,"
            + " \"sink\": \"%s\", \"rows\": %d, \"seconds\": %.3f, \"rows_per_s\": %.0f, \"rows_out\": %d,"
            + " \"checksum\": \"%s\", \"rss_mb\": %d, \"runs\": %d, \"ns_per_row\": %.2f,"
            + " \"closing_s\": %.3f, \"ingest_ns_per_row\": %.2f, \"worst_ms\": %.2f,"
            + " \"worst_cpu_ms\": %.2f, \"gc_ms\": %.0f,"
            + " \"state_mb\": %.1f, \"thread_s\": %.3f}",
        subject.name(),
        workload.query(),
        workload.keys(),
        workload.ratio(),
        shards,
        sink,
        workload.rows(),
        seconds,
        workload.rows() / seconds,
        last.rowsOut(),
        last.checksum(),
        residentMegabytes,
        outcomes.size(),
        seconds * NANOS / workload.rows(),
        closing,
        (seconds - closing) * NANOS / workload.rows(),
        median(outcome -> outcome.pauses().worstNanos()) * 1000,
        pauses().worstProcessorNanos() / NANOS * 1000,
        median(Subject.Outcome::collectorNanos) * 1000,
        state / 1e6,
        median(Subject.Outcome::threadNanos));
  }
}
