package dev.sash.database;

import dev.sash.data.DataType;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.ArrayList;
import java.util.List;
import org.h2.api.Trigger;
import org.h2.command.ddl.CreateTableData;
import org.h2.engine.SessionLocal;
import org.h2.index.Index;
import org.h2.index.IndexType;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.table.IndexColumn;
import org.h2.table.TableBase;
import org.h2.table.TableType;

/** A table whose rows Sash keeps: what all of them have in common, above all what they refuse. */
abstract class EngineTable extends TableBase {
  private final DataType[] types;
  private final List<Index> indexes = new ArrayList<>();
  private volatile boolean mayBeDropped;

  EngineTable(CreateTableData data, DataType[] types) {
    super(data);
    this.types = types;
  }

  /** The columns' types. */
  final DataType[] types() {
    return types;
  }

  /** The name with its schema, for plans. */
  final String label() {
    return getSchema().getName() + "." + getName();
  }

  /** Why a statement that would change the table is refused. */
  abstract SashException refusal();

  /** {@link #refusal} as the database throws it. */
  final DbException readOnly() {
    return H2Errors.outward(refusal());
  }

  /** Whether an event that the database fires is about changing rows; it fires SELECT as well. */
  static boolean changesRows(int triggerType) {
    return (triggerType & (Trigger.INSERT | Trigger.UPDATE | Trigger.DELETE)) != 0;
  }

  /** Adds an index; the first one is the scan index. */
  final void addIndex(Index index) {
    indexes.add(index);
  }

  @Override
  public Index addIndex(
      SessionLocal session,
      String indexName,
      int indexId,
      IndexColumn[] indexColumns,
      int uniqueColumnCount,
      IndexType indexType,
      boolean create,
      String indexComment) {
    throw readOnly();
  }

  @Override
  public void removeIndex(Index index) {
    super.removeIndex(index);
    indexes.remove(index);
  }

  @Override
  public final Index getScanIndex(SessionLocal session) {
    return indexes.get(0);
  }

  @Override
  public final List<Index> getIndexes() {
    return indexes;
  }

  @Override
  public boolean isInsertable() {
    return false;
  }

  @Override
  public void addRow(SessionLocal session, Row row) {
    throw readOnly();
  }

  @Override
  public final void removeRow(SessionLocal session, Row row) {
    throw readOnly();
  }

  /** So that {@link #truncate} is asked and can say why not. */
  @Override
  public final boolean canTruncate() {
    return true;
  }

  @Override
  public final long truncate(SessionLocal session) {
    throw readOnly();
  }

  @Override
  public final void checkSupportAlter() {
    throw readOnly();
  }

  /** FOR UPDATE changes nothing. */
  @Override
  public final Row lockRow(SessionLocal session, Row row, int timeoutMillis) {
    return row;
  }

  @Override
  public final void close(SessionLocal session) {
    // rows are not the database's
  }

  @Override
  public final TableType getTableType() {
    return TableType.EXTERNAL_TABLE_ENGINE;
  }

  /** Lets {@link Database} drop it: DROP TABLE would leave the query behind it running. */
  final void allowDrop(boolean allowed) {
    mayBeDropped = allowed;
  }

  @Override
  public final boolean canDrop() {
    if (!mayBeDropped) {
      throw H2Errors.outward(
          SashException.of(ErrorCode.WRONG_STATE, "\"" + getName() + "\" is not an ordinary table")
              .hint("write DROP MATERIALIZED VIEW or DROP STREAM"));
    }
    return true;
  }

  @Override
  public final void checkRename() {
    throw readOnly();
  }

  @Override
  public void removeChildrenAndResources(SessionLocal session) {
    super.removeChildrenAndResources(session);
    for (Index index : List.copyOf(indexes.subList(1, indexes.size()))) {
      if (index.getIndexType().isPrimaryKey()) {
        database.removeSchemaObject(session, index);
      }
    }
    invalidate();
  }
}
