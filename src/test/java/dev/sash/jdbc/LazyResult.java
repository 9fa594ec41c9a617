package dev.sash.jdbc;

import dev.sash.data.ColumnBatch;
import dev.sash.view.RowStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.message.DbException;
import org.h2.result.ResultInterface;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.h2.value.ValueBigint;
import org.h2.value.ValueVarchar;

/** A row stream of (BIGINT n, VARCHAR name) as a lazy result of H2's, one row a batch. */
public final class LazyResult {
  private static final Map<Long, RowStream> STREAMS = new ConcurrentHashMap<>();
  private static final AtomicLong IDS = new AtomicLong();

  private final RowStream rows;
  private ColumnBatch batch;
  private boolean closed;

  private LazyResult(RowStream rows) {
    this.rows = rows;
  }

  /** What H2 needs of a function so that it takes its result without copying it. */
  public interface Rows extends ResultSet, ResultInterface {}

  static long register(RowStream rows) {
    long id = IDS.incrementAndGet();
    STREAMS.put(id, rows);
    return id;
  }

  /** The function behind {@code CALL test_result(id)}. */
  public static Rows take(Connection connection, long id) throws SQLException {
    boolean describing = connection.getMetaData().getURL().equals("jdbc:columnlist:connection");
    LazyResult result = new LazyResult(describing ? null : STREAMS.remove(id));
    return (Rows)
        Proxy.newProxyInstance(
            LazyResult.class.getClassLoader(),
            new Class<?>[] {Rows.class},
            (proxy, method, arguments) -> {
              try {
                return LazyResult.class
                    .getMethod(method.getName(), method.getParameterTypes())
                    .invoke(result, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  public boolean next() {
    try {
      batch = rows.next();
    } catch (InterruptedException e) {
      throw DbException.get(org.h2.api.ErrorCode.STATEMENT_WAS_CANCELED);
    }
    return batch != null;
  }

  public Value[] currentRow() {
    return new Value[] {
      ValueBigint.get((long) batch.value(0, 0)), ValueVarchar.get((String) batch.value(0, 1))
    };
  }

  public int getVisibleColumnCount() {
    return 2;
  }

  public String getAlias(int column) {
    return column == 0 ? "n" : "name";
  }

  public String getColumnName(int column) {
    return getAlias(column);
  }

  public String getTableName(int column) {
    return null;
  }

  public String getSchemaName(int column) {
    return null;
  }

  public TypeInfo getColumnType(int column) {
    return column == 0 ? TypeInfo.TYPE_BIGINT : TypeInfo.TYPE_VARCHAR;
  }

  public int getNullable(int column) {
    return 1;
  }

  public boolean isIdentity(int column) {
    return false;
  }

  public boolean isLazy() {
    return rows != null;
  }

  public boolean isClosed() {
    return closed;
  }

  public boolean isAfterLast() {
    return closed;
  }

  public boolean needToClose() {
    return true;
  }

  public boolean hasNext() {
    return !closed;
  }

  public long getRowId() {
    return 0;
  }

  public int getFetchSize() {
    return 1;
  }

  public void setFetchSize(int rowCount) {}

  public void close() {
    closed = true;
    if (rows != null) {
      rows.close();
    }
  }
}
