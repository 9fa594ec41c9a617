package dev.sash.runtime;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are kept one by one and let go one by one, in any order, and lie in columns all the
 * same. A row is known by a number that stays its own until it is freed.
 *
 * <p>Rows lie in segments. Those of one input batch are a segment of their own, and what is left of
 * them when the batch has been worked off is copied out of it; so a kept row never holds on to the
 * batch that brought it. A segment that is not much smaller than the one before it is merged with
 * it, and one most of whose rows are free is copied, so that there are few segments, each row is
 * copied a logarithmic number of times, and at least half of what is stored is in use (the
 * logarithmic method of Bentley and Saxe, "Decomposable searching problems I", 1980).
 */
final class RowPool {
  private static final int FIRST_ROWS = 16;

  private final Schema schema;
  private final List<Segment> settled = new ArrayList<>();
  private @Nullable Segment incoming;

  /** By number of a row. */
  private Segment[] segments = new Segment[FIRST_ROWS];

  private int[] rows = new int[FIRST_ROWS];
  private int[] free = new int[FIRST_ROWS];
  private int freeCount;
  private int numbers;

  /** Rows of one batch. */
  private static final class Segment {
    final ColumnBatch batch;

    /** By row of the batch, its number; -1 where it is not kept. */
    final int[] numbers;

    int used;

    Segment(ColumnBatch batch) {
      this.batch = batch;
      numbers = new int[batch.rowCount()];
      Arrays.fill(numbers, -1);
    }
  }

  RowPool(Schema schema) {
    this.schema = schema;
  }

  /** Keeps a row of a batch, each row once; {@link #settle} follows after the last one. */
  int add(ColumnBatch batch, int row) {
    Segment segment = incoming;
    if (segment == null || segment.batch != batch) {
      settle();
      segment = new Segment(batch);
      incoming = segment;
    }
    int number = freeCount > 0 ? free[--freeCount] : newNumber();
    place(number, segment, row);
    return number;
  }

  private int newNumber() {
    if (numbers == rows.length) {
      segments = Arrays.copyOf(segments, 2 * numbers);
      rows = Arrays.copyOf(rows, 2 * numbers);
      free = Arrays.copyOf(free, 2 * numbers);
    }
    return numbers++;
  }

  private void place(int number, Segment segment, int row) {
    segments[number] = segment;
    rows[number] = row;
    segment.numbers[row] = number;
    segment.used++;
  }

  /** Lets a row go; its number may become that of another one. */
  void free(int number) {
    Segment segment = segments[number];
    segment.numbers[rows[number]] = -1;
    segment.used--;
    free[freeCount++] = number;
  }

  /** The batch in which a row lies now. */
  ColumnBatch batch(int number) {
    return segments[number].batch;
  }

  /** The row in {@link #batch}. */
  int row(int number) {
    return rows[number];
  }

  /** Rows that are kept. */
  int size() {
    return numbers - freeCount;
  }

  /** The batch of the rows that were added last may be forgotten. */
  void settle() {
    Segment last = incoming;
    if (last == null) {
      return;
    }
    incoming = null;
    List<Segment> merged = new ArrayList<>(List.of(last));
    int used = last.used;
    while (!settled.isEmpty() && settled.get(settled.size() - 1).used <= 2 * used) {
      Segment before = settled.remove(settled.size() - 1);
      merged.add(0, before);
      used += before.used;
    }
    for (int i = 0; i < settled.size(); i++) {
      Segment segment = settled.get(i);
      if (2 * segment.used < segment.numbers.length) {
        settled.set(i, copy(List.of(segment), segment.used));
      }
    }
    if (used > 0) {
      settled.add(copy(merged, used));
    }
  }

  private Segment copy(List<Segment> sources, int used) {
    BatchBuilder builder = new BatchBuilder(schema);
    int[] kept = new int[used];
    int count = 0;
    for (Segment source : sources) {
      for (int row = 0; row < source.numbers.length; row++) {
        if (source.numbers[row] >= 0) {
          builder.appendFrom(source.batch, row);
          kept[count++] = source.numbers[row];
        }
      }
    }
    Segment copy = new Segment(builder.build());
    for (int row = 0; row < count; row++) {
      place(kept[row], copy, row);
    }
    return copy;
  }
}
