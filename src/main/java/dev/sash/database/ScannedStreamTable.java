package dev.sash.database;

import dev.sash.catalog.StreamDefinition;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.view.RowStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.h2.command.ddl.CreateTableData;
import org.h2.engine.SessionLocal;

/**
 * A stream whose connector's input ends by itself, as a table: each statement that reads it reads
 * the whole input. It takes no INSERT.
 */
final class ScannedStreamTable extends EngineTable {
  private static final long ASSUMED_ROWS = 100_000;

  private final StreamDefinition definition;
  private final Supplier<RowStream> source;
  private final Pins pins;
  private final Map<SessionLocal, StreamScan> scans = new ConcurrentHashMap<>();

  /** What such a table is made from. */
  record ScanBinding(StreamDefinition definition, Supplier<RowStream> source) {}

  ScannedStreamTable(CreateTableData data, ScanBinding binding, Pins pins) {
    super(
        data,
        binding.definition().schema().fields().stream().map(Field::type).toArray(DataType[]::new));
    definition = binding.definition();
    source = binding.source();
    this.pins = pins;
    addIndex(new StreamScanIndex(this));
  }

  @Override
  public boolean lock(SessionLocal session, int lockType) {
    pins.register(session, this);
    return false;
  }

  /** The reading of this session's statement. */
  StreamScan scan(SessionLocal session) {
    Object statement = session.getCommandStartOrEnd();
    StreamScan scan = scans.get(session);
    if (scan == null || !scan.isOf(statement)) {
      if (scan != null) {
        scan.close();
      }
      pins.register(session, this);
      scan = new StreamScan(source, statement);
      scans.put(session, scan);
    }
    return scan;
  }

  @Override
  public void unlock(SessionLocal session) {
    pins.release(session, this);
    StreamScan scan = scans.remove(session);
    if (scan != null) {
      scan.close();
    }
  }

  @Override
  public void fire(SessionLocal session, int type, boolean beforeAction) {
    if (changesRows(type)) {
      throw readOnly();
    }
  }

  @Override
  SashException refusal() {
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
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public long getMaxDataModificationId() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean canGetRowCount(SessionLocal session) {
    return false;
  }

  @Override
  public long getRowCount(SessionLocal session) {
    return ASSUMED_ROWS;
  }

  @Override
  public long getRowCountApproximation(SessionLocal session) {
    return ASSUMED_ROWS;
  }
}
