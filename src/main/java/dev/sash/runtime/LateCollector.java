package dev.sash.runtime;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Collects the rows of one run that at least one window has dropped, and hands them on. */
final class LateCollector {
  private final AggregateOutput output;
  private final boolean asArrived;
  private final @Nullable KeptLateRows kept;
  private final AtomicLong total = new AtomicLong();
  private int[] rows = new int[16];
  private int[] dropped = new int[16];
  private int[] accepted = new int[16];
  private int count;

  /**
   * A collector.
   *
   * @param asArrived whether rows are shown as the stream delivered them; else as the aggregate
   *     takes them, because the query reads streams with different columns
   * @param kept takes them, too, unless it is null
   */
  LateCollector(AggregateOutput output, boolean asArrived, @Nullable KeptLateRows kept) {
    this.output = output;
    this.kept = kept;
    this.asArrived = asArrived;
  }

  /** Rows so far. */
  long total() {
    return total.get();
  }

  void add(int row, long windowsDropped, long windowsAccepted) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, count * 2);
      dropped = Arrays.copyOf(dropped, count * 2);
      accepted = Arrays.copyOf(accepted, count * 2);
    }
    rows[count] = row;
    dropped[count] = (int) Math.min(Integer.MAX_VALUE, windowsDropped);
    accepted[count++] = (int) Math.min(Integer.MAX_VALUE, windowsAccepted);
  }

  /** Hands on what was collected of these rows: together what arrived at one time. */
  void flush(Rows run, int timeColumn) {
    total.addAndGet(count);
    int from = 0;
    while (from < count) {
      long arrivedAt = run.arrival().arrivedAt(run.arrivalRow(rows[from]));
      int to = from + 1;
      while (to < count && run.arrival().arrivedAt(run.arrivalRow(rows[to])) == arrivedAt) {
        to++;
      }
      LateRows late = late(run, timeColumn, from, to, arrivedAt);
      int[] numbers = Arrays.copyOfRange(rows, from, to);
      output.place().atRows(numbers);
      output.late().accept(late);
      output.place().atRows(null);
      if (kept != null) {
        kept.add(new KeptLateRows.Entry(late, run.batch().gather(numbers, numbers.length)));
      }
      from = to;
    }
    count = 0;
  }

  private LateRows late(Rows run, int timeColumn, int from, int to, long arrivedAt) {
    int size = to - from;
    int[] shown = new int[size];
    long[] lateness = new long[size];
    long[] times = run.batch().longs(timeColumn).values();
    for (int i = 0; i < size; i++) {
      int row = rows[from + i];
      shown[i] = asArrived ? run.arrivalRow(row) : row;
      lateness[i] = run.arrival().watermarkAt(run.arrivalRow(row)) - times[row];
    }
    return new LateRows(
        (asArrived ? run.arrival().batch() : run.batch()).gather(shown, size),
        arrivedAt,
        lateness,
        Arrays.copyOfRange(dropped, from, to),
        Arrays.copyOfRange(accepted, from, to));
  }
}
