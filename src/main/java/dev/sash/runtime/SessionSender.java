package dev.sash.runtime;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.LongColumn;
import dev.sash.data.RowKind;
import dev.sash.data.RowOrder;
import dev.sash.error.SashException;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.SessionStore;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sends sessions, and remembers under which bounds each one was sent: rows of the result that have
 * to go when it is sent under other ones.
 */
final class SessionSender {
  private static final long NONE = WatermarkGenerator.NONE;
  private static final Sent[] NOTHING = {};

  private final AggregateDefinition definition;
  private final KeyIndex keys;
  private final SessionStore store;
  private final AggregateResults results;
  private final ResultConsumer next;
  private final RowOrder order;
  private Sent[][] sent = new Sent[16][];
  private long sentEnd = NONE;

  /** A row of the result, without its key. */
  private record Sent(long start, long end, boolean complete) {}

  /** A row of the result that has to go. */
  private record Gone(int key, Sent bounds) {}

  SessionSender(
      AggregateDefinition definition, KeyIndex keys, SessionStore store, ResultConsumer next) {
    this.definition = definition;
    this.keys = keys;
    this.store = store;
    this.next = next;
    order = ShardMerge.resultOrder(definition);
    results = new AggregateResults(definition, keys);
  }

  /** The greatest end of a session that was sent as closed. */
  long sentEnd() {
    return sentEnd;
  }

  private Sent[] sentAs(int slot) {
    return slot < sent.length && sent[slot] != null ? sent[slot] : NOTHING;
  }

  private void sentAs(int slot, Sent... bounds) {
    if (slot >= sent.length) {
      sent = Arrays.copyOf(sent, Math.max(slot + 1, sent.length * 2));
    }
    sent[slot] = bounds;
  }

  /** A session has become part of another. */
  void merge(int into, int from) {
    Sent[] mine = sentAs(into);
    Sent[] others = sentAs(from);
    if (others.length > 0) {
      Sent[] both = Arrays.copyOf(mine, mine.length + others.length);
      System.arraycopy(others, 0, both, mine.length, others.length);
      sentAs(into, both);
      forget(from);
    }
  }

  /** A session is about to be freed. */
  void forget(int slot) {
    if (slot < sent.length) {
      sent[slot] = NOTHING;
    }
  }

  /** Sends open sessions. */
  void early(SlotList slots, SessionAggregateOperator.Moment moment) {
    send(slots, false, moment);
  }

  /** Sends closed sessions: as FINAL, or as LATE when FINAL was sent under the same bounds. */
  void closed(SlotList slots, SessionAggregateOperator.Moment moment) {
    send(slots, true, moment);
  }

  private void send(SlotList slots, boolean closed, SessionAggregateOperator.Moment moment) {
    int count = slots.size();
    if (count == 0) {
      return;
    }
    int[] sorted = Arrays.copyOf(slots.array(), count);
    store.sort(sorted, count, keys);
    removeOld(sorted, closed, moment);
    int from = 0;
    for (int to = 1; to <= count; to++) {
      if (to == count || !together(sorted[from], sorted[to], closed)) {
        int[] group = Arrays.copyOfRange(sorted, from, to);
        RowKind kind = kind(group[0], closed);
        emit(rows(group), kind, false, moment);
        from = to;
      }
    }
    for (int slot : sorted) {
      long end = store.end(slot);
      sentAs(slot, new Sent(store.start(slot), end, closed));
      sentEnd = closed ? Math.max(sentEnd, end) : sentEnd;
    }
  }

  private boolean together(int slot, int other, boolean closed) {
    return kind(slot, closed) == kind(other, closed);
  }

  private RowKind kind(int slot, boolean closed) {
    if (!closed) {
      return RowKind.EARLY;
    }
    for (Sent bounds : sentAs(slot)) {
      if (bounds.complete && isNow(bounds, slot)) {
        return RowKind.LATE;
      }
    }
    return RowKind.FINAL;
  }

  private boolean isNow(Sent bounds, int slot) {
    return bounds.start == store.start(slot) && bounds.end == store.end(slot);
  }

  private void removeOld(int[] slots, boolean closed, SessionAggregateOperator.Moment moment) {
    List<Gone> gone = new ArrayList<>();
    for (int slot : slots) {
      for (Sent bounds : sentAs(slot)) {
        if (!isNow(bounds, slot)) {
          gone.add(new Gone(store.key(slot), bounds));
        }
      }
    }
    if (!gone.isEmpty()) {
      emit(order.sorted(identities(gone)), closed ? RowKind.FINAL : RowKind.EARLY, true, moment);
    }
  }

  private void emit(
      ColumnBatch rows, RowKind kind, boolean removed, SessionAggregateOperator.Moment moment) {
    next.emit(new Emission(rows, kind, removed, moment.nowMillis(), moment.watermark()));
  }

  private ColumnBatch rows(int[] slots) {
    int count = slots.length;
    int[] ids = Arrays.stream(slots).map(store::key).toArray();
    List<Column> columns = keyColumns(ids);
    columns.add(new LongColumn(Arrays.stream(slots).mapToLong(store::start).toArray(), null));
    columns.add(new LongColumn(Arrays.stream(slots).mapToLong(store::end).toArray(), null));
    for (int i = 0; i < definition.aggregates().size(); i++) {
      try {
        columns.add(store.result(i, slots, count));
      } catch (SashException e) {
        throw results.failed(e, store.failedKey(), " in a session");
      }
    }
    return batch(columns, count);
  }

  private ColumnBatch identities(List<Gone> rows) {
    int count = rows.size();
    List<Column> columns = keyColumns(rows.stream().mapToInt(Gone::key).toArray());
    columns.add(new LongColumn(rows.stream().mapToLong(r -> r.bounds.start).toArray(), null));
    columns.add(new LongColumn(rows.stream().mapToLong(r -> r.bounds.end).toArray(), null));
    while (columns.size() < definition.output().size()) {
      ColumnBuilder nulls = ColumnBuilder.of(definition.output().type(columns.size()));
      for (int i = 0; i < count; i++) {
        nulls.appendNull();
      }
      columns.add(nulls.build());
    }
    return batch(columns, count);
  }

  private List<Column> keyColumns(int[] ids) {
    List<Column> columns = new ArrayList<>();
    for (int key = 0; key < definition.keyColumns().length; key++) {
      columns.add(keys.keyColumn(key, ids, ids.length));
    }
    return columns;
  }

  private ColumnBatch batch(List<Column> columns, int count) {
    return new ColumnBatch(definition.output(), columns.toArray(new Column[0]), count);
  }

  /** Writes what was sent of the sessions, in this order. */
  void write(int[] slots, DataOutput output) throws IOException {
    output.writeLong(sentEnd);
    for (int slot : slots) {
      Sent[] rows = sentAs(slot);
      output.writeInt(rows.length);
      for (Sent row : rows) {
        output.writeLong(row.start);
        output.writeLong(row.end);
        output.writeBoolean(row.complete);
      }
    }
  }

  /** Reads what {@link #write} wrote for the slots below {@code count}. */
  void read(int count, DataInput input) throws IOException {
    sentEnd = input.readLong();
    for (int slot = 0; slot < count; slot++) {
      Sent[] rows = new Sent[input.readInt()];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = new Sent(input.readLong(), input.readLong(), input.readBoolean());
      }
      sentAs(slot, rows);
    }
  }
}
