package dev.sash.runtime;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordPairs;
import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.BatchBuilder;
import dev.sash.data.BatchCodec;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions that look ahead: LEAD, and frames that end behind their row. A row is kept until the
 * rows that it looks at have come: so many more of its key, or all of a span of time behind it.
 *
 * <pre>
 *   LEAD(v) OVER (PARTITION BY k ORDER BY ts)
 *   input:  (a, 1 s, 5) (b, 2 s, 1) (a, 3 s, 7)
 *   output:                         (a, 1 s, 5, 7)      at the end (b, 2 s, 1, NULL) (a, 3 s, 7, NULL)
 * </pre>
 */
public final class OverAhead extends OverStep {
  private final OverForm form;
  private final List<Call> calls;
  private final RecordLayout layout;
  private final RecordStore store;
  private final StateBudget budget;
  private final KeptRows waiting;
  private final BatchBuilder output;
  private final int width;

  /** Whether rows wait for so many more, and not for time. */
  private final boolean byRows;

  /** How far calls look: in rows or milliseconds. */
  private final long ahead;

  private final long behind;

  private @Nullable AheadRows[] rowsOf = {};
  private int keys;

  /** The keys of the rows that wait, in the order in which those came, with their times. */
  private final FrameRows queue;

  private final int[] oneRow = new int[1];
  private final int[] oneRecord = new int[1];
  private int[] into = {};
  private int[] from = {};

  /**
   * A function.
   *
   * @param frame the rows that it looks at; of LEAD the one row behind
   * @param value what it keeps of a row, and computes of rows
   * @param kind what it gives
   * @param number which row of the frame, for {@link Kind#NTH}
   * @param defaultColumn ordinal of what is given without such a row; -1 for NULL
   */
  public record Call(
      OverFrame frame, AggregateInput value, Kind kind, int number, int defaultColumn) {}

  /** What is given of a frame. */
  public enum Kind {
    /** An aggregate of all rows. */
    ALL,
    /** The value of a row, counted from the first one. */
    NTH,
    /** The value of the last row. */
    LAST
  }

  /** Functions without keys; all of them look ahead by rows, or all by time. */
  public OverAhead(Schema input, OverForm form, List<Call> calls, StateBudget budget) {
    this.form = form;
    this.calls = List.copyOf(calls);
    this.budget = budget;
    layout = new RecordLayout(calls.stream().map(Call::value).toList());
    store = layout.newStore(budget);
    waiting = new KeptRows(input, budget);
    queue = new FrameRows(budget);
    output = new BatchBuilder(form.output());
    width = input.size();
    byRows = calls.get(0).frame.byRows();
    ahead = calls.stream().mapToLong(call -> call.frame.following()).max().orElse(0);
    behind = Math.max(0, calls.stream().mapToLong(call -> call.frame.preceding()).max().orElse(0));
  }

  @Override
  void reserve(int count) {
    if (count > rowsOf.length) {
      int length = Math.max(count, rowsOf.length * 2);
      budget.reserve((long) (length - rowsOf.length) * Integer.BYTES);
      rowsOf = Arrays.copyOf(rowsOf, length);
    }
    keys = count;
  }

  private AheadRows rowsOf(int key) {
    AheadRows rows = rowsOf[key];
    if (rows == null) {
      rows = new AheadRows(budget);
      rowsOf[key] = rows;
    }
    return rows;
  }

  @Override
  ColumnBatch workOff(ColumnBatch batch, int[] ids) {
    long[] times = form.times(batch);
    waiting.begin(batch);
    for (int row = 0; row < batch.rowCount(); row++) {
      add(batch, row, ids[row], times[row]);
    }
    return output.build();
  }

  private void add(ColumnBatch batch, int row, int key, long time) {
    AheadRows rows = rowsOf(key);
    oneRow[0] = row;
    oneRecord[0] = store.allocate();
    layout.add(batch, oneRow, oneRecord, 1, store);
    rows.add(time, oneRecord[0], waiting.add(row));
    if (!byRows) {
      queue.add(key, time);
    } else if (rows.size() - rows.given > ahead) {
      give(rows);
    }
  }

  @Override
  ColumnBatch passed(long time) {
    boolean isEnd = time == WatermarkGenerator.END;
    while (queue.size() > 0 && (isEnd || queue.position(0) + ahead < time)) {
      give(rowsOf(queue.poll()));
    }
    if (isEnd && byRows) {
      rest().forEach(this::give);
    }
    return output.build();
  }

  @Override
  long nextBoundary() {
    return queue.size() == 0 ? Long.MAX_VALUE : queue.position(0) + ahead + 1;
  }

  /** For each row that waits its key's rows, in the order in which they came. */
  private List<AheadRows> rest() {
    record Place(long number, AheadRows rows) {}
    List<Place> places = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      AheadRows rows = rowsOf[key];
      for (int row = rows == null ? 0 : rows.given; rows != null && row < rows.size(); row++) {
        places.add(new Place(waiting.sequence(rows.kept(row)), rows));
      }
    }
    places.sort(Comparator.comparingLong(Place::number));
    return places.stream().map(Place::rows).toList();
  }

  // Results

  /** Gives the first row that waits, and forgets rows before it that no other will need. */
  private void give(AheadRows rows) {
    int place = rows.given;
    int kept = rows.kept(place);
    ColumnBatch batch = waiting.batch(kept);
    int row = waiting.row(kept);
    for (int i = 0; i < width; i++) {
      output.column(i).appendFrom(batch.column(i), row);
    }
    for (int i = 0; i < calls.size(); i++) {
      result(i, rows, place, output.column(width + i));
    }
    waiting.free(kept);
    rows.given++;
    while (rows.given > 0 && isGone(rows)) {
      free(rows.poll());
    }
  }

  private boolean isGone(AheadRows rows) {
    long next = rows.given < rows.size() ? rows.time(rows.given) : rows.time(rows.given - 1);
    return byRows ? rows.given > behind : rows.time(0) < next - behind;
  }

  private void result(int ordinal, AheadRows rows, int place, ColumnBuilder out) {
    Call call = calls.get(ordinal);
    OverFrame frame = call.frame;
    long first = byRows ? place - frame.preceding() : 0;
    long end = byRows ? place + frame.following() + 1 : 0;
    if (!byRows) {
      first = rows.firstFrom(rows.time(place) - frame.preceding());
      end = rows.firstFrom(rows.time(place) + frame.following() + 1);
    }
    int least = (int) Math.max(0, first);
    int most = (int) Math.min(rows.size(), end);
    int chosen = call.kind == Kind.LAST ? most - 1 : least + call.number - 1;
    if (call.kind == Kind.ALL) {
      combined(ordinal, rows, least, most, out);
    } else if (chosen >= least && chosen < most) {
      oneRecord[0] = rows.record(chosen);
      layout.result(ordinal, store, oneRecord, 1, out);
    } else if (call.defaultColumn < 0) {
      out.appendNull();
    } else {
      int kept = rows.kept(place);
      out.appendFrom(waiting.batch(kept).column(call.defaultColumn), waiting.row(kept));
    }
  }

  private void combined(int ordinal, AheadRows rows, int first, int end, ColumnBuilder out) {
    int count = Math.max(0, end - first);
    if (from.length < count) {
      from = new int[count * 2];
      into = new int[count * 2];
    }
    int whole = store.allocate();
    for (int i = 0; i < count; i++) {
      from[i] = rows.record(first + i);
      into[i] = whole;
    }
    layout.combine(store, store, new RecordPairs(into, from, count));
    oneRecord[0] = whole;
    layout.result(ordinal, store, oneRecord, 1, out);
    free(whole);
  }

  private void free(int record) {
    oneRecord[0] = record;
    store.free(oneRecord, 1);
  }

  // Keys

  @Override
  void expire(long time) {
    for (int key = 0; key < keys && !byRows; key++) {
      AheadRows rows = rowsOf[key];
      if (rows == null) {
        continue;
      }
      while (rows.given > 0 && rows.given == rows.size() && rows.time(0) < time - behind) {
        free(rows.poll());
      }
      if (rows.size() == 0) {
        rows.release();
        rowsOf[key] = null;
      }
    }
  }

  @Override
  long spanMillis() {
    return byRows ? Long.MAX_VALUE : ahead + behind;
  }

  @Override
  boolean holds(int key) {
    return rowsOf[key] != null;
  }

  @Override
  void renumber(int[] mapping, int count) {
    @Nullable AheadRows[] moved = new @Nullable AheadRows[rowsOf.length];
    for (int key = 0; key < mapping.length; key++) {
      if (mapping[key] >= 0) {
        moved[mapping[key]] = rowsOf[key];
      }
    }
    rowsOf = moved;
    keys = count;
    for (int left = queue.size(); left > 0; left--) {
      long time = queue.position(0);
      queue.add(mapping[queue.poll()], time);
    }
  }

  // Snapshots

  @Override
  public void snapshot(DataOutput out) throws IOException {
    out.writeInt(keys);
    BatchBuilder kept = new BatchBuilder(waiting.schema());
    for (int key = 0; key < keys; key++) {
      AheadRows rows = rowsOf[key];
      out.writeInt(rows == null ? -1 : rows.size());
      if (rows == null) {
        continue;
      }
      out.writeInt(rows.given);
      int[] records = new int[rows.size()];
      for (int row = 0; row < rows.size(); row++) {
        out.writeLong(rows.time(row));
        records[row] = rows.record(row);
        if (row >= rows.given) {
          out.writeLong(waiting.sequence(rows.kept(row)));
          kept.appendFrom(waiting.batch(rows.kept(row)), waiting.row(rows.kept(row)));
        }
      }
      layout.write(store, records, records.length, out);
    }
    BatchCodec.write(kept.build(), out);
    waiting.writeSequence(out);
    out.writeInt(queue.size());
    for (int i = 0; i < queue.size(); i++) {
      out.writeInt(queue.record(i));
      out.writeLong(queue.position(i));
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    reserve(input.readInt());
    List<Long> sequences = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      int size = input.readInt();
      if (size >= 0) {
        read(rowsOf(key), size, input, sequences);
      }
    }
    waiting.begin(BatchCodec.read(waiting.schema(), input));
    for (int row = 0; row < sequences.size(); row++) {
      waiting.add(row, sequences.get(row));
    }
    waiting.readSequence(input);
    for (int left = input.readInt(); left > 0; left--) {
      queue.add(input.readInt(), input.readLong());
    }
  }

  private void read(AheadRows rows, int size, DataInput input, List<Long> sequences)
      throws IOException {
    int given = input.readInt();
    int[] records = new int[size];
    store.allocate(records, 0, size);
    for (int row = 0; row < size; row++) {
      long time = input.readLong();
      rows.add(time, records[row], row < given ? -1 : sequences.size());
      if (row >= given) {
        sequences.add(input.readLong());
      }
    }
    rows.given = given;
    layout.read(store, records, size, input);
  }
}
