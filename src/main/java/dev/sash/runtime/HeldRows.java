package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.BatchBuilder;
import dev.sash.data.BatchCodec;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows that wait until their session closes. They stay in the batches in which they came; when less
 * than half of what is held waits still, the rest is copied together.
 */
final class HeldRows {
  private static final int COPIED_FROM = 1 << 16;
  private static final int ROW_BYTES = 16;
  private static final long[] NO_ROWS = {};

  private final Schema schema;
  private final StateBudget budget;
  private final long rowBytes;
  private @Nullable ColumnBatch[] batches = new ColumnBatch[16];
  private int batchCount;
  private @Nullable ColumnBatch coming;
  private boolean used;

  /** By slot: its rows, the number of the batch in the upper half, and how many. */
  private long[][] rows = new long[16][];

  private int[] counts = new int[16];
  private long waiting;
  private long capacity;

  HeldRows(Schema schema, StateBudget budget) {
    this.schema = schema;
    this.budget = budget;
    rowBytes = ROW_BYTES + (long) schema.size() * Long.BYTES;
  }

  /** The rows of a session. */
  final class Session {
    private final long[] addresses;

    private Session(long[] addresses) {
      this.addresses = addresses;
    }

    int size() {
      return addresses.length;
    }

    void appendTo(BatchBuilder out, int index) {
      out.appendFrom(batch(addresses[index]), (int) addresses[index]);
    }
  }

  private ColumnBatch batch(long address) {
    ColumnBatch batch = batches[(int) (address >> 32)];
    if (batch == null) {
      throw new IllegalStateException("row must be held: address=" + address);
    }
    return batch;
  }

  /** The next rows are of this batch. */
  void begin(ColumnBatch batch) {
    coming = batch;
    used = false;
  }

  void add(int row, int slot) {
    if (!used) {
      used = true;
      if (batchCount == batches.length) {
        batches = Arrays.copyOf(batches, batchCount * 2);
      }
      ColumnBatch batch = coming;
      batches[batchCount++] = batch;
      capacity += batch == null ? 0 : batch.rowCount();
    }
    budget.reserve(rowBytes);
    append(slot, (long) (batchCount - 1) << 32 | row);
    waiting++;
  }

  private void append(int slot, long address) {
    if (slot >= rows.length) {
      rows = Arrays.copyOf(rows, Math.max(slot + 1, rows.length * 2));
      counts = Arrays.copyOf(counts, rows.length);
    }
    long[] own = rows[slot] == null ? NO_ROWS : rows[slot];
    if (counts[slot] == own.length) {
      own = Arrays.copyOf(own, Math.max(2, own.length * 2));
      rows[slot] = own;
    }
    own[counts[slot]++] = address;
  }

  /** All rows of a batch have been added. */
  void end() {
    coming = null;
    if (capacity > COPIED_FROM && capacity > 2 * waiting) {
      compact();
    }
  }

  private void compact() {
    long[][] old = rows;
    int[] oldCounts = counts;
    @Nullable ColumnBatch[] oldBatches = batches.clone();
    rows = new long[old.length][];
    counts = new int[old.length];
    batchCount = 0;
    capacity = 0;
    Arrays.fill(batches, null);
    BatchBuilder builder = new BatchBuilder(schema);
    int row = 0;
    for (int slot = 0; slot < old.length; slot++) {
      for (int i = 0; i < oldCounts[slot]; i++) {
        ColumnBatch source = oldBatches[(int) (old[slot][i] >> 32)];
        if (source != null) {
          builder.appendFrom(source, (int) old[slot][i]);
          append(slot, (long) batchCount << 32 | row++);
        }
        if (row == ColumnBatch.MAX_ROWS) {
          keep(builder.build());
          row = 0;
        }
      }
    }
    keep(builder.build());
  }

  private void keep(ColumnBatch batch) {
    if (batchCount == batches.length) {
      batches = Arrays.copyOf(batches, batchCount * 2);
    }
    batches[batchCount++] = batch;
    capacity += batch.rowCount();
  }

  /** A session has become part of another. */
  void merge(int into, int from) {
    for (int i = 0; i < counts[from]; i++) {
      append(into, rows[from][i]);
    }
    rows[from] = NO_ROWS;
    counts[from] = 0;
  }

  /** Gives the rows of a session away, by their time. */
  Session take(int slot, int timeColumn) {
    long[] addresses =
        Arrays.stream(Arrays.copyOf(rows[slot], counts[slot]))
            .boxed()
            .sorted(
                (a, b) -> {
                  int byTime =
                      Long.compare(
                          batch(a).longs(timeColumn).values()[(int) (long) a],
                          batch(b).longs(timeColumn).values()[(int) (long) b]);
                  return byTime != 0 ? byTime : Long.compare(a, b);
                })
            .mapToLong(Long::longValue)
            .toArray();
    waiting -= counts[slot];
    budget.release(counts[slot] * rowBytes);
    rows[slot] = NO_ROWS;
    counts[slot] = 0;
    return new Session(addresses);
  }

  /** Writes the rows of these slots, in this order. */
  void write(int[] slots, DataOutput output) throws IOException {
    for (int slot : slots) {
      BatchBuilder builder = new BatchBuilder(schema);
      for (int i = 0; i < counts[slot]; i++) {
        builder.appendFrom(batch(rows[slot][i]), (int) rows[slot][i]);
      }
      BatchCodec.write(builder.build(), output);
    }
  }

  /** Reads the rows of the slots below {@code count}. */
  void read(int count, DataInput input) throws IOException {
    for (int slot = 0; slot < count; slot++) {
      ColumnBatch batch = BatchCodec.read(schema, input);
      begin(batch);
      int owner = slot;
      IntStream.range(0, batch.rowCount()).forEach(row -> add(row, owner));
      end();
    }
  }
}
