package dev.sash.pane;

import dev.sash.aggregate.AggregateFunction;
import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordPairs;
import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.error.SashException;
import dev.sash.window.WindowSpec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one operator, by key, with the state of their aggregates. A session is named by a
 * slot, a number that is used again when the session is gone.
 *
 * <pre>
 *   SESSION(gap 10), one key
 *   rows      at 0     at 25        at 9               at 15
 *   sessions  [0, 10)  + [25, 35)   [0, 19) [25, 35)   [0, 35)
 * </pre>
 *
 * <p>A row joins the session that it lies in, which is at least {@code [first row, last row +
 * gap)}; else the one that begins less than the gap after it; one that does both makes one session
 * of two. With a longest duration, a session ends that long after its start at the latest, and a
 * row neither extends one to the front nor bridges two where the result would be longer. Then it
 * begins a session of its own, which ends where the next one begins.
 *
 * <p>Which session is closed, and what of it was sent, is for the operator to say; here are flags
 * for it, and a queue of when to look at which session again. Single-threaded.
 */
public final class SessionStore {
  /** No session. */
  public static final int NONE = SessionLines.NONE;

  private static final int PENDING_ROWS = 4096;

  private final long gap;
  private final long max;
  private final RecordLayout layout;
  private final RecordStore store;
  private final StateBudget budget;
  private final SessionLines lines;
  private final DueQueue queue;
  private int absorbed = NONE;
  private int failedKey = NONE;
  private boolean hasFreed;

  private final int[] pendingRows = new int[PENDING_ROWS];
  private final int[] pendingRecords = new int[PENDING_ROWS];
  private int pending;
  private @Nullable ColumnBatch pendingBatch;

  /** A store without sessions. */
  public SessionStore(
      WindowSpec.Session session, List<AggregateInput> aggregates, StateBudget budget) {
    gap = session.gapMillis();
    max = session.maxMillis();
    layout = new RecordLayout(aggregates);
    this.budget = budget;
    store = layout.newStore(budget);
    lines = new SessionLines(budget);
    queue = new DueQueue(budget);
  }

  // Rows

  /**
   * Finds the session that a row belongs to, and makes it as large as it then is.
   *
   * @param overUntil sessions that end here or before are over and cannot be joined
   * @return its slot, {@link #NONE} when the row would begin a new one
   */
  public int join(int id, long time, long overUntil) {
    absorbed = NONE;
    int later = NONE;
    int before = lines.newest(id);
    // sessions that are over, and wait for a tick, are as if they were not there
    while (before != NONE && (lines.start[before] > time || lines.end[before] <= overUntil)) {
      later = lines.end[before] > overUntil ? before : later;
      before = lines.older(before);
    }
    boolean joinsBefore = before != NONE && time < lines.end[before];
    boolean joinsLater =
        later != NONE
            && time > lines.start[later] - gap
            && lines.last[later] - (joinsBefore ? lines.start[before] : time) < max;
    if (joinsBefore) {
      lines.last[before] = Math.max(lines.last[before], time);
      if (joinsLater) {
        absorb(before, later);
      }
      limit(before, overUntil);
      return before;
    }
    if (joinsLater) {
      lines.start[later] = time;
      limit(later, overUntil);
      return later;
    }
    return NONE;
  }

  private void absorb(int into, int slot) {
    flush();
    lines.last[into] = Math.max(lines.last[into], lines.last[slot]);
    int[] from = {lines.record[slot]};
    layout.combine(store, store, new RecordPairs(new int[] {lines.record[into]}, from, 1));
    absorbed = slot;
  }

  /** Sets the end of a session by its rows. */
  private void limit(int slot, long overUntil) {
    long end = lines.last[slot] + gap;
    if (max != Long.MAX_VALUE) {
      end = Math.min(end, lines.start[slot] + max);
    }
    int next = lines.newer(slot);
    while (next != NONE && (next == absorbed || lines.end[next] <= overUntil)) {
      next = lines.newer(next);
    }
    lines.end[slot] = next == NONE ? end : Math.min(end, lines.start[next]);
  }

  /**
   * Begins a session with a row.
   *
   * @param overUntil as for {@link #join}
   */
  public int open(int id, long time, long overUntil) {
    int later = NONE;
    for (int slot = lines.newest(id); slot != NONE; slot = lines.older(slot)) {
      if (lines.start[slot] <= time) {
        break;
      }
      later = slot;
    }
    absorbed = NONE;
    int slot = lines.insert(id, later);
    lines.start[slot] = time;
    lines.last[slot] = time;
    lines.record[slot] = store.allocate();
    limit(slot, overUntil);
    return slot;
  }

  /** What the last {@link #join} has made part of another session; must be freed by the caller. */
  public int absorbed() {
    return absorbed;
  }

  /** Adds a row to the aggregates of a session; to be followed by {@link #flush}. */
  public void add(ColumnBatch batch, int row, int slot) {
    if (pending == PENDING_ROWS || pendingBatch != batch) {
      flush();
    }
    pendingBatch = batch;
    pendingRows[pending] = row;
    pendingRecords[pending++] = lines.record[slot];
  }

  /** Adds the rows that wait to be added; before anything is asked of a session. */
  public void flush() {
    ColumnBatch batch = pendingBatch;
    if (pending > 0 && batch != null) {
      layout.add(batch, pendingRows, pendingRecords, pending, store);
      pending = 0;
    }
    pendingBatch = null;
  }

  /** Forgets a session. */
  public void free(int slot) {
    flush();
    queue.remove(slot);
    store.free(new int[] {lines.record[slot]}, 1);
    lines.remove(slot);
    hasFreed = true;
  }

  // Sessions

  /** How many there are. */
  public int size() {
    return lines.size();
  }

  /** The time of its first row. */
  public long start(int slot) {
    return lines.start[slot];
  }

  /** The first instant after it. */
  public long end(int slot) {
    return lines.end[slot];
  }

  /** The id of its key. */
  public int key(int slot) {
    return lines.key[slot];
  }

  /** Flags of the operator, 0 at first. */
  public int flags(int slot) {
    return lines.flags[slot];
  }

  /** Replaces the flags. */
  public void flags(int slot, int flags) {
    lines.flags[slot] = (byte) flags;
  }

  /** When the first session is due, {@link Long#MAX_VALUE} without one. */
  public long firstDue() {
    return queue.firstDue();
  }

  /** Whether a session is due at an instant. */
  public boolean isDue(long millis) {
    return !queue.isEmpty() && queue.firstDue() <= millis;
  }

  /** The session that is due first; there is one. */
  public int firstOfQueue() {
    return queue.first();
  }

  /** Puts a session into the queue, or moves it there. */
  public void dueAt(int slot, long millis) {
    queue.set(slot, millis);
  }

  /** Takes a session out of the queue. */
  public void notDue(int slot) {
    queue.remove(slot);
  }

  /** Sorts sessions by their ends, then by their keys. */
  public void sort(int[] slots, int count, KeyIndex keys) {
    int[] sorted =
        Arrays.stream(slots, 0, count)
            .boxed()
            .sorted(
                (a, b) -> {
                  int byEnd = Long.compare(lines.end[a], lines.end[b]);
                  return byEnd != 0 ? byEnd : keys.compare(lines.key[a], lines.key[b]);
                })
            .mapToInt(Integer::intValue)
            .toArray();
    System.arraycopy(sorted, 0, slots, 0, count);
  }

  /**
   * The results of one aggregate for sessions, in their order.
   *
   * @throws SashException when one is outside its type; {@link #failedKey} is its key
   */
  public Column result(int aggregate, int[] slots, int count) {
    flush();
    AggregateFunction function = layout.aggregates().get(aggregate).function();
    int[] records = new int[count];
    for (int i = 0; i < count; i++) {
      records[i] = lines.record[slots[i]];
    }
    ColumnBuilder out = ColumnBuilder.of(function.resultType());
    try {
      layout.result(aggregate, store, records, count, out);
    } catch (SashException e) {
      failedKey = lines.key[slots[out.size()]];
      throw e;
    }
    return out.build();
  }

  /** The key whose result could not be given, after {@link #result} has thrown. */
  public int failedKey() {
    return failedKey;
  }

  // Keys

  /** Gives the ids of keys without sessions back, as {@link PaneStore#reclaim}. */
  public void reclaim(KeyIndex keys) {
    if (hasFreed && keys.mayReclaim(0)) {
      reclaimNow(keys);
    }
  }

  /** Reclaims where so many keys more would not fit otherwise. */
  public void makeRoom(KeyIndex keys, int comingKeys) {
    if (hasFreed && keys.mayOverflow(comingKeys)) {
      reclaimNow(keys);
    }
  }

  private void reclaimNow(KeyIndex keys) {
    hasFreed = false;
    int[] mapping = keys.retain(lines.liveKeys());
    lines.renumber(mapping, keys.size());
  }

  /** Bytes counted against the budget, by this store and whoever shares it. */
  public long stateBytes() {
    return budget.usedBytes();
  }

  // Snapshots

  /**
   * Writes all sessions.
   *
   * @return their slots, in the order in which they were written
   */
  public int[] write(DataOutput output) throws IOException {
    flush();
    int[] order = new int[lines.size()];
    int count = 0;
    for (int newest = 0; newest < lines.top(); newest++) {
      if (lines.key[newest] == NONE || lines.newer(newest) != NONE) {
        continue;
      }
      int slot = newest;
      while (lines.older(slot) != NONE) {
        slot = lines.older(slot);
      }
      // oldest first, so that reading can put each in front
      for (; slot != NONE; slot = lines.newer(slot)) {
        order[count++] = slot;
      }
    }
    output.writeInt(count);
    for (int slot : order) {
      output.writeInt(lines.key[slot]);
      output.writeLong(lines.start[slot]);
      output.writeLong(lines.last[slot]);
      output.writeLong(lines.end[slot]);
      output.writeByte(lines.flags[slot]);
      layout.write(store, new int[] {lines.record[slot]}, 1, output);
    }
    return order;
  }

  /**
   * Reads into an empty store what {@link #write} wrote. Slots are numbered from 0 in the order in
   * which they were written; the queue is empty.
   *
   * @return how many sessions there are
   */
  public int read(DataInput input) throws IOException {
    int count = input.readInt();
    for (int i = 0; i < count; i++) {
      int slot = lines.insert(input.readInt(), NONE);
      lines.start[slot] = input.readLong();
      lines.last[slot] = input.readLong();
      lines.end[slot] = input.readLong();
      lines.flags[slot] = input.readByte();
      lines.record[slot] = store.allocate();
      layout.read(store, new int[] {lines.record[slot]}, 1, input);
    }
    return count;
  }
}
