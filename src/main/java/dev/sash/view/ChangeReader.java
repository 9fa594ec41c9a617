package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Interleave;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The changelog of a view as it grows: {@code SUBSCRIBE TO v}. It reads what {@code changes.v}
 * keeps, so a slow reader holds nobody up; when the changelog has overrun it, it gets an error and
 * never a gap. Ends when the view is complete and everything was read; a view that fails or is
 * dropped ends it with that error, after the changes until then.
 *
 * <p>For one reader; {@link #close} may be called from any thread.
 */
final class ChangeReader implements RowStream {
  /** How often a waiting reader looks whether changes have waited for other views long enough. */
  private static final long LOOK_MILLIS = 50;

  private final View view;
  private final ViewLayout layout;
  private final Consumer<RowStream> onClose;
  private final Runnable onChange = this::signal;
  private final Semaphore changed = new Semaphore(0);
  private final Deque<ColumnBatch> ready = new ArrayDeque<>();
  private volatile long next;
  private volatile boolean closed;

  private ChangeReader(View view, ViewLayout layout, Consumer<RowStream> onClose) {
    this.view = view;
    this.layout = layout;
    this.onClose = onClose;
    view.listeners().add(onChange);
  }

  /** Changes from now on; with the rows that are there now before them, if asked for. */
  static ChangeReader fromNow(
      View view, ViewLayout layout, boolean snapshot, Consumer<RowStream> onClose) {
    ChangeReader reader = new ChangeReader(view, layout, onClose);
    ViewState state = view.published();
    reader.next = state.content().nextSequence();
    if (snapshot) {
      Snapshot rows = layout.shape().appendOnly() ? state.appended() : state.rows();
      for (Segment segment : rows.segments()) {
        reader.ready.add(layout.present(segment.rows(), reader.next - 1));
      }
    }
    return reader;
  }

  /**
   * Changes from a sequence on, which may be one that is still to come.
   *
   * @throws SashException when it is no longer kept
   */
  static ChangeReader from(
      View view, ViewLayout layout, long sequence, Consumer<RowStream> onClose) {
    ViewState state = view.published();
    long oldest = oldest(state);
    if (sequence < oldest && oldest > View.FIRST_SEQUENCE) {
      throw SashException.of(
              ErrorCode.WRONG_STATE,
              "change "
                  + sequence
                  + " of view \""
                  + view.definition().name()
                  + "\" is no longer kept, the oldest one is "
                  + oldest)
          .hint("WITH SNAPSHOT begins with the rows that are there; changelog_rows keeps more");
    }
    ChangeReader reader = new ChangeReader(view, layout, onClose);
    reader.next = Math.max(sequence, oldest);
    return reader;
  }

  private static long oldest(ViewState state) {
    return state.content().nextSequence() - state.changes().rowCount();
  }

  /** The sequence of the first change that was not read. */
  long position() {
    return next;
  }

  private void signal() {
    changed.release();
  }

  @Override
  public Schema schema() {
    return layout.changesSchema();
  }

  @Override
  public boolean awaitReady(long maxWaitMillis) throws InterruptedException {
    long left = maxWaitMillis;
    while (!isReady() && left > 0) {
      long stretch = Math.min(left, LOOK_MILLIS);
      if (changed.tryAcquire(stretch, TimeUnit.MILLISECONDS)) {
        changed.drainPermits();
      } else {
        left -= stretch;
        view.group().currentMoment();
      }
    }
    return isReady();
  }

  private boolean isReady() {
    return closed
        || !ready.isEmpty()
        || view.hasEnded()
        || view.published().content().nextSequence() > next;
  }

  @Override
  public @Nullable ColumnBatch next() throws InterruptedException {
    while (!closed) {
      // looked at before the changes: what was shown before the end is read before the end
      boolean ended = view.hasEnded();
      if (ready.isEmpty()) {
        collect(view.published());
      }
      ColumnBatch batch = ready.pollFirst();
      if (batch != null) {
        return batch;
      }
      if (ended) {
        return end();
      }
      awaitReady(LOOK_MILLIS);
    }
    return null;
  }

  private @Nullable ColumnBatch end() {
    close();
    SashException failure = view.failure();
    if (failure != null) {
      throw failure;
    }
    return null;
  }

  /** Takes what the changelog has and was not read yet. */
  private void collect(ViewState state) {
    long first = oldest(state);
    if (next < first) {
      close();
      throw SashException.of(
              ErrorCode.LIMIT_EXCEEDED,
              "the reader was too slow: changes "
                  + next
                  + " to "
                  + (first - 1)
                  + " of view \""
                  + view.definition().name()
                  + "\" are no longer kept")
          .hint(
              "SET changelog_rows to more before the view is created, or go on with SUBSCRIBE TO "
                  + view.definition().name()
                  + " FROM SEQ "
                  + first);
    }
    for (Segment segment : state.changes().segments()) {
      ColumnBatch rows = segment.rows();
      long end = first + rows.rowCount();
      if (next < end) {
        int from = (int) (next - first);
        ready.add(from == 0 ? rows : Interleave.slice(rows, from, rows.rowCount()));
        next = end;
      }
      first = end;
    }
    view.awaited().moved();
  }

  @Override
  public void close() {
    closed = true;
    view.listeners().remove(onChange);
    view.awaited().remove(this);
    onClose.accept(this);
    changed.release();
  }
}
