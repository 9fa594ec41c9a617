package dev.sash.database;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import dev.sash.view.RowStream;
import org.h2.engine.Session;
import org.h2.message.DbException;
import org.h2.result.ResultInterface;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/** The rows of a stream as a result of the database, fetched when the client asks for them. */
final class LazyRows implements ResultInterface {
  private final Schema schema;
  private final @Nullable RowStream rows;
  private final @Nullable CancelProbe probe;
  private @Nullable ColumnBatch batch;
  private int row;
  private long rowId = -1;
  private Value[] current = Value.EMPTY_VALUES;
  private boolean ended;
  private boolean closed;
  private int fetchSize = 1;

  /** A result; without rows it only tells its columns. */
  LazyRows(Schema schema, @Nullable RowStream rows, @Nullable CancelProbe probe) {
    this.schema = schema;
    this.rows = rows;
    this.probe = probe;
    ended = rows == null;
  }

  @Override
  public boolean next() {
    ColumnBatch now = batch;
    if (!ended && (now == null || row == now.rowCount())) {
      now = fetch();
      row = 0;
    }
    if (ended || now == null) {
      return false;
    }
    Value[] values = new Value[schema.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = H2Values.value(now.column(i), schema.type(i), row);
    }
    row++;
    rowId++;
    current = values;
    return true;
  }

  private @Nullable ColumnBatch fetch() {
    RowStream source = rows;
    CancelProbe cancel = probe;
    if (source == null || cancel == null) {
      return null;
    }
    try {
      batch = StreamScan.next(source, cancel);
    } catch (DbException e) {
      close();
      throw e;
    }
    ended = batch == null;
    return batch;
  }

  @Override
  public Value[] currentRow() {
    return current;
  }

  @Override
  public void reset() {
    throw DbException.getUnsupportedException("going back in a result that streams");
  }

  @Override
  public long getRowId() {
    return rowId;
  }

  @Override
  public boolean isAfterLast() {
    return ended;
  }

  @Override
  public boolean hasNext() {
    return !ended;
  }

  @Override
  public int getVisibleColumnCount() {
    return schema.size();
  }

  @Override
  public long getRowCount() {
    throw DbException.getUnsupportedException("counting the rows of a result that streams");
  }

  @Override
  public boolean needToClose() {
    return true;
  }

  @Override
  public void close() {
    closed = true;
    ended = true;
    if (rows != null) {
      rows.close();
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public String getAlias(int column) {
    return schema.field(column).name();
  }

  @Override
  public @Nullable String getSchemaName(int column) {
    return null;
  }

  @Override
  public @Nullable String getTableName(int column) {
    return null;
  }

  @Override
  public String getColumnName(int column) {
    return schema.field(column).name();
  }

  @Override
  public TypeInfo getColumnType(int column) {
    return H2Values.type(schema.type(column));
  }

  @Override
  public boolean isIdentity(int column) {
    return false;
  }

  @Override
  public int getNullable(int column) {
    return schema.type(column).nullable()
        ? org.h2.table.Column.NULLABLE
        : org.h2.table.Column.NOT_NULLABLE;
  }

  @Override
  public void setFetchSize(int fetchSize) {
    this.fetchSize = fetchSize;
  }

  @Override
  public int getFetchSize() {
    return fetchSize;
  }

  @Override
  public boolean isLazy() {
    return rows != null;
  }

  @Override
  public @Nullable ResultInterface createShallowCopy(Session targetSession) {
    return null;
  }
}
