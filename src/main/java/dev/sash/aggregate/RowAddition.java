package dev.sash.aggregate;

import dev.sash.data.BooleanColumn;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DecimalColumn;
import dev.sash.data.DoubleColumn;
import dev.sash.data.LongColumn;
import dev.sash.data.TextColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds rows to those aggregates of a layout whose additions can stand in one loop. The loop is
 * written when so many rows have come that compiling it pays.
 */
final class RowAddition {
  /** Compiling takes some milliseconds; a fused loop saves some nanoseconds a row. */
  private static final long ROWS_BEFORE = 100_000;

  private final List<RecordLayout.Part> all;
  private final List<RecordLayout.Part> parts = new ArrayList<>();
  private final List<RecordLayout.Part> others = new ArrayList<>();
  private final int width;
  private long rowsSeen;
  private @Nullable FusedAddition loop;
  private @Nullable RecordStore loopStore;
  private @Nullable Object[] values = {};
  private long[] @Nullable [] nulls = {};

  RowAddition(List<RecordLayout.Part> all, int width) {
    this.all = all;
    this.width = width;
  }

  private void split(ColumnBatch batch) {
    values = new Object[batch.schema().size()];
    nulls = new long[values.length][];
    for (RecordLayout.Part part : all) {
      (isFusable(part, batch) ? parts : others).add(part);
    }
  }

  private static boolean isFusable(RecordLayout.Part part, ColumnBatch batch) {
    List<Integer> arguments = part.input().arguments();
    return part.input().function().addition("v", "at", 0) != null
        && (arguments.isEmpty()
            || arguments.size() == 1 && !(batch.column(arguments.get(0)) instanceof TextColumn));
  }

  /** What has to be added by loops of its own. */
  List<RecordLayout.Part> others() {
    return others;
  }

  /**
   * Adds rows to the words of their records.
   *
   * @return whether that was done; else all aggregates have to be added by loops of their own
   */
  boolean add(ColumnBatch batch, RowRun run, RecordStore store) {
    if (rowsSeen < ROWS_BEFORE) {
      rowsSeen += run.count();
      return false;
    }
    if (values.length == 0) {
      split(batch);
    }
    if (parts.isEmpty()) {
      return false;
    }
    for (RecordLayout.Part part : parts) {
      for (int column : part.input().arguments()) {
        if (!take(batch.column(column), column)) {
          return false;
        }
      }
      if (part.input().filterColumn() >= 0) {
        take(batch.column(part.input().filterColumn()), part.input().filterColumn());
      }
    }
    FusedAddition compiled = loop == null || loopStore != store ? compile(batch, store) : loop;
    compiled.add(
        store.chunks(),
        store.shift(),
        store.mask(),
        values,
        nulls,
        run.rows(),
        run.records(),
        run.count());
    return true;
  }

  private boolean take(Column column, int ordinal) {
    if (column instanceof DoubleColumn doubles) {
      values[ordinal] = doubles.values();
      nulls[ordinal] = doubles.nulls();
    } else if (column instanceof LongColumn longs) {
      values[ordinal] = longs.values();
      nulls[ordinal] = longs.nulls();
    } else if (column instanceof DecimalColumn decimals) {
      values[ordinal] = decimals.unscaled();
      nulls[ordinal] = decimals.nulls();
      return decimals.isNarrow();
    } else if (column instanceof BooleanColumn booleans) {
      values[ordinal] = booleans.values();
      nulls[ordinal] = booleans.nulls();
    } else {
      return false;
    }
    return true;
  }

  private FusedAddition compile(ColumnBatch batch, RecordStore store) {
    FusedWriter writer = new FusedWriter(width);
    List<AggregateFunction> functions = new ArrayList<>();
    List<FunctionState> states = new ArrayList<>();
    for (RecordLayout.Part part : parts) {
      AggregateFunction function = part.input().function();
      List<Integer> arguments = part.input().arguments();
      String at = "at + " + part.word();
      String value = arguments.isEmpty() ? "" : "v" + arguments.get(0);
      String addition = function.addition(value, at, functions.size());
      functions.add(function);
      states.add(part.in(store));
      if (addition == null) {
        throw new AssertionError(function);
      } else if (arguments.isEmpty()) {
        writer.add(addition, part.input().filterColumn());
      } else {
        Column column = batch.column(arguments.get(0));
        writer.add(addition, part.input().filterColumn(), arguments.get(0), valuesOf(column));
      }
    }
    loopStore = store;
    loop = GeneratedClasses.create(FusedAddition.class, writer.source()).over(functions, states);
    return loop;
  }

  private static FusedWriter.Values valuesOf(Column column) {
    return column instanceof DoubleColumn
        ? FusedWriter.Values.DOUBLES
        : column instanceof BooleanColumn ? FusedWriter.Values.BOOLEANS : FusedWriter.Values.LONGS;
  }
}
