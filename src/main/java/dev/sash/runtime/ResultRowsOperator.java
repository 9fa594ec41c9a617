package dev.sash.runtime;

import dev.sash.data.BatchBuilder;
import dev.sash.data.BatchCodec;
import dev.sash.data.ColumnBatch;
import dev.sash.data.RowKind;
import dev.sash.data.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The results of an aggregate as input of another operator. Of windows these are the FINAL rows;
 * what changes afterwards, and each revision of an aggregate without windows, takes the old row
 * back and adds the new one.
 *
 * <pre>
 *   SUM(v) by k, EMIT ON CHANGE
 *   input:  EARLY (a, 5)    EARLY (a, 1)
 *   output: + (a, 5)        - (a, 5), + (a, 1)
 * </pre>
 */
public final class ResultRowsOperator implements ResultConsumer, TimedOperator {
  private static final Long NO_WINDOW = 0L;

  private final Form form;
  private final QueryTime time;
  private final LongSupplier settledEnd;
  private final RowConsumer next;
  private final BatchBuilder taken;
  private final BatchBuilder added;

  /** By window end and identity, the row that was last handed on. */
  private final NavigableMap<Long, Map<List<@Nullable Object>, @Nullable Object[]>> sent =
      new TreeMap<>();

  /**
   * What the results are.
   *
   * @param identity ordinals of what identifies a row
   * @param windowEnd ordinal of the window's end, or -1 without windows
   * @param revises whether a row that was sent may change; else rows are handed on and forgotten
   */
  public record Form(Schema schema, List<Integer> identity, int windowEnd, boolean revises) {

    public Form {
      identity = List.copyOf(identity);
    }
  }

  /**
   * An operator that hands rows on at the query's time.
   *
   * @param settledEnd up to which end windows are not corrected any more
   */
  public ResultRowsOperator(Form form, QueryTime time, LongSupplier settledEnd, RowConsumer next) {
    this.form = form;
    this.time = time;
    this.settledEnd = settledEnd;
    this.next = next;
    taken = new BatchBuilder(form.schema());
    added = new BatchBuilder(form.schema());
  }

  @Override
  public void emit(Emission emission) {
    if (form.windowEnd >= 0 && emission.kind() == RowKind.EARLY && !emission.removed()) {
      return;
    }
    if (form.revises) {
      revise(emission);
    } else if (!emission.removed()) {
      hand(emission.rows(), false);
    }
  }

  private void revise(Emission emission) {
    ColumnBatch rows = emission.rows();
    for (int row = 0; row < rows.rowCount(); row++) {
      Long end = form.windowEnd < 0 ? NO_WINDOW : (Long) rows.longs(form.windowEnd).values()[row];
      Map<List<@Nullable Object>, @Nullable Object[]> window =
          sent.computeIfAbsent(end, e -> new HashMap<>());
      List<@Nullable Object> identity = identity(rows, row);
      @Nullable Object[] values = values(rows, row);
      @Nullable Object @Nullable [] before =
          emission.removed() ? window.remove(identity) : window.put(identity, values);
      boolean same = !emission.removed() && before != null && Arrays.equals(before, values);
      if (before != null && !same) {
        taken.appendRow(before);
      }
      if (!emission.removed() && !same) {
        added.appendRow(values);
      }
    }
    hand(taken.build(), true);
    hand(added.build(), false);
  }

  private static @Nullable Object[] values(ColumnBatch rows, int row) {
    @Nullable Object[] values = new @Nullable Object[rows.schema().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = rows.value(row, i);
    }
    return values;
  }

  private void hand(ColumnBatch rows, boolean retracting) {
    if (rows.rowCount() > 0) {
      Arrival arrival = Arrival.ofResults(rows, time);
      next.rows(new Rows(rows, 0, rows.rowCount(), arrival, null, retracting));
    }
  }

  @Override
  public long nextBoundary() {
    return Long.MAX_VALUE;
  }

  /** Forgets windows that are not corrected any more. */
  @Override
  public void watermark() {
    if (form.windowEnd >= 0) {
      sent.headMap(settledEnd.getAsLong(), true).clear();
    }
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeInt(sent.size());
    for (Map.Entry<Long, Map<List<@Nullable Object>, @Nullable Object[]>> window :
        sent.entrySet()) {
      BatchBuilder rows = new BatchBuilder(form.schema());
      window.getValue().values().forEach(rows::appendRow);
      output.writeLong(window.getKey());
      BatchCodec.write(rows.build(), output);
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    for (int left = input.readInt(); left > 0; left--) {
      Map<List<@Nullable Object>, @Nullable Object[]> window = new HashMap<>();
      sent.put(input.readLong(), window);
      ColumnBatch rows = BatchCodec.read(form.schema(), input);
      for (int row = 0; row < rows.rowCount(); row++) {
        window.put(identity(rows, row), values(rows, row));
      }
    }
  }

  private List<@Nullable Object> identity(ColumnBatch rows, int row) {
    List<@Nullable Object> identity = new ArrayList<>();
    for (int ordinal : form.identity) {
      identity.add(rows.value(row, ordinal));
    }
    return identity;
  }
}
