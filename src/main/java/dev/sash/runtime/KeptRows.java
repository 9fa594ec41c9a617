package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are kept for some time, each under a number. They stay in the batches in which they
 * came, until most of the rows of those have gone; then those that are left are copied together.
 */
final class KeptRows {
  private static final int COPIED_FROM = 1 << 14;
  private static final long FREE = -1;

  /** Where a row is, its place in the sequence, and its number in the free list. */
  private static final int ROW_BYTES = 24;

  private final Schema schema;
  private final StateBudget budget;
  private final long rowBytes;
  private @Nullable ColumnBatch[] batches = new ColumnBatch[16];
  private int batchCount;

  /** By number: the batch in the upper half, and the row. */
  private long[] addresses = new long[16];

  /** By number: how many rows had been kept before it. */
  private long[] sequences = new long[16];

  private long sequence;
  private int[] free = new int[16];
  private int freeCount;
  private int top;
  private long capacity;

  KeptRows(Schema schema, StateBudget budget) {
    this.schema = schema;
    this.budget = budget;
    rowBytes = ROW_BYTES + (long) schema.size() * Long.BYTES;
  }

  /** The next rows are of this batch. */
  void begin(ColumnBatch batch) {
    if (capacity > COPIED_FROM && capacity > 2L * (top - freeCount)) {
      copy();
    }
    put(batch);
  }

  private void put(ColumnBatch batch) {
    if (batchCount == batches.length) {
      batches = Arrays.copyOf(batches, batchCount * 2);
    }
    batches[batchCount++] = batch;
    capacity += batch.rowCount();
  }

  /** Keeps a row of the batch that was begun; gives its number. */
  int add(int row) {
    return add(row, sequence++);
  }

  /** As {@link #add(int)}, of a row that had its place in the sequence before. */
  int add(int row, long ownSequence) {
    budget.reserve(rowBytes);
    int number = freeCount > 0 ? free[--freeCount] : top++;
    if (number == addresses.length) {
      addresses = Arrays.copyOf(addresses, number * 2);
      sequences = Arrays.copyOf(sequences, number * 2);
    }
    sequences[number] = ownSequence;
    addresses[number] = (long) (batchCount - 1) << 32 | row;
    return number;
  }

  /** The batch that a row is in now. */
  ColumnBatch batch(int number) {
    ColumnBatch batch = batches[(int) (addresses[number] >> 32)];
    if (batch == null) {
      throw new IllegalStateException("row must be kept: number=" + number);
    }
    return batch;
  }

  /** The place of a row in its batch. */
  int row(int number) {
    return (int) addresses[number];
  }

  /** How many rows had been kept before a row. */
  long sequence(int number) {
    return sequences[number];
  }

  /** The columns of the rows. */
  Schema schema() {
    return schema;
  }

  /** Writes how many rows have been kept in all. */
  void writeSequence(DataOutput output) throws IOException {
    output.writeLong(sequence);
  }

  /** Reads what {@link #writeSequence} wrote. */
  void readSequence(DataInput input) throws IOException {
    sequence = input.readLong();
  }

  void free(int number) {
    budget.release(rowBytes);
    addresses[number] = FREE;
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, freeCount * 2);
    }
    free[freeCount++] = number;
  }

  private void copy() {
    BatchBuilder builder = new BatchBuilder(schema);
    long[] moved = new long[addresses.length];
    int copied = 0;
    for (int number = 0; number < top; number++) {
      moved[number] = FREE;
      if (addresses[number] != FREE) {
        builder.appendFrom(batch(number), row(number));
        moved[number] = copied++;
      }
    }
    addresses = moved;
    Arrays.fill(batches, null);
    batchCount = 0;
    capacity = 0;
    put(builder.build());
  }
}
