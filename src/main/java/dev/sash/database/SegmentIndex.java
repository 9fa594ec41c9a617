package dev.sash.database;

import dev.sash.data.DataType;
import dev.sash.view.Snapshot;
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

/**
 * A way to find rows of a relation. There is nothing to build: the segments are sorted, so all
 * indexes are binary searches in the snapshot that the session has pinned.
 */
abstract class SegmentIndex extends Index {
  /** What the planner assumes at least, for plans are kept while a relation grows. */
  private static final long PLANNED_ROWS_MIN = 1000;

  /** What the database adds to the cost of going over a whole table. */
  static final double SCAN_COST = 1020;

  private final RelationTable relationTable;
  private final String wayOfFinding;

  /**
   * What makes an index.
   *
   * @param name its name; only one that belongs to a primary key is an object of the schema
   * @param way how it finds, for EXPLAIN
   */
  record Description(
      int id, String name, IndexColumn[] columns, int uniqueColumns, IndexType type, String way) {}

  SegmentIndex(RelationTable table, Description description) {
    super(
        table,
        description.id,
        description.name,
        description.columns,
        description.uniqueColumns,
        description.type);
    relationTable = table;
    wayOfFinding = description.way;
  }

  /** What is found for the given bounds, each null or with values for some of the columns. */
  abstract Cursor find(Search search);

  /** The cost of a search whose conditions on the columns are these; not for a null array. */
  abstract double cost(int[] masks, Size size);

  /**
   * A search.
   *
   * @param first the lower bound
   * @param last the upper bound, inclusive
   */
  record Search(
      SessionLocal session,
      Snapshot snapshot,
      @Nullable SearchRow first,
      @Nullable SearchRow last,
      boolean backwards) {}

  /**
   * What costs are estimated with.
   *
   * @param segments how many there are, at least one
   */
  record Size(double rows, double segments) {}

  @Override
  public final Cursor find(
      SessionLocal session, @Nullable SearchRow first, @Nullable SearchRow last, boolean reverse) {
    Snapshot snapshot = relationTable.snapshot(session);
    return find(
        reverse
            ? new Search(session, snapshot, last, first, true)
            : new Search(session, snapshot, first, last, false));
  }

  @Override
  public final double getCost(
      SessionLocal session,
      int @Nullable [] masks,
      TableFilter @Nullable [] filters,
      int filter,
      @Nullable SortOrder sortOrder,
      @Nullable AllColumnsForPlan allColumns,
      boolean isSelectCommand) {
    Snapshot now = relationTable.relation().peek();
    Size size =
        new Size(Math.max(PLANNED_ROWS_MIN, now.rowCount()), Math.max(1, now.segments().size()));
    int[] conditions = masks == null ? new int[relationTable.getColumns().length] : masks;
    return cost(conditions, size);
  }

  /** The table's columns. */
  DataType[] types() {
    return relationTable.types();
  }

  /** Ordinals of the indexed columns. */
  int[] ordinals() {
    return columnIds;
  }

  @Override
  public String getPlanSQL() {
    return relationTable.label() + ": " + wayOfFinding;
  }

  @Override
  public Row getRow(SessionLocal session, long key) {
    throw DbException.getInternalError("rows of a relation have no number");
  }

  @Override
  public void close(SessionLocal session) {
    // nothing is held
  }

  @Override
  public void add(SessionLocal session, Row row) {
    throw relationTable.readOnly();
  }

  @Override
  public void remove(SessionLocal session, Row row) {
    throw relationTable.readOnly();
  }

  @Override
  public void remove(SessionLocal session) {
    // nothing is held
  }

  @Override
  public void truncate(SessionLocal session) {
    throw relationTable.readOnly();
  }

  @Override
  public boolean needRebuild() {
    return false;
  }

  @Override
  public long getRowCount(SessionLocal session) {
    return relationTable.getRowCount(session);
  }

  @Override
  public long getRowCountApproximation(SessionLocal session) {
    return relationTable.getRowCountApproximation(session);
  }
}
