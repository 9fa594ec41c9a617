package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stream whose rows are pushed: by INSERT, or by a connector that cannot be read twice. Each
 * subscriber gets the rows that are retained and then every row that follows, in one order. A full
 * queue makes the writer wait; a closed subscription never does.
 *
 * <p>Thread-safe. Writers take turns, so that all subscribers see the same order.
 */
public final class StreamHub {
  private final long retainRows;
  private final long queueRows;
  private final Consumer<List<ColumnBatch>> observer;
  private final ReentrantLock delivery = new ReentrantLock(true);
  private final ReentrantLock state = new ReentrantLock();
  private final Deque<ColumnBatch> tail = new ArrayDeque<>();
  private final List<Subscription> subscriptions = new ArrayList<>();
  private long tailRows;
  private final AtomicLong rowCount = new AtomicLong();
  private volatile boolean ended;

  /**
   * A stream without rows.
   *
   * @param retainRows newest rows kept for later subscribers
   * @param queueRows most rows waiting for one subscriber
   * @param observer is told of everything that is delivered, before subscribers are
   */
  public StreamHub(long retainRows, long queueRows, Consumer<List<ColumnBatch>> observer) {
    this.retainRows = retainRows;
    this.queueRows = queueRows;
    this.observer = observer;
  }

  /** Delivers batches to every subscriber, as one: all of them are accepted when it returns. */
  public void publish(List<ColumnBatch> batches) throws InterruptedException {
    delivery.lockInterruptibly();
    try {
      observer.accept(batches);
      List<Subscription> receivers = retain(batches);
      boolean delivered = false;
      try {
        for (Subscription receiver : receivers) {
          for (int i = 0; i < batches.size(); i++) {
            receiver.put(batches.get(i), i == batches.size() - 1);
          }
        }
        delivered = true;
      } finally {
        if (!delivered) {
          receivers.forEach(Subscription::endDelivery);
        }
      }
    } finally {
      delivery.unlock();
    }
  }

  private List<Subscription> retain(List<ColumnBatch> batches) {
    state.lock();
    try {
      for (ColumnBatch batch : batches) {
        tail.addLast(batch);
        tailRows += batch.rowCount();
        rowCount.addAndGet(batch.rowCount());
      }
      while (tail.size() > 1 && tailRows - tail.getFirst().rowCount() >= retainRows) {
        tailRows -= tail.removeFirst().rowCount();
      }
      return List.copyOf(subscriptions);
    } finally {
      state.unlock();
    }
  }

  /** No more rows will come: subscribers end when they have read theirs. */
  public void end() {
    state.lock();
    try {
      ended = true;
      subscriptions.forEach(s -> s.wakeup.signal());
    } finally {
      state.unlock();
    }
  }

  /** Rows delivered so far. */
  public long rowCount() {
    return rowCount.get();
  }

  /** The newest rows: as many as are retained, oldest first. */
  public List<ColumnBatch> tail() {
    state.lock();
    try {
      return trimmed();
    } finally {
      state.unlock();
    }
  }

  private List<ColumnBatch> trimmed() {
    List<ColumnBatch> batches = new ArrayList<>(tail);
    long surplus = tailRows - retainRows;
    if (surplus > 0) {
      ColumnBatch first = batches.get(0);
      batches.set(0, last(first, (int) Math.max(0, first.rowCount() - surplus)));
    }
    batches.removeIf(batch -> batch.rowCount() == 0);
    return batches;
  }

  private static ColumnBatch last(ColumnBatch batch, int count) {
    if (count == batch.rowCount()) {
      return batch;
    }
    int[] kept = new int[count];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = batch.rowCount() - kept.length + i;
    }
    return batch.gather(kept, kept.length);
  }

  /** A reader that begins with the retained rows; {@code wakeup} is signalled when rows arrive. */
  public Subscription subscribe(Wakeup wakeup) {
    delivery.lock();
    state.lock();
    try {
      List<ColumnBatch> retained = trimmed();
      Subscription subscription = new Subscription(wakeup, firstOf(retained));
      retained.forEach(batch -> subscription.queue.addLast(new Delivery(batch, true)));
      subscriptions.add(subscription);
      return subscription;
    } finally {
      state.unlock();
      delivery.unlock();
    }
  }

  /** The number of the first of the newest rows, counted from the stream's first row. */
  private long firstOf(List<ColumnBatch> newest) {
    return rowCount.get() - newest.stream().mapToLong(ColumnBatch::rowCount).sum();
  }

  /** A reader of the retained rows only, which then ends. */
  public Source tailSource() {
    return new BatchSource(tail());
  }

  /** A batch, and whether it is the last of those that were delivered as one. */
  private record Delivery(ColumnBatch batch, boolean last) {}

  /** One reader's queue. */
  public final class Subscription implements Source {
    private final Wakeup wakeup;
    private final Deque<Delivery> queue = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private long waitingRows;
    private long position;
    private boolean midway;
    private long takenRows;
    private boolean closed;

    private Subscription(Wakeup wakeup, long position) {
      this.wakeup = wakeup;
      this.position = position;
    }

    /**
     * How many rows of the stream lie before the next one to be read. Subscribers of one stream are
     * at the same place when their positions are equal.
     */
    public long position() {
      lock.lock();
      try {
        return position;
      } finally {
        lock.unlock();
      }
    }

    /** Lets go of the stream: what waits is forgotten, writers no longer wait for this reader. */
    public void detach() {
      forget();
    }

    /**
     * Goes on after {@link #detach} with the rows that the stream still keeps.
     *
     * @return how many rows it has missed
     */
    public long attach() throws InterruptedException {
      delivery.lockInterruptibly();
      state.lock();
      try {
        List<ColumnBatch> retained = trimmed();
        long first = firstOf(retained);
        lock.lock();
        try {
          long missed = Math.max(0, first - position);
          long known = Math.max(0, position - first);
          position += missed;
          closed = false;
          addAfter(known, retained);
          subscriptions.add(this);
          return missed;
        } finally {
          lock.unlock();
        }
      } finally {
        state.unlock();
        delivery.unlock();
        wakeup.signal();
      }
    }

    /** Queues the batches without their first rows. */
    private void addAfter(long known, List<ColumnBatch> batches) {
      long skip = known;
      for (ColumnBatch batch : batches) {
        int from = (int) Math.min(skip, batch.rowCount());
        skip -= from;
        if (from < batch.rowCount()) {
          ColumnBatch rest = last(batch, batch.rowCount() - from);
          queue.addLast(new Delivery(rest, true));
          waitingRows += rest.rowCount();
        }
      }
    }

    /** The writer has given up: what has been delivered is all there is. */
    private void endDelivery() {
      lock.lock();
      try {
        Delivery newest = queue.pollLast();
        if (newest == null) {
          midway = false;
        } else {
          queue.addLast(new Delivery(newest.batch(), true));
        }
      } finally {
        lock.unlock();
      }
    }

    /**
     * Whether {@link #poll} has given some but not all of the batches that were delivered as one.
     */
    boolean isMidway() {
      lock.lock();
      try {
        return midway;
      } finally {
        lock.unlock();
      }
    }

    private void put(ColumnBatch batch, boolean last) throws InterruptedException {
      lock.lockInterruptibly();
      try {
        while (!closed && waitingRows > 0 && waitingRows + batch.rowCount() > queueRows) {
          notFull.await();
        }
        if (!closed) {
          queue.addLast(new Delivery(batch, last));
          waitingRows += batch.rowCount();
        }
      } finally {
        lock.unlock();
      }
      wakeup.signal();
    }

    @Override
    public @Nullable ColumnBatch poll(long maxWaitMillis) {
      lock.lock();
      try {
        Delivery next = queue.pollFirst();
        if (next == null) {
          return null;
        }
        waitingRows = Math.max(0, waitingRows - next.batch().rowCount());
        position += next.batch().rowCount();
        takenRows += next.batch().rowCount();
        midway = !next.last();
        notFull.signalAll();
        return next.batch();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public long rowsAccepted() {
      lock.lock();
      try {
        return takenRows + queue.stream().mapToLong(delivery -> delivery.batch().rowCount()).sum();
      } finally {
        lock.unlock();
      }
    }

    /** What {@link #position} will be when all that waits has been read. */
    long endPosition() {
      lock.lock();
      try {
        return position + queue.stream().mapToLong(delivery -> delivery.batch().rowCount()).sum();
      } finally {
        lock.unlock();
      }
    }

    /** Batches that wait to be read. */
    public int waitingBatches() {
      lock.lock();
      try {
        return queue.size();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean isAtEnd() {
      return ended && waitingBatches() == 0;
    }

    @Override
    public void close() {
      forget();
    }

    private void forget() {
      lock.lock();
      try {
        closed = true;
        queue.clear();
        waitingRows = 0;
        midway = false;
        notFull.signalAll();
      } finally {
        lock.unlock();
      }
      state.lock();
      try {
        subscriptions.remove(this);
      } finally {
        state.unlock();
      }
    }
  }
}
