package dev.sash.bench;

import dev.sash.data.ColumnBatch;

/**
 * The best loops that we can write for exactly these queries over these columns: no names, no
 * types, no NULLs, no late rows, doubles added as they come, codes of keys taken as numbers. They
 * have panes too, or they would be {@link NaiveSubject}.
 */
final class HandSubject implements Subject {
  private static final long ENTRIES_MAX = 40_000_000;

  private final boolean exact;

  /** Loops with sums of doubles as they come, or with exact ones. */
  HandSubject(boolean exact) {
    this.exact = exact;
  }

  @Override
  public String name() {
    return exact ? "hand_exact" : "hand";
  }

  @Override
  public boolean takes(Workload workload) {
    long entries = Math.min(workload.keys(), 10 * workload.slideMillis()) * workload.ratio();
    return switch (workload.query()) {
      case Q, D -> entries < ENTRIES_MAX;
      case T -> !exact && entries < ENTRIES_MAX;
      case U -> !exact && entries < ENTRIES_MAX / 8;
      case E, S -> !exact;
      case G -> false;
    };
  }

  private HandLoop loop(Workload workload, ResultRows rows) {
    int keys = workload.keys();
    boolean extremes = workload.query() == Query.Q;
    return switch (workload.query()) {
      case Q, D ->
          exact
              ? new HandPanes<>(workload, new HandExact(keys, extremes, rows), rows)
              : new HandPanes<>(workload, new HandDoubles(keys, extremes, rows), rows);
      case T -> new HandPanes<>(workload, new HandDoubles(keys, false, rows), rows);
      case U -> new HandPanes<>(workload, new HandDistinct(keys, rows), rows);
      case E -> new HandTicks(workload, rows);
      case S -> new HandSessions(workload, rows);
      case G -> throw new AssertionError(workload);
    };
  }

  @Override
  public Outcome run(Workload workload) {
    Events events = new Events(workload);
    ResultSum result = new ResultSum();
    ResultRows rows =
        workload.query() == Query.T
            ? new TopRows(events.keys(), result)
            : new ResultRows(events.keys(), workload.query(), result);
    HandLoop loop = loop(workload, rows);
    long thread = Processor.threadNanos();
    long from = System.nanoTime();
    long closing = 0;
    Pauses pauses = new Pauses();
    ColumnBatch batch = events.poll(0);
    while (batch != null) {
      long started = System.nanoTime();
      long processor = Processor.threadNanos();
      loop.add(batch);
      long added = System.nanoTime();
      loop.close();
      long closed = System.nanoTime();
      closing += closed - added;
      pauses.add(closed - started, Processor.threadNanos() - processor);
      batch = events.poll(0);
    }
    long last = System.nanoTime();
    loop.finish();
    long nanos = System.nanoTime() - from - events.nanos();
    closing += System.nanoTime() - last;
    long used = Processor.threadNanos() - thread - events.threadNanos();
    return new Outcome(nanos, closing, pauses, 0, 0, used, result.rows(), result.checksum());
  }
}
