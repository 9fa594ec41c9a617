package dev.sash.database;

import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.view.Segment;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.value.Value;
import org.h2.value.ValueBigint;

/** A row of a batch as the database sees it: values are made when they are asked for. */
final class BatchRow extends Row {
  private final ColumnBatch batch;
  private final DataType[] types;
  private final int row;

  BatchRow(Segment segment, DataType[] types, int position) {
    this(segment.batch(position), types, segment.place(position));
  }

  BatchRow(ColumnBatch batch, DataType[] types, int row) {
    this.batch = batch;
    this.types = types;
    this.row = row;
    setKey(row);
  }

  @Override
  public int getColumnCount() {
    return types.length;
  }

  @Override
  public Value getValue(int index) {
    return index == ROWID_INDEX
        ? ValueBigint.get(getKey())
        : H2Values.value(batch.column(index), types[index], row);
  }

  @Override
  public boolean isNull(int index) {
    return index != ROWID_INDEX && batch.column(index).isNull(row);
  }

  @Override
  public Value[] getValueList() {
    Value[] values = new Value[types.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = getValue(i);
    }
    return values;
  }

  @Override
  public int getMemory() {
    return 32;
  }

  @Override
  public void setValue(int index, Value value) {
    throw new UnsupportedOperationException("rows of a batch are not changed");
  }

  @Override
  public void copyFrom(SearchRow source) {
    throw new UnsupportedOperationException("rows of a batch are not changed");
  }
}
