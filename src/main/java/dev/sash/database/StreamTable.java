package dev.sash.database;

import dev.sash.catalog.ArrivalTime;
import dev.sash.catalog.StreamDefinition;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.view.Relation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.api.Trigger;
import org.h2.command.ddl.CreateTableData;
import org.h2.engine.SessionLocal;
import org.h2.message.DbException;
import org.h2.mvstore.tx.Transaction;
import org.h2.result.Row;
import org.h2.table.Column;
import org.h2.value.Value;
import org.h2.value.ValueNull;
import org.jspecify.annotations.Nullable;

/**
 * A stream as a table: it shows the newest rows, and takes rows that it delivers when the
 * transaction commits, all at once. Writers never wait for one another.
 */
final class StreamTable extends RelationTable {
  private static final System.Logger LOG = System.getLogger(StreamTable.class.getName());

  private final StreamDefinition definition;
  private final StreamInserts target;
  private final InsertedTimes times;
  private final Map<SessionLocal, StreamTransaction> open = new ConcurrentHashMap<>();

  StreamTable(CreateTableData data, StreamBinding binding, Pins pins) {
    super(data, binding.tail(), pins);
    definition = binding.definition();
    target = binding.target();
    times = new InsertedTimes(definition.timeZone());
  }

  /** What a stream's table is made from. */
  record StreamBinding(StreamDefinition definition, Relation tail, StreamInserts target) {}

  @Override
  public boolean isInsertable() {
    return definition.connector() == null;
  }

  /** Called before and after each statement. */
  @Override
  public void fire(SessionLocal session, int type, boolean beforeAction) {
    if (!changesRows(type)) {
      return;
    }
    if ((type & (Trigger.UPDATE | Trigger.DELETE)) != 0) {
      throw readOnly();
    }
    if (!isInsertable()) {
      throw H2Errors.outward(connectorRefusal());
    }
    StreamTransaction rows = open.get(session);
    if (beforeAction) {
      admit();
      if (rows != null) {
        rows.begin();
      }
    } else if (rows != null) {
      rows.end(session);
    }
  }

  private void admit() {
    try {
      target.admit();
    } catch (SashException e) {
      throw H2Errors.outward(e);
    }
  }

  private SashException connectorRefusal() {
    return SashException.of(
            ErrorCode.READ_ONLY,
            "stream \""
                + getName()
                + "\" takes its rows from connector '"
                + definition.connector()
                + "'")
        .hint("only a stream without a connector takes INSERT");
  }

  @Override
  SashException refusal() {
    return SashException.of(
        ErrorCode.READ_ONLY, "stream \"" + getName() + "\" takes INSERT only: its rows are events");
  }

  /** Makes UTC of local times, and cuts fraction digits, which the database would round. */
  @Override
  public void convertInsertRow(SessionLocal session, Row row, @Nullable Boolean overridingSystem) {
    DataType[] types = types();
    for (int i = 0; i < types.length; i++) {
      Value value = row.getValue(i);
      if (value != null && definition.arrivals().get(i) == ArrivalTime.ALWAYS) {
        throw H2Errors.outward(filledOnArrival(getColumn(i)));
      }
      if (value != null && !(value instanceof ValueNull)) {
        row.setValue(i, times.stored(value, types[i], session));
      }
    }
    super.convertInsertRow(session, row, overridingSystem);
    for (int i = 0; i < types.length; i++) {
      if (types[i].kind() == DataType.Kind.TINYINT && !row.isNull(i)) {
        requireByte(row.getValue(i).getInt(), getColumn(i));
      }
    }
  }

  private static SashException filledOnArrival(Column column) {
    return SashException.of(
            ErrorCode.READ_ONLY,
            "column \"" + column.getName() + "\" is filled when a row arrives: it takes no value")
        .hint("write DEFAULT, or INSERT INTO ... (the other columns) VALUES ...");
  }

  private static void requireByte(int number, Column column) {
    if (number != (byte) number) {
      throw DbException.get(
          org.h2.api.ErrorCode.NUMERIC_VALUE_OUT_OF_RANGE_1,
          number + " for column \"" + column.getName() + "\"");
    }
  }

  @Override
  public void addRow(SessionLocal session, Row row) {
    StreamTransaction rows = open.get(session);
    if (rows == null) {
      rows = new StreamTransaction(definition.schema(), session.getTransaction());
      rows.begin();
      open.put(session, rows);
      pins().register(session, this);
    }
    rows.add(row);
  }

  /**
   * Called at the end of a transaction. After a commit the session still has the transaction, after
   * a rollback it has dropped it. Nothing may be thrown here, other tables would stay locked.
   */
  @Override
  public void unlock(SessionLocal session) {
    super.unlock(session);
    StreamTransaction rows = open.remove(session);
    if (rows == null || session.isClosed() || !rows.isOf(session.getTransaction())) {
      return;
    }
    try {
      List<ColumnBatch> batches = rows.hasMarkers() ? looked(rows) : rows.unmarked();
      if (!batches.isEmpty()) {
        target.deliver(batches);
      }
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "committed rows were lost: stream=" + getName(), e);
    }
  }

  private List<ColumnBatch> looked(StreamTransaction rows) {
    Transaction reading = database.getStore().getTransactionStore().begin();
    try {
      return rows.committed(reading);
    } finally {
      reading.commit();
    }
  }
}
