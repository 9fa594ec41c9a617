package dev.sash.database;

import dev.sash.data.DataType;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.view.Relation;
import dev.sash.view.RelationColumn;
import dev.sash.view.Snapshot;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.h2.command.ddl.CreateTableData;
import org.h2.engine.SessionLocal;
import org.h2.index.Index;
import org.h2.index.IndexType;
import org.h2.table.IndexColumn;
import org.h2.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * A relation as a table of the database. A statement reads one moment of it: nothing is copied, and
 * nobody waits, except readers of a view that ends by itself, who wait for its end without holding
 * any lock.
 */
class RelationTable extends EngineTable {
  private final Pins pins;
  private final Runnable onChange = this::changed;
  private volatile Relation relation;
  private volatile long modificationId;
  private volatile long seenVersion;

  RelationTable(CreateTableData data, Relation relation, Pins pins) {
    super(data, types(relation));
    this.relation = relation;
    this.pins = pins;
    addIndexes();
    relation.addListener(onChange);
    changed();
  }

  private static DataType[] types(Relation relation) {
    return relation.columns().stream().map(RelationColumn::type).toArray(DataType[]::new);
  }

  /** The ways of finding; the primary key, which is added when it is declared, is one more. */
  private void addIndexes() {
    addIndex(new ScanIndex(this));
    List<Integer> keys = relation.keyColumns();
    int windowEnd = relation.windowEnd();
    if (windowEnd < 0) {
      if (!keys.isEmpty() && !relation.hasPrimaryKey()) {
        addIndex(ordered("key", keys, IndexType.createNonUnique(false), false));
      }
      return;
    }
    List<Integer> order = Stream.concat(Stream.of(windowEnd), keys.stream()).toList();
    OrderedIndex windows = ordered("window_end", order, IndexType.createNonUnique(false), true);
    addIndex(windows);
    if (relation.windowStart() >= 0) {
      List<Integer> start = List.of(relation.windowStart());
      addIndex(ordered("window_start", start, IndexType.createNonUnique(false), true));
    }
    if (!keys.isEmpty() && !relation.hasPrimaryKey()) {
      List<Integer> columns = Stream.concat(keys.stream(), Stream.of(windowEnd)).toList();
      IndexType unordered = IndexType.createNonUnique(false, true, false);
      addIndex(new KeyIndex(this, description("key", columns, unordered), windows));
    }
  }

  private OrderedIndex ordered(
      String suffix, List<Integer> columns, IndexType type, boolean windowed) {
    return new OrderedIndex(this, description(suffix, columns, type), windowed);
  }

  private SegmentIndex.Description description(
      String suffix, List<Integer> columns, IndexType type) {
    IndexColumn[] indexColumns =
        columns.stream().map(i -> new IndexColumn(getColumn(i))).toArray(IndexColumn[]::new);
    String way = suffix.equals("key") ? "look-up by key" : "look-up by " + suffix;
    return new SegmentIndex.Description(
        getId(), getName() + "_" + suffix, indexColumns, 0, type, way);
  }

  /** Makes the index of the primary key that Sash declares; nobody else may add one. */
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
    if (!indexType.isPrimaryKey() || !relation.hasPrimaryKey() || findPrimaryKey() != null) {
      throw readOnly();
    }
    OrderedIndex windows = windowsOf(indexColumns[indexColumns.length - 1]);
    boolean sorted = windows == null || indexColumns.length == 1;
    IndexType type = IndexType.createPrimaryKey(false, !sorted);
    type.setBelongsToConstraint(true);
    SegmentIndex.Description description =
        new SegmentIndex.Description(
            indexId, indexName, indexColumns, uniqueColumnCount, type, "primary key");
    SegmentIndex index =
        windows == null || sorted
            ? new OrderedIndex(this, description, windows != null)
            : new KeyIndex(this, description, windows);
    database.addSchemaObject(session, index);
    addIndex(index);
    setModified();
    return index;
  }

  private @Nullable OrderedIndex windowsOf(IndexColumn last) {
    if (relation.windowEnd() >= 0) {
      for (Index index : getIndexes()) {
        if (index instanceof OrderedIndex windows && windows.isFirstColumn(last.column)) {
          return windows;
        }
      }
    }
    return null;
  }

  /** What it shows. */
  final Relation relation() {
    return relation;
  }

  /** Whether another relation can take the place of this one without a new table. */
  final boolean looksLike(Relation other) {
    return relation.columns().equals(other.columns())
        && relation.keyColumns().equals(other.keyColumns())
        && relation.windowStart() == other.windowStart()
        && relation.windowEnd() == other.windowEnd()
        && relation.hasPrimaryKey() == other.hasPrimaryKey();
  }

  /** Shows another relation that looks alike; whatever depends on the table stays. */
  final void rebind(Relation other) {
    relation.removeListener(onChange);
    relation = other;
    other.addListener(onChange);
    changed();
  }

  /** Called after the content has been swapped: the other order would keep stale results. */
  private synchronized void changed() {
    long version = relation.version();
    modificationId = database.getNextModificationDataId();
    seenVersion = version;
    // a VIEW that has looked between the two writes of modificationId looks again
    database.getNextModificationDataId();
  }

  /**
   * When the content has changed last. A statement may come between the swap and {@link #changed}:
   * it must not mix kept results of the old content with the new one.
   */
  private long modification() {
    if (seenVersion != relation.version()) {
      changed();
    }
    return modificationId;
  }

  @Override
  public boolean lock(SessionLocal session, int lockType) {
    if (lockType == Table.READ_LOCK) {
      pins.pin(session, this, relation);
    }
    return false;
  }

  @Override
  public void unlock(SessionLocal session) {
    pins.release(session, this);
  }

  /** The moments that sessions read. */
  final Pins pins() {
    return pins;
  }

  /** What the session reads. */
  final Snapshot snapshot(SessionLocal session) {
    Relation current = relation;
    return current.at(pins.moment(session, current));
  }

  @Override
  public void fire(SessionLocal session, int type, boolean beforeAction) {
    if (changesRows(type)) {
      throw readOnly();
    }
  }

  @Override
  SashException refusal() {
    boolean view = getSchema().getName().equals("public");
    return SashException.of(
        ErrorCode.READ_ONLY,
        view
            ? "view \"" + getName() + "\" is read-only: its rows are the result of its query"
            : "table \"" + label() + "\" is read-only: its rows are kept by Sash");
  }

  @Override
  public boolean isDeterministic() {
    return relation.version() != Relation.UNKNOWN_VERSION;
  }

  @Override
  public long getMaxDataModificationId() {
    return relation.version() == Relation.UNKNOWN_VERSION
        ? Long.MAX_VALUE
        : Pins.visibleModification(this, modification());
  }

  @Override
  public boolean canGetRowCount(SessionLocal session) {
    return true;
  }

  @Override
  public long getRowCount(SessionLocal session) {
    return snapshot(session).rowCount();
  }

  @Override
  public long getRowCountApproximation(SessionLocal session) {
    return relation.peek().rowCount();
  }

  @Override
  public void removeChildrenAndResources(SessionLocal session) {
    relation.removeListener(onChange);
    super.removeChildrenAndResources(session);
  }

  @Override
  public String toString() {
    return label() + Arrays.toString(types());
  }
}
