package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.ColumnBatch;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.SessionStore;
import dev.sash.window.WindowSpec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Aggregates by key and session.
 *
 * <p><b>Closing.</b> A session closes when the watermark reaches its end. Where sessions end is not
 * known before the rows come, so rows are taken one by one, each at the watermark that it arrived
 * at: what closes before it is closed first, however the rows were grouped on their way in.
 *
 * <p><b>Late rows.</b> A row that joins a session which is not over is never late. Else it is late
 * when the session it would begin is over already.
 *
 * <p><b>Bounds that move.</b> A row of the result is named by key, start and end. When a session
 * that was shown has other bounds now, or has become part of another, the old rows leave the result
 * together with the new row's coming.
 *
 * <pre>
 *   SESSION(10 s), COUNT, EVERY 5 s
 *   input:  (u, 1 s) (u, 14 s)                      (u, 8 s)
 *   output: EARLY (u, [1, 11), 1) (u, [14, 24), 1)   removed (u, [1, 11)) (u, [14, 24))
 *                                                    EARLY (u, [1, 24), 3)
 * </pre>
 */
public final class SessionAggregateOperator implements Shard {
  private static final long NONE = WatermarkGenerator.NONE;

  /** Changed since it was shown, and in {@link #touched}. */
  private static final int TOUCHED = 1;

  /** The watermark has reached its end. */
  private static final int CLOSED = 2;

  /** Closed and to be sent with the next tick, and in {@link #unsent}. */
  private static final int UNSENT = 4;

  /** No row can join it any more; kept until it is sent. */
  private static final int OVER = 8;

  private final AggregateDefinition definition;
  private final long gapMillis;
  private final long latenessMillis;
  private long settledEnd = NONE;
  private final boolean showsEarly;
  private final OperatorTime time;
  private final LateCollector late;
  private final Place place;
  private final KeyIndex keys;
  private final SessionStore store;
  private final ArrivalCursor cursor = new ArrivalCursor();
  private final SessionSender sender;

  private final SlotList touched = new SlotList();
  private final SlotList unsent = new SlotList();
  private final SlotList closing = new SlotList();
  private final SlotList over = new SlotList();
  private final RowNumbers numbers = new RowNumbers();
  private int[] ids = {};
  private volatile long closedEnd = NONE;
  private long waitsAt = Long.MAX_VALUE;
  private volatile long openSessions;
  private volatile long nextClose = Long.MAX_VALUE;
  private volatile StateSize size = StateSize.EMPTY;

  /** An operator without rows. */
  public SessionAggregateOperator(
      AggregateDefinition definition,
      WindowSpec.Session session,
      AggregateOutput output,
      AggregateDefinition.Limits limits) {
    this.definition = definition;
    gapMillis = session.gapMillis();
    latenessMillis = definition.emit().latenessMillis();
    showsEarly = definition.emit().everyMillis() > 0 || definition.emit().onChange();
    time = output.time();
    place = output.place();
    late = new LateCollector(output, definition.lateAsArrived(), null);
    StateBudget budget = new StateBudget(limits.stateBytes());
    keys = new KeyIndex(definition.keyTypes(), limits.keys(), budget);
    store = new SessionStore(session, definition.aggregates(), budget);
    sender = new SessionSender(definition, keys, store, output.results());
  }

  // Rows

  @Override
  public void rows(Rows rows) {
    rows(rows, numbers.of(rows), rows.count());
  }

  @Override
  public void rows(Rows rows, int[] chosen, int count) {
    if (ids.length < count) {
      ids = new int[count];
    }
    ColumnBatch batch = rows.batch();
    store.makeRoom(keys, count);
    keys.resolve(AggregateState.keyColumns(definition, batch), chosen, count, ids);
    long[] times = batch.longs(definition.timeColumn()).values();
    boolean once = definition.emit().once();
    int from = rows.from();
    for (int i = 0; i < count; i++) {
      int row = chosen[i];
      int arrived = rows.arrivalRow(row);
      long watermark = once ? NONE : rows.arrival().watermarkAt(arrived, time);
      if (!once) {
        advance(rows, from, row);
      }
      from = row + 1;
      place.at(2 * row + 1);
      int slot = take(ids[i], times[row], watermark);
      if (slot == SessionStore.NONE) {
        late.add(row, 1, 0);
      } else {
        store.add(batch, row, slot);
        changed(slot, rows, arrived, watermark);
      }
    }
    if (!once && from < rows.to()) {
      advance(rows, from, rows.to() - 1);
    }
    store.flush();
    late.flush(rows, definition.timeColumn());
    count(count);
  }

  @Override
  public void fed(Arrival arrival, int to) {
    if (!time.isHeld() && !definition.emit().once() && to > 0) {
      place.at(Integer.MAX_VALUE);
      closeUntil(arrival, to - 1, arrival.watermarkAt(to - 1));
    }
  }

  /** Closes what is due before each of the rows, whichever shard takes it. */
  private void advance(Rows rows, int first, int last) {
    Arrival arrival = rows.arrival();
    int end = rows.arrivalRow(last);
    for (int row = first; row <= last && store.isDue(arrival.watermarkAt(end, time)); row++) {
      int arrived = rows.arrivalRow(row);
      place.at(2 * row);
      closeUntil(arrival, arrived, arrival.watermarkAt(arrived, time));
    }
  }

  /**
   * Closes what was due when a row arrived, each session at the row that had moved the watermark
   * there: rows that a condition has dropped move it too.
   */
  private void closeUntil(Arrival arrival, int row, long watermark) {
    while (store.isDue(watermark)) {
      int reached = cursor.firstAt(arrival, row, store.firstDue(), time);
      advance(new Moment(arrival.arrivedAt(reached), arrival.watermarkAt(reached, time)));
    }
  }

  /** The session that a row makes larger or begins, {@link SessionStore#NONE} for a late row. */
  private int take(int id, long rowTime, long watermark) {
    long overUntil = watermark == NONE ? NONE : watermark - latenessMillis;
    int slot = store.join(id, rowTime, overUntil);
    if (slot != SessionStore.NONE) {
      if (store.absorbed() != SessionStore.NONE) {
        sender.merge(slot, store.absorbed());
        store.free(store.absorbed());
      }
      return slot;
    }
    if (rowTime + gapMillis <= overUntil) {
      return SessionStore.NONE;
    }
    slot = store.open(id, rowTime, overUntil);
    store.dueAt(slot, store.end(slot));
    return slot;
  }

  /** A session has a row more. */
  private void changed(int slot, Rows rows, int arrived, long watermark) {
    int flags = store.flags(slot);
    if (store.end(slot) > watermark) {
      if ((flags & CLOSED) != 0) {
        store.flags(slot, flags & ~(CLOSED | UNSENT));
        store.dueAt(slot, store.end(slot));
      }
      if (showsEarly && (flags & TOUCHED) == 0) {
        store.flags(slot, store.flags(slot) | TOUCHED);
        touched.add(slot);
      }
      return;
    }
    store.flags(slot, flags | CLOSED);
    store.dueAt(slot, store.end(slot) + latenessMillis);
    closing.clear();
    closing.add(slot);
    sendClosed(new Moment(rows.arrival().arrivedAt(arrived), watermark));
  }

  @Override
  public void makeRoom(int comingKeys, boolean tight) {
    store.makeRoom(keys, comingKeys);
    count(0);
  }

  // Closing

  /**
   * When something happens.
   *
   * @param nowMillis the engine clock
   */
  record Moment(long nowMillis, long watermark) {}

  @Override
  public long nextBoundary() {
    return definition.emit().once() ? Long.MAX_VALUE : store.firstDue();
  }

  @Override
  public void watermark() {
    advance(new Moment(time.nowMillis(), time.watermark()));
    store.reclaim(keys);
    count(0);
  }

  private void advance(Moment moment) {
    closing.clear();
    over.clear();
    while (store.isDue(moment.watermark)) {
      int slot = store.firstOfQueue();
      boolean closed = (store.flags(slot) & CLOSED) != 0;
      if (!closed && store.end(slot) > moment.watermark) {
        store.dueAt(slot, store.end(slot));
        continue;
      }
      store.notDue(slot);
      if (closed) {
        over.add(slot);
      } else {
        store.flags(slot, store.flags(slot) | CLOSED);
        closing.add(slot);
      }
    }
    sendClosed(moment);
    for (int i = 0; i < closing.size(); i++) {
      int slot = closing.get(i);
      if (store.end(slot) <= moment.watermark - latenessMillis) {
        over.add(slot);
      } else {
        store.dueAt(slot, store.end(slot) + latenessMillis);
      }
    }
    for (int i = 0; i < over.size(); i++) {
      end(over.get(i));
    }
  }

  private void sendClosed(Moment moment) {
    if (definition.emit().onClose()) {
      sender.closed(closing, moment);
      return;
    }
    for (int i = 0; i < closing.size(); i++) {
      int slot = closing.get(i);
      if ((store.flags(slot) & UNSENT) == 0) {
        store.flags(slot, store.flags(slot) | UNSENT);
        unsent.add(slot);
      }
    }
  }

  private void end(int slot) {
    if ((store.flags(slot) & UNSENT) != 0) {
      store.flags(slot, store.flags(slot) | OVER);
    } else {
      sender.forget(slot);
      store.free(slot);
    }
  }

  private void count(int added) {
    size = new StateSize(keys.size(), store.stateBytes(), size.paneUpdates() + added);
    openSessions = store.size();
    long first = Long.MAX_VALUE;
    for (int i = 0; i < unsent.size(); i++) {
      first = Math.min(first, store.end(unsent.get(i)) - 1);
    }
    waitsAt = first;
    closedEnd = Math.min(first, sender.sentEnd());
    // with lateness, what is due first may be the end of a session that is closed already
    nextClose = latenessMillis == 0 ? store.firstDue() : Long.MAX_VALUE;
  }

  @Override
  public long nextClose() {
    return nextClose;
  }

  // Ticks

  @Override
  public long settledEnd() {
    if (unsent.size() == 0) {
      long watermark = time.watermark();
      boolean begun = watermark != NONE && watermark != WatermarkGenerator.END;
      settledEnd = begun ? watermark - latenessMillis : watermark;
    }
    return settledEnd;
  }

  @Override
  public boolean hasUnsent() {
    return touched.size() > 0 || unsent.size() > 0;
  }

  @Override
  public void tick(long tickMillis) {
    Moment moment = new Moment(tickMillis, time.watermark());
    closing.clear();
    for (int i = 0; i < unsent.size(); i++) {
      int slot = unsent.get(i);
      if ((store.flags(slot) & UNSENT) != 0) {
        store.flags(slot, store.flags(slot) & ~UNSENT);
        closing.add(slot);
      }
    }
    unsent.clear();
    sender.closed(closing, moment);
    for (int i = 0; i < closing.size(); i++) {
      if ((store.flags(closing.get(i)) & OVER) != 0) {
        end(closing.get(i));
      }
    }
    sendEarly(moment);
    count(0);
  }

  @Override
  public void batchEnd() {
    if (definition.emit().onChange() && touched.size() > 0) {
      sendEarly(new Moment(time.nowMillis(), time.watermark()));
    }
  }

  private void sendEarly(Moment moment) {
    SlotList open = new SlotList();
    for (int i = 0; i < touched.size(); i++) {
      int slot = touched.get(i);
      int flags = store.flags(slot);
      if ((flags & TOUCHED) != 0) {
        store.flags(slot, flags & ~TOUCHED);
        if ((flags & CLOSED) == 0) {
          open.add(slot);
        }
      }
    }
    touched.clear();
    sender.early(open, moment);
  }

  // Snapshots

  @Override
  public void snapshot(DataOutput output) throws IOException {
    keys.write(output);
    int[] order = store.write(output);
    sender.write(order, output);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    keys.read(input);
    int sessions = store.read(input);
    sender.read(sessions, input);
    for (int slot = 0; slot < sessions; slot++) {
      int flags = store.flags(slot);
      if ((flags & TOUCHED) != 0) {
        touched.add(slot);
      }
      if ((flags & UNSENT) != 0) {
        unsent.add(slot);
      }
      if ((flags & OVER) == 0) {
        boolean closed = (flags & CLOSED) != 0;
        store.dueAt(slot, store.end(slot) + (closed ? latenessMillis : 0));
      }
    }
    count(0);
  }

  // Progress

  @Override
  public long closedEnd() {
    return closedEnd;
  }

  @Override
  public long sentEnd() {
    return sender.sentEnd();
  }

  @Override
  public long waitsAt() {
    return waitsAt;
  }

  @Override
  public long lateRows() {
    return late.total();
  }

  @Override
  public long openWindows() {
    return openSessions;
  }

  @Override
  public StateSize stateSize() {
    return size;
  }
}
