package dev.sash.connector.nexmark;

import dev.sash.connector.nexmark.NexmarkColumn.Writer;
import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceSpec;
import dev.sash.time.EngineClock;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one table, in order of events. Where the events have an end all are there at once;
 * otherwise each is there when the clock shows its event time, beginning with the first one after
 * the source was opened: streams that are opened one after the other are in step.
 */
final class NexmarkSource implements Source {
  private final NexmarkSettings settings;
  private final EngineClock clock;
  private final BatchBuilder batch;
  private final Writer[] writers;
  private final Object closing = new Object();
  private final long rows;
  private long nextRow;
  private volatile boolean closed;

  NexmarkSource(SourceSpec spec, NexmarkSettings settings, EngineClock clock) {
    this.settings = settings;
    this.clock = clock;
    batch = new BatchBuilder(spec.schema());
    AuctionHouse house = new AuctionHouse(settings);
    AuctionTexts texts = new AuctionTexts(house);
    writers = new Writer[spec.schema().size()];
    for (int column = 0; column < writers.length; column++) {
      ColumnBuilder builder = batch.column(column);
      NexmarkColumn made = NexmarkSourceFactory.column(spec, settings.table(), column);
      writers[column] =
          made == null ? event -> builder.appendNull() : made.writers().into(builder, house, texts);
    }
    rows = settings.isEndless() ? Long.MAX_VALUE : settings.table().rowsBefore(settings.events());
    nextRow = settings.isEndless() ? rowsUntil(clock.nowMillis() - 1) : 0;
  }

  private long rowsUntil(long nowMillis) {
    return settings.table().rowsBefore(settings.eventsUntil(nowMillis));
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
    for (Writer writer : writers) {
      for (long row = nextRow; row < nextRow + due; row++) {
        writer.append(settings.table().event(row));
      }
    }
    nextRow += due;
    return batch.build();
  }

  /** How many rows may be made now, at most a batch. */
  private long rowsDue() {
    long until = settings.isEndless() ? rowsUntil(clock.nowMillis()) : rows;
    return Math.max(0, Math.min(until - nextRow, ColumnBatch.MAX_ROWS));
  }

  /**
   * Waits for the next row to be due, for the given time at most, or for the source to be closed.
   */
  @SuppressWarnings("WaitNotInLoop") // a poll may end early, the caller polls again
  private void await(long maxWaitMillis) throws InterruptedException {
    long dueAtMillis = settings.timeMillis(settings.table().event(nextRow));
    long waitMillis = Math.min(maxWaitMillis, dueAtMillis - clock.nowMillis());
    synchronized (closing) {
      if (!closed && waitMillis > 0) {
        closing.wait(waitMillis);
      }
    }
  }

  @Override
  public boolean isAtEnd() {
    return closed || nextRow >= rows;
  }

  @Override
  public void close() {
    synchronized (closing) {
      closed = true;
      closing.notifyAll();
    }
  }
}
