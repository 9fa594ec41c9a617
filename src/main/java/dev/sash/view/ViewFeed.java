package dev.sash.view;

import dev.sash.data.BooleanColumn;
import dev.sash.data.ColumnBatch;
import dev.sash.data.LongColumn;
import dev.sash.data.RowKind;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.Emission;
import dev.sash.runtime.LateRows;
import dev.sash.runtime.QueryTime;
import dev.sash.runtime.ResultShape;
import dev.sash.runtime.Revision;
import dev.sash.runtime.RevisionSource;
import dev.sash.runtime.Sink;
import dev.sash.runtime.Wakeup;
import dev.sash.runtime.WatermarkGenerator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A view's sink that also hands what the view publishes to the queries that read it. A new reader
 * gets the rows that the view holds, as if it had been there, and then everything that follows, in
 * one order. Windows are handed on when they are final; a full queue makes the view wait.
 *
 * <p>The methods of {@link Sink} are for the view's thread, {@link #subscribe} for any.
 */
public final class ViewFeed implements Sink {
  private static final long NONE = WatermarkGenerator.NONE;

  private final View view;
  private final QueryTime time;
  private final boolean finalAtTicks;
  private final long queueRows;
  private final ReentrantLock publishing = new ReentrantLock();
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
  private final List<Emission> pending = new ArrayList<>();
  private long publishedWatermark = NONE;
  private long publishedStreamTime = NONE;
  private long settledEnd = NONE;
  private long publishedSettledEnd = NONE;
  private long publishedClosedEnd = NONE;
  private volatile boolean ended;
  private volatile @Nullable SashException failure;

  /**
   * A sink for a view's query.
   *
   * @param finalAtTicks whether windows that have closed wait for a tick before they are sent
   * @param queueRows most rows waiting for one reader
   */
  public ViewFeed(View view, QueryTime time, boolean finalAtTicks, long queueRows) {
    this.view = view;
    this.time = time;
    this.finalAtTicks = finalAtTicks;
    this.queueRows = queueRows;
  }

  private ResultShape shape() {
    return view.definition().shape();
  }

  private boolean hasWindows() {
    return shape().windowEnd() >= 0;
  }

  @Override
  public void emit(Emission emission) {
    view.emit(emission);
    // a session that was final may go because a late row makes it part of an open one
    if (!hasWindows() || emission.kind() != RowKind.EARLY || emission.removed()) {
      pending.add(emission);
    }
  }

  @Override
  public void late(LateRows late) {
    view.late(late);
  }

  @Override
  public void replaceLate(List<LateRows> rows) {
    view.replaceLate(rows);
  }

  @Override
  public void reached(long rows, long lastTick, long nextTick) {
    view.reached(rows, lastTick, nextTick);
  }

  @Override
  public void settled(long end) {
    settledEnd = end;
  }

  @Override
  public void publish(long streamTime, long closedEnd) {
    publishing.lock();
    try {
      view.publish(streamTime, closedEnd);
      List<Revision> revisions = moments(pending);
      pending.clear();
      long watermark = finalAtTicks ? Math.min(closedEnd, time.watermark()) : time.watermark();
      boolean moved = watermark > publishedWatermark && watermark != WatermarkGenerator.END;
      boolean ends = closedEnd > publishedClosedEnd || settledEnd > publishedSettledEnd;
      if (moved || streamTime > publishedStreamTime || ends) {
        publishedSettledEnd = settledEnd;
        publishedWatermark = moved ? watermark : publishedWatermark;
        publishedStreamTime = streamTime;
        publishedClosedEnd = Math.max(publishedClosedEnd, closedEnd);
        revisions.add(timeOnly());
      }
      for (Subscription subscription : subscriptions) {
        for (Revision revision : revisions) {
          subscription.put(revision);
        }
      }
    } finally {
      publishing.unlock();
    }
  }

  private Revision timeOnly() {
    return new Revision(
        List.of(),
        time.nowMillis(),
        publishedStreamTime,
        publishedWatermark,
        publishedClosedEnd,
        publishedSettledEnd);
  }

  /** Emissions of one moment together. */
  private List<Revision> moments(List<Emission> emissions) {
    List<Revision> moments = new ArrayList<>();
    int from = 0;
    for (int to = 1; to <= emissions.size(); to++) {
      Emission first = emissions.get(from);
      boolean same =
          to < emissions.size()
              && emissions.get(to).emittedAt() == first.emittedAt()
              && emissions.get(to).watermark() == first.watermark();
      if (!same) {
        // while rows of this watermark come, and at the end, the reader's must not get there
        boolean last = to == emissions.size() || emissions.get(to).watermark() != first.watermark();
        long watermark =
            last && first.watermark() != WatermarkGenerator.END ? first.watermark() : NONE;
        List<Emission> moment = emissions.subList(from, to);
        moments.add(new Revision(moment, first.emittedAt(), NONE, watermark, NONE, NONE));
        from = to;
      }
    }
    return moments;
  }

  @Override
  public void complete() {
    publishing.lock();
    try {
      view.complete();
      ended = true;
    } finally {
      publishing.unlock();
    }
    subscriptions.forEach(subscription -> subscription.wakeup.signal());
  }

  @Override
  public void fail(SashException cause) {
    view.fail(cause);
    failure = cause;
    subscriptions.forEach(subscription -> subscription.wakeup.signal());
  }

  /** A reader that begins with the rows that the view holds. */
  public RevisionSource subscribe(Wakeup wakeup) {
    publishing.lock();
    try {
      Subscription subscription = new Subscription(wakeup);
      subscription.queue.addAll(moments(held()));
      if (publishedStreamTime != NONE || publishedClosedEnd != NONE) {
        subscription.queue.add(timeOnly());
      }
      subscriptions.add(subscription);
      return subscription;
    } finally {
      publishing.unlock();
    }
  }

  /** The rows that the view holds as they were sent, without early ones of windows. */
  private List<Emission> held() {
    List<Emission> emissions = new ArrayList<>();
    ViewState state = view.newest();
    Snapshot rows = shape().appendOnly() ? state.appended() : state.rows();
    for (Segment segment : rows.segments()) {
      ColumnBatch sent = hasWindows() ? whereFinal(segment.rows()) : segment.rows();
      if (sent.rowCount() > 0) {
        emissions.add(emission(sent));
      }
    }
    return emissions;
  }

  private ColumnBatch whereFinal(ColumnBatch stored) {
    boolean[] isFinal = ((BooleanColumn) stored.column(shape().schema().size() + 2)).values();
    int[] rows = IntStream.range(0, stored.rowCount()).filter(row -> isFinal[row]).toArray();
    return rows.length == stored.rowCount() ? stored : stored.gather(rows, rows.length);
  }

  private Emission emission(ColumnBatch stored) {
    int columns = shape().schema().size();
    List<Integer> ordinals = IntStream.range(0, columns).boxed().toList();
    return new Emission(
        stored.project(shape().schema(), ordinals),
        RowKind.FINAL,
        false,
        largest(stored, columns + 3, NONE),
        largest(stored, columns + 4, WatermarkGenerator.END));
  }

  private static long largest(ColumnBatch rows, int ordinal, long otherwise) {
    LongColumn instants = rows.longs(ordinal);
    long largest = NONE;
    for (int row = 0; row < rows.rowCount(); row++) {
      largest = Math.max(largest, instants.isNull(row) ? otherwise : instants.values()[row]);
    }
    return largest;
  }

  /** One reader's queue. */
  private final class Subscription implements RevisionSource {
    private final Wakeup wakeup;
    private final Deque<Revision> queue = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private long waitingRows;
    private boolean closed;

    private Subscription(Wakeup wakeup) {
      this.wakeup = wakeup;
    }

    private void put(Revision revision) {
      lock.lock();
      try {
        while (!closed && waitingRows > 0 && waitingRows + rows(revision) > queueRows) {
          notFull.await();
        }
        if (!closed) {
          queue.addLast(revision);
          waitingRows += rows(revision);
        }
      } catch (InterruptedException e) {
        // the view's query is being ended: its readers are told by fail
        Thread.currentThread().interrupt();
      } finally {
        lock.unlock();
      }
      wakeup.signal();
    }

    private static long rows(Revision revision) {
      return revision.emissions().stream().mapToLong(e -> e.rows().rowCount()).sum();
    }

    @Override
    public @Nullable Revision poll() {
      lock.lock();
      try {
        Revision revision = queue.pollFirst();
        if (revision != null) {
          waitingRows = Math.max(0, waitingRows - rows(revision));
          notFull.signalAll();
          return revision;
        }
      } finally {
        lock.unlock();
      }
      SashException cause = failure;
      if (cause != null && cause.code() == ErrorCode.CLOSED) {
        throw cause;
      }
      if (cause != null) {
        throw SashException.of(
                ErrorCode.WRONG_STATE,
                "view \"" + view.definition().name() + "\" has failed: " + cause.message())
            .causedBy(cause);
      }
      return null;
    }

    @Override
    public int waiting() {
      lock.lock();
      try {
        return queue.size();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean isAtEnd() {
      return ended && waiting() == 0;
    }

    @Override
    public void close() {
      lock.lock();
      try {
        closed = true;
        queue.clear();
        notFull.signalAll();
      } finally {
        lock.unlock();
      }
      subscriptions.remove(this);
    }
  }
}
