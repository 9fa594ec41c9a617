package dev.sash.connector.datagen;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceSpec;
import dev.sash.time.EngineClock;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Makes rows: the same ones for the same settings, whatever the clock and the batches. */
final class DatagenSource implements Source {
  private final DatagenSettings settings;
  private final EngineClock clock;
  private final BatchBuilder batch;
  private final ColumnGenerator[] columns;
  private final SplittableRandom disorder;
  private final Object closing = new Object();
  private final long openedAtMillis;
  private final long startMillis;
  private long nextRow;
  private volatile boolean closed;

  DatagenSource(SourceSpec spec, DatagenSettings settings, EngineClock clock) {
    this.settings = settings;
    this.clock = clock;
    batch = new BatchBuilder(spec.schema());
    columns = new ColumnGenerator[spec.schema().size()];
    for (int column = 0; column < columns.length; column++) {
      ColumnOptions options = new ColumnOptions(spec.schema().field(column), spec.options());
      columns[column] = ColumnGenerator.of(options, batch.column(column), settings.seed());
    }
    disorder = new SplittableRandom(settings.seed());
    openedAtMillis = clock.nowMillis();
    startMillis =
        settings.startMillis() == DatagenSettings.NOW ? openedAtMillis : settings.startMillis();
  }

  @Override
  public @Nullable ColumnBatch poll(long maxWaitMillis) throws InterruptedException {
    long due = rowsDue();
    if (due == 0 && !isAtEnd() && maxWaitMillis > 0) {
      await(maxWaitMillis);
      due = rowsDue();
    }
    if (due == 0 || closed) {
      return null;
    }
    for (long row = nextRow; row < nextRow + due; row++) {
      append(row);
    }
    nextRow += due;
    return batch.build();
  }

  private void append(long row) {
    long timeMillis = settings.timeMillis(startMillis, row);
    if (settings.disorderMillis() > 0) {
      timeMillis -= disorder.nextLong(settings.disorderMillis() + 1);
    }
    for (ColumnGenerator column : columns) {
      column.append(row, timeMillis);
    }
  }

  /** How many rows may be made now, at most a batch. */
  private long rowsDue() {
    long due = Math.min(settings.rows() - nextRow, ColumnBatch.MAX_ROWS);
    long rate = settings.rowsPerSecond();
    if (rate > 0) {
      long elapsedMillis = Math.max(0, clock.nowMillis() - openedAtMillis);
      // The first row is due at once. Seconds apart, so that the product fits.
      long allowed = elapsedMillis / 1000 * rate + elapsedMillis % 1000 * rate / 1000 + 1;
      due = Math.min(due, allowed - nextRow);
    }
    return Math.max(0, due);
  }

  /**
   * Waits for the next row to be due, for the given time at most, or for the source to be closed.
   */
  @SuppressWarnings("WaitNotInLoop") // a poll may end early, the caller polls again
  private void await(long maxWaitMillis) throws InterruptedException {
    long rate = settings.rowsPerSecond();
    long withinSecondMillis = (nextRow % rate * 1000 + rate - 1) / rate;
    long dueAtMillis = openedAtMillis + nextRow / rate * 1000 + withinSecondMillis;
    long waitMillis = Math.min(maxWaitMillis, dueAtMillis - clock.nowMillis());
    synchronized (closing) {
      if (!closed && waitMillis > 0) {
        closing.wait(waitMillis);
      }
    }
  }

  @Override
  public boolean isAtEnd() {
    return closed || nextRow >= settings.rows();
  }

  @Override
  public void close() {
    synchronized (closing) {
      closed = true;
      closing.notifyAll();
    }
  }
}
