package dev.sash.database;

import org.h2.index.Cursor;
import org.h2.index.IndexType;
import org.h2.table.IndexColumn;
import org.jspecify.annotations.Nullable;

/** All rows, in the order of the segments. */
final class ScanIndex extends SegmentIndex {

  ScanIndex(RelationTable table) {
    super(
        table,
        new Description(
            table.getId(),
            table.getName() + "_scan",
            IndexColumn.wrap(table.getColumns()),
            0,
            IndexType.createScan(false),
            "scan"));
  }

  @Override
  Cursor find(Search search) {
    return new RangeCursor(RowRange.all(search.snapshot()), types(), search.backwards());
  }

  @Override
  double cost(int[] masks, Size size) {
    return size.rows() + SCAN_COST;
  }

  @Override
  public boolean isFindUsingFullTableScan() {
    return true;
  }

  /** None, or the database would list this as an index. */
  @Override
  public @Nullable String getCreateSQL() {
    return null;
  }
}
