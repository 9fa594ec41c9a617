package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.BatchBuilder;
import dev.sash.data.BatchCodec;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.RowKind;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import dev.sash.pane.KeyIndex;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The first n rows of each partition in an order, over all time: what is among them changes as rows
 * come. The latest row of each key is the case n = 1.
 *
 * <pre>
 *   ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) = 1
 *   input:  (a, 1 s, 5) (b, 2 s, 7) (a, 3 s, 6)     and then (a, 2 s, 9)
 *   output: EARLY (a, 3 s, 6, 1) (b, 2 s, 7, 1)     and then nothing: it is older
 * </pre>
 *
 * <p>A result is a place in its partition: when a row enters at place 2, the rows at 2, 3, ... are
 * sent anew, and the one that leaves is gone. Rows of equal order are told apart by their other
 * columns, so the result is that of the set of rows and not of the order in which they came.
 *
 * <p>State: n rows for each partition. Where rows may be taken back all rows are kept, as any of
 * them may become the first.
 */
public final class RunningTopNOperator implements AggregateOperator {
  private static final int UNCHANGED = Integer.MAX_VALUE;

  /** Where a row lies, its place in its partition, and its number. */
  private static final int ROW_BYTES = 24;

  private static final int KEY_BYTES = 64;

  private final Schema input;
  private final WindowTopNOperator.Form form;
  private final EmitSpec emit;
  private final boolean retracts;
  private final OperatorTime time;
  private final ResultConsumer next;
  private final StateBudget budget;
  private final KeyIndex keys;
  private final RowPool pool;
  private final RowOrder order;
  private final RowOrder peers;
  private final RankCounter counter = new RankCounter();
  private final List<Ranked> partitions = new ArrayList<>();
  private final RowNumbers numbers = new RowNumbers();
  private int[] ids = {};
  private int[] changed = {};
  private int changedCount;
  private boolean ended;
  private long added;
  private volatile StateSize size = StateSize.EMPTY;

  /** The rows of a partition, in order. */
  private static final class Ranked {
    int[] rows = new int[1];
    int count;

    /** The first place whose row is not the one that was sent. */
    int changedFrom = UNCHANGED;

    /** How many places were sent. */
    int sent;

    void insert(int place, int row) {
      if (count == rows.length) {
        rows = Arrays.copyOf(rows, 2 * count);
      }
      System.arraycopy(rows, place, rows, place + 1, count - place);
      rows[place] = row;
      count++;
      changedFrom = Math.min(changedFrom, place);
    }

    void remove(int place) {
      count--;
      System.arraycopy(rows, place + 1, rows, place, count - place);
      changedFrom = Math.min(changedFrom, place);
    }
  }

  /**
   * An operator without rows.
   *
   * @param form the last function is ROW_NUMBER: the place by which a result is known
   * @param retracts whether rows may be taken back
   */
  public RunningTopNOperator(
      Schema input,
      WindowTopNOperator.Form form,
      EmitSpec emit,
      boolean retracts,
      AggregateOutput output,
      AggregateDefinition.Limits limits) {
    this.form = form;
    this.emit = emit;
    this.retracts = retracts;
    time = output.time();
    next = output.results();
    budget = new StateBudget(limits.stateBytes());
    List<DataType> types = form.partition().stream().map(input::type).toList();
    keys = new KeyIndex(types, limits.keys(), budget);
    pool = new RowPool(input);
    this.input = input;
    List<RowOrder.Key> all = new ArrayList<>(form.order());
    all.addAll(form.ties());
    order = RowOrder.of(input, all);
    peers = RowOrder.of(input, form.order());
  }

  @Override
  public void rows(Rows rows) {
    int count = rows.count();
    ids = ids.length < count ? new int[count] : ids;
    ColumnBatch batch = rows.batch();
    keys.resolve(keyColumns(batch), numbers.of(rows), count, ids);
    addPartitions();
    for (int i = 0; i < count; i++) {
      Ranked ranked = partitions.get(ids[i]);
      boolean before = ranked.changedFrom == UNCHANGED;
      if (rows.retracting()) {
        take(ranked, batch, rows.from() + i);
      } else {
        add(ranked, batch, rows.from() + i);
      }
      if (before && ranked.changedFrom != UNCHANGED) {
        touch(ids[i]);
      }
    }
    pool.settle();
    added += count;
    count();
  }

  private Column[] keyColumns(ColumnBatch batch) {
    return form.partition().stream().map(batch::column).toArray(Column[]::new);
  }

  private void addPartitions() {
    while (partitions.size() < keys.size()) {
      budget.reserve(KEY_BYTES);
      partitions.add(new Ranked());
    }
  }

  private void touch(int id) {
    if (changedCount == changed.length) {
      changed = Arrays.copyOf(changed, Math.max(16, 2 * changedCount));
    }
    changed[changedCount++] = id;
  }

  private void add(Ranked ranked, ColumnBatch batch, int row) {
    boolean isLimited = !retracts && ranked.count >= form.limit();
    if (isLimited && isRowNumber() && compare(ranked, ranked.count - 1, batch, row) <= 0) {
      return;
    }
    budget.reserve(rowBytes());
    ranked.insert(place(ranked, batch, row), pool.add(batch, row));
    if (!retracts) {
      cut(ranked);
    }
  }

  private boolean isRowNumber() {
    return form.functions().get(0) == WindowTopNOperator.Function.ROW_NUMBER;
  }

  /** The rows that have too great a number now: one, or the last ones of equal order. */
  private void cut(Ranked ranked) {
    for (int visible = visible(ranked); ranked.count > visible; ) {
      release(ranked, ranked.count - 1);
    }
  }

  private void take(Ranked ranked, ColumnBatch batch, int row) {
    int place = place(ranked, batch, row) - 1;
    if (place >= 0 && compare(ranked, place, batch, row) == 0) {
      release(ranked, place);
    }
  }

  private void release(Ranked ranked, int place) {
    pool.free(ranked.rows[place]);
    ranked.remove(place);
    budget.release(rowBytes());
  }

  /** Behind the rows that are less or equal. */
  private int place(Ranked ranked, ColumnBatch batch, int row) {
    int low = 0;
    int high = ranked.count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(ranked, middle, batch, row) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int compare(Ranked ranked, int place, ColumnBatch batch, int row) {
    int kept = ranked.rows[place];
    return order.compare(pool.batch(kept), pool.row(kept), batch, row);
  }

  private long rowBytes() {
    return ROW_BYTES + (long) input.size() * Long.BYTES;
  }

  private void count() {
    size = new StateSize(keys.size(), budget.usedBytes(), added);
  }

  /** How many of the first rows have numbers that are asked for. */
  private int visible(Ranked ranked) {
    if (isRowNumber()) {
      return (int) Math.min(ranked.count, form.limit());
    }
    counter.start();
    for (int place = 0; place < ranked.count; place++) {
      next(ranked, place);
      if (counter.number(form.functions().get(0)) > form.limit()) {
        return place;
      }
    }
    return ranked.count;
  }

  private void next(Ranked ranked, int place) {
    boolean isPeer = false;
    if (place > 0) {
      int before = ranked.rows[place - 1];
      int row = ranked.rows[place];
      isPeer = peers.same(pool.batch(before), pool.row(before), pool.batch(row), pool.row(row));
    }
    counter.next(isPeer);
  }

  // Results

  /** The end of the input is the only boundary. */
  @Override
  public long nextBoundary() {
    return Long.MAX_VALUE;
  }

  @Override
  public void watermark() {
    if (time.watermark() == WatermarkGenerator.END && !ended) {
      ended = true;
      int[] all = new int[partitions.size()];
      Arrays.setAll(all, id -> id);
      partitions.forEach(ranked -> ranked.changedFrom = 0);
      changedCount = 0;
      send(all, all.length, RowKind.FINAL, time.nowMillis());
    }
  }

  @Override
  public boolean hasUnsent() {
    return changedCount > 0;
  }

  @Override
  public void tick(long tickMillis) {
    sendChanged(tickMillis);
  }

  @Override
  public void batchEnd() {
    if (emit.onChange()) {
      sendChanged(time.nowMillis());
    }
  }

  private void sendChanged(long emittedAt) {
    int count = changedCount;
    changedCount = 0;
    send(changed, count, RowKind.EARLY, emittedAt);
  }

  private void send(int[] partitionIds, int count, RowKind kind, long emittedAt) {
    keys.sort(partitionIds, count);
    Places gone = new Places();
    Places shown = new Places();
    for (int i = 0; i < count; i++) {
      Ranked ranked = partitions.get(partitionIds[i]);
      int visible = visible(ranked);
      counter.start();
      for (int place = 0; place < visible; place++) {
        next(ranked, place);
        if (place >= ranked.changedFrom) {
          shown.add(ranked.rows[place]);
        }
      }
      for (int place = visible; place < ranked.sent; place++) {
        gone.addGone(partitionIds[i], place);
      }
      ranked.sent = visible;
      ranked.changedFrom = UNCHANGED;
    }
    gone.emit(kind, true, emittedAt);
    shown.emit(kind, false, emittedAt);
  }

  /** Rows of a result under construction. */
  private final class Places {
    private final BatchBuilder rows = new BatchBuilder(form.output());

    void add(int row) {
      for (int column = 0; column < input.size(); column++) {
        rows.column(column).appendFrom(pool.batch(row).column(column), pool.row(row));
      }
      for (int i = 0; i < form.functions().size(); i++) {
        long number = counter.number(form.functions().get(i));
        rows.column(input.size() + i).appendObject(number);
      }
    }

    /** Of what is gone only the identity is told. */
    void addGone(int id, int place) {
      int[] one = {id};
      for (int column = 0; column < form.output().size() - 1; column++) {
        int key = form.partition().indexOf(column);
        if (key < 0) {
          rows.column(column).appendNull();
        } else {
          rows.column(column).appendFrom(keys.keyColumn(key, one, 1), 0);
        }
      }
      rows.column(form.output().size() - 1).appendObject(place + 1L);
    }

    void emit(RowKind kind, boolean removed, long emittedAt) {
      if (rows.rowCount() > 0) {
        next.emit(new Emission(rows.build(), kind, removed, emittedAt, time.watermark()));
      }
    }
  }

  @Override
  public StateSize stateSize() {
    return size;
  }

  // Snapshots

  @Override
  public void snapshot(DataOutput output) throws IOException {
    keys.write(output);
    BatchBuilder rows = new BatchBuilder(input);
    output.writeInt(partitions.size());
    for (Ranked ranked : partitions) {
      output.writeInt(ranked.count);
      output.writeInt(ranked.changedFrom);
      output.writeInt(ranked.sent);
      for (int place = 0; place < ranked.count; place++) {
        int row = ranked.rows[place];
        rows.appendFrom(pool.batch(row), pool.row(row));
      }
    }
    BatchCodec.write(rows.build(), output);
    output.writeBoolean(ended);
  }

  @Override
  public void restore(DataInput source) throws IOException {
    keys.read(source);
    int count = source.readInt();
    int[] counts = new int[count];
    for (int id = 0; id < count; id++) {
      Ranked ranked = new Ranked();
      counts[id] = source.readInt();
      ranked.changedFrom = source.readInt();
      ranked.sent = source.readInt();
      partitions.add(ranked);
      budget.reserve(KEY_BYTES);
      if (ranked.changedFrom != UNCHANGED) {
        touch(id);
      }
    }
    ColumnBatch rows = BatchCodec.read(input, source);
    for (int id = 0, row = 0; id < count; id++) {
      Ranked ranked = partitions.get(id);
      int changedFrom = ranked.changedFrom;
      for (int place = 0; place < counts[id]; place++) {
        budget.reserve(rowBytes());
        ranked.insert(place, pool.add(rows, row++));
      }
      ranked.changedFrom = changedFrom;
    }
    pool.settle();
    ended = source.readBoolean();
    count();
  }
}
