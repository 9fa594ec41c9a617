package dev.sash.runtime;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.ColumnBatch;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that keep a record of each row that is in the frame of its key. */
abstract class FrameState extends OverState {
  final OverFrame frame;
  final RecordLayout layout;
  final RecordStore store;
  private final StateBudget budget;
  private @Nullable FrameRows[] frames = {};
  private int keys;
  private final int[] oneRow = new int[1];
  private final int[] oneRecord = new int[1];

  FrameState(OverFrame frame, List<AggregateInput> functions, int[] ordinals, StateBudget budget) {
    super(ordinals, functions.stream().map(f -> f.function().resultType()).toList());
    this.frame = frame;
    this.budget = budget;
    layout = new RecordLayout(functions);
    store = layout.newStore(budget);
  }

  @Override
  final void reserve(int count) {
    if (count > frames.length) {
      int length = Math.max(count, frames.length * 2);
      budget.reserve((long) (length - frames.length) * Integer.BYTES);
      frames = Arrays.copyOf(frames, length);
    }
    keys = count;
  }

  /** The rows of a key. */
  final FrameRows frameOf(int key) {
    FrameRows rows = frames[key];
    if (rows == null) {
      rows = new FrameRows(budget);
      frames[key] = rows;
    }
    return rows;
  }

  /** A record with one row alone. */
  final int recordOf(ColumnBatch rows, int row) {
    int record = store.allocate();
    addTo(record, rows, row);
    return record;
  }

  final void addTo(int record, ColumnBatch rows, int row) {
    oneRow[0] = row;
    oneRecord[0] = record;
    layout.add(rows, oneRow, oneRecord, 1, store);
  }

  /** Appends the result of a record, some times over. */
  final void appendResult(int record, int times) {
    oneRecord[0] = record;
    for (int i = 0; i < results.length; i++) {
      for (int n = 0; n < times; n++) {
        layout.result(i, store, oneRecord, 1, results[i]);
      }
    }
  }

  final void free(int record) {
    oneRecord[0] = record;
    store.free(oneRecord, 1);
  }

  /** The oldest row is about to leave. */
  void leaving(FrameRows rows) {}

  /** Takes out the rows before a position. */
  final void evict(FrameRows rows, long position) {
    while (rows.size() > 0 && rows.position(0) < position) {
      leaving(rows);
      free(rows.poll());
    }
  }

  @Override
  final void expire(long time) {
    if (!frame.expires()) {
      return;
    }
    for (int key = 0; key < keys; key++) {
      FrameRows rows = frames[key];
      if (rows == null) {
        continue;
      }
      evict(rows, time - frame.preceding());
      if (rows.size() == 0) {
        if (rows.rest >= 0) {
          free(rows.rest);
        }
        rows.release();
        frames[key] = null;
      }
    }
  }

  @Override
  final long spanMillis() {
    return frame.expires() ? frame.preceding() : Long.MAX_VALUE;
  }

  @Override
  final boolean holds(int key) {
    return frames[key] != null;
  }

  @Override
  final void renumber(int[] mapping, int count) {
    @Nullable FrameRows[] moved = new @Nullable FrameRows[frames.length];
    for (int key = 0; key < mapping.length; key++) {
      if (mapping[key] >= 0) {
        moved[mapping[key]] = frames[key];
      }
    }
    frames = moved;
    keys = count;
  }

  @Override
  public final void snapshot(DataOutput output) throws IOException {
    output.writeInt(keys);
    for (int key = 0; key < keys; key++) {
      FrameRows rows = frames[key];
      output.writeInt(rows == null ? -1 : rows.size());
      if (rows != null) {
        output.writeLong(rows.count);
        output.writeInt(rows.folded);
        output.writeBoolean(rows.rest >= 0);
        for (int row = 0; row < rows.size(); row++) {
          output.writeLong(rows.position(row));
        }
        layout.write(store, rows.all(), rows.size(), output);
        if (rows.rest >= 0) {
          layout.write(store, new int[] {rows.rest}, 1, output);
        }
      }
    }
  }

  @Override
  public final void restore(DataInput input) throws IOException {
    reserve(input.readInt());
    for (int key = 0; key < keys; key++) {
      int size = input.readInt();
      if (size >= 0) {
        read(frameOf(key), size, input);
      }
    }
  }

  private void read(FrameRows rows, int size, DataInput input) throws IOException {
    rows.count = input.readLong();
    rows.folded = input.readInt();
    boolean hasRest = input.readBoolean();
    for (int row = 0; row < size; row++) {
      rows.add(store.allocate(), input.readLong());
    }
    layout.read(store, rows.all(), size, input);
    if (hasRest) {
      rows.rest = store.allocate();
      layout.read(store, new int[] {rows.rest}, 1, input);
    }
  }
}
