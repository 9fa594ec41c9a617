package dev.sash.database;

import dev.sash.data.ColumnBatch;
import dev.sash.view.RowStream;
import org.h2.command.query.AllColumnsForPlan;
import org.h2.engine.SessionLocal;
import org.h2.index.Cursor;
import org.h2.index.Index;
import org.h2.index.IndexType;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.result.SortOrder;
import org.h2.table.IndexColumn;
import org.h2.table.TableFilter;
import org.jspecify.annotations.Nullable;

/** Reads a stream's input from its beginning to its end. */
final class StreamScanIndex extends Index {
  private final ScannedStreamTable stream;

  StreamScanIndex(ScannedStreamTable stream) {
    super(
        stream,
        stream.getId(),
        stream.getName() + "_scan",
        IndexColumn.wrap(stream.getColumns()),
        0,
        IndexType.createScan(false));
    this.stream = stream;
  }

  @Override
  public Cursor find(
      SessionLocal session, @Nullable SearchRow first, @Nullable SearchRow last, boolean reverse) {
    StreamScan scan = stream.scan(session);
    return scan.isFirstPass()
        ? new StreamCursor(scan.open(), new CancelProbe(session))
        : new RangeCursor(RowRange.all(scan.all(session)), stream.types(), false);
  }

  /** Goes over rows as they come. */
  private final class StreamCursor implements Cursor {
    private final RowStream rows;
    private final CancelProbe probe;
    private @Nullable ColumnBatch batch;
    private int row;
    private @Nullable Row current;

    StreamCursor(RowStream rows, CancelProbe probe) {
      this.rows = rows;
      this.probe = probe;
    }

    @Override
    public boolean next() {
      ColumnBatch now = batch;
      if (now == null || row == now.rowCount()) {
        now = StreamScan.next(rows, probe);
        batch = now;
        row = 0;
      }
      current = now == null ? null : new BatchRow(now, stream.types(), row++);
      return now != null;
    }

    @Override
    public @Nullable Row get() {
      return current;
    }

    @Override
    public @Nullable SearchRow getSearchRow() {
      return current;
    }

    @Override
    public boolean previous() {
      throw DbException.getInternalError("a cursor goes one way");
    }
  }

  @Override
  public double getCost(
      SessionLocal session,
      int @Nullable [] masks,
      TableFilter @Nullable [] filters,
      int filter,
      @Nullable SortOrder sortOrder,
      @Nullable AllColumnsForPlan allColumns,
      boolean isSelectCommand) {
    return SegmentIndex.SCAN_COST + stream.getRowCountApproximation(session);
  }

  @Override
  public boolean isFindUsingFullTableScan() {
    return true;
  }

  @Override
  public String getPlanSQL() {
    return stream.label() + ": scan of the input";
  }

  /** None, or the database would list this as an index. */
  @Override
  public @Nullable String getCreateSQL() {
    return null;
  }

  @Override
  public void close(SessionLocal session) {
    // the table closes what is open
  }

  @Override
  public void add(SessionLocal session, Row row) {
    throw stream.readOnly();
  }

  @Override
  public void remove(SessionLocal session, Row row) {
    throw stream.readOnly();
  }

  @Override
  public void remove(SessionLocal session) {
    // nothing is held
  }

  @Override
  public void truncate(SessionLocal session) {
    throw stream.readOnly();
  }

  @Override
  public boolean needRebuild() {
    return false;
  }

  @Override
  public long getRowCount(SessionLocal session) {
    return stream.getRowCount(session);
  }

  @Override
  public long getRowCountApproximation(SessionLocal session) {
    return stream.getRowCountApproximation(session);
  }
}
