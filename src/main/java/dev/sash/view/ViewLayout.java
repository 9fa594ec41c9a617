package dev.sash.view;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.Dictionary;
import dev.sash.data.Field;
import dev.sash.data.LongColumn;
import dev.sash.data.RowKind;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import dev.sash.data.TextColumn;
import dev.sash.runtime.Emission;
import dev.sash.runtime.LateRows;
import dev.sash.runtime.ResultShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The columns of a view's relations, and how rows get their meta columns.
 *
 * <p>Rows are stored as {@code v} shows them: the columns of the result, then {@code _kind, _rev,
 * _final, _emitted_at, _watermark}. Only what was selected is visible.
 */
final class ViewLayout {
  private static final Dictionary KINDS =
      new Dictionary(new String[] {"EARLY", "FINAL", "LATE"}, 3);
  private static final Dictionary OPERATIONS = new Dictionary(new String[] {"+I", "+U", "-D"}, 3);

  /** The code of a new row. */
  static final int INSERTED = 0;

  /** The code of a row that has changed. */
  static final int UPDATED = 1;

  /** The code of a row that is no longer part of the result. */
  static final int DELETED = 2;

  /** Stands for a row to which nothing has happened; such a row is not in the changelog. */
  static final int UNCHANGED = 3;

  private final ResultShape shape;
  private final List<RelationColumn> columns;
  private final List<RelationColumn> changeColumns;
  private final List<RelationColumn> lateColumns;
  private final Schema stored;
  private final Schema changes;
  private final Schema late;
  private final List<Integer> changeSources;
  private final List<Integer> identity;
  private final RowOrder values;
  private final ConstantColumns constants = new ConstantColumns();

  /**
   * The layout of a view.
   *
   * @param ownWindows whether windows of one end may differ in their start
   */
  ViewLayout(ResultShape shape, Schema lateSchema, boolean ownWindows) {
    this.shape = shape;
    columns = columns(shape);
    stored = schema(columns);
    changeColumns = changeColumns(shape);
    changes = schema(changeColumns);
    lateColumns = lateColumns(lateSchema);
    late = schema(lateColumns);
    changeSources = changeSources(shape);
    List<Integer> keys = new ArrayList<>(shape.keyColumns());
    if (ownWindows && shape.windowStart() >= 0) {
      keys.add(shape.windowStart());
    }
    identity = List.copyOf(keys);
    values =
        new RowOrder(
            stored,
            IntStream.range(0, shape.schema().size())
                .filter(i -> !keys.contains(i) && i != shape.windowEnd())
                .boxed()
                .toList());
  }

  private static Schema schema(List<RelationColumn> columns) {
    return new Schema(columns.stream().map(c -> new Field(c.name(), c.type())).toList());
  }

  private static List<RelationColumn> columns(ResultShape shape) {
    List<RelationColumn> list = new ArrayList<>();
    for (int i = 0; i < shape.schema().size(); i++) {
      Field field = shape.schema().field(i);
      boolean visible = i < shape.visibleColumns();
      String name = visible ? field.name() : free(field.name(), list);
      list.add(new RelationColumn(name, field.type(), visible));
    }
    addMeta(list, "_kind", text(5));
    addMeta(list, "_rev", DataType.of(DataType.Kind.INTEGER).nullable(false));
    addMeta(list, "_final", DataType.of(DataType.Kind.BOOLEAN).nullable(false));
    addMeta(list, "_emitted_at", DataType.of(DataType.Kind.TIMESTAMP));
    addMeta(list, "_watermark", DataType.of(DataType.Kind.TIMESTAMP));
    return List.copyOf(list);
  }

  private static DataType text(int length) {
    return new DataType(DataType.Kind.VARCHAR, length, 0, false);
  }

  private static void addMeta(List<RelationColumn> list, String name, DataType type) {
    list.add(new RelationColumn(free(name, list), type, false));
  }

  private static String free(String name, List<RelationColumn> taken) {
    return taken.stream().anyMatch(c -> c.name().equalsIgnoreCase(name))
        ? free("_" + name, taken)
        : name;
  }

  private static List<RelationColumn> changeColumns(ResultShape shape) {
    List<RelationColumn> visible = visible(shape.visibleSchema());
    List<RelationColumn> meta = new ArrayList<>(visible);
    addMeta(meta, "seq", DataType.of(DataType.Kind.BIGINT).nullable(false));
    addMeta(meta, "op", text(2));
    addMeta(meta, "kind", text(5));
    addMeta(meta, "rev", DataType.of(DataType.Kind.INTEGER).nullable(false));
    addMeta(meta, "emitted_at", DataType.of(DataType.Kind.TIMESTAMP));
    addMeta(meta, "watermark", DataType.of(DataType.Kind.TIMESTAMP));
    List<RelationColumn> list = new ArrayList<>();
    for (RelationColumn column : meta.subList(visible.size(), meta.size())) {
      list.add(new RelationColumn(column.name(), column.type(), true));
    }
    list.addAll(visible);
    return List.copyOf(list);
  }

  private static List<RelationColumn> lateColumns(Schema lateSchema) {
    List<RelationColumn> list = new ArrayList<>(visible(lateSchema));
    addMeta(list, "arrived_at", DataType.of(DataType.Kind.TIMESTAMP));
    addMeta(list, "lateness", DataType.of(DataType.Kind.BIGINT).nullable(false));
    addMeta(list, "windows_dropped", DataType.of(DataType.Kind.INTEGER).nullable(false));
    addMeta(list, "windows_accepted", DataType.of(DataType.Kind.INTEGER).nullable(false));
    return list.stream().map(c -> new RelationColumn(c.name(), c.type(), true)).toList();
  }

  private static List<RelationColumn> visible(Schema schema) {
    return schema.fields().stream().map(f -> new RelationColumn(f.name(), f.type(), true)).toList();
  }

  private static List<Integer> changeSources(ResultShape shape) {
    int meta = shape.schema().size();
    List<Integer> sources = new ArrayList<>(List.of(meta, meta + 1, meta + 3, meta + 4));
    IntStream.range(0, shape.visibleColumns()).forEach(sources::add);
    return List.copyOf(sources);
  }

  /** The result's columns. */
  ResultShape shape() {
    return shape;
  }

  /** The columns of {@code v} and {@code latest.v}. */
  List<RelationColumn> columns() {
    return columns;
  }

  /** The columns of {@code changes.v}. */
  List<RelationColumn> changeColumns() {
    return changeColumns;
  }

  /** The columns of {@code late.v}. */
  List<RelationColumn> lateColumns() {
    return lateColumns;
  }

  /** The schema of stored rows. */
  Schema stored() {
    return stored;
  }

  /** The schema of the changelog. */
  Schema changesSchema() {
    return changes;
  }

  /** The order of rows within a window, for one thread. */
  RankedOrder newOrder() {
    return new RankedOrder(stored, identity);
  }

  /** Whether two rows of one identity say the same. */
  boolean sameValues(ColumnBatch left, int leftRow, ColumnBatch right, int rightRow) {
    return values.same(left, leftRow, right, rightRow);
  }

  /** The revisions of stored rows. */
  long[] revisions(ColumnBatch rows) {
    return rows.longs(shape.schema().size() + 1).values();
  }

  /** The revision of a stored row. */
  int revision(ColumnBatch rows, int row) {
    return (int) revisions(rows)[row];
  }

  /** Rows of the result with the emission's meta columns, and revision 0: for the writer. */
  ColumnBatch storeNew(Emission emission) {
    ColumnBatch rows = emission.rows();
    return store(rows, emission, constants.zeros(rows.rowCount()));
  }

  /**
   * Rows of the result, or stored ones, with these revisions and the emission's meta columns; for
   * the writer.
   */
  ColumnBatch store(ColumnBatch rows, Emission emission, int[] revisions) {
    return store(rows, emission, longs(revisions, rows.rowCount()));
  }

  private ColumnBatch store(ColumnBatch rows, Emission emission, LongColumn revisions) {
    int size = shape.schema().size();
    int count = rows.rowCount();
    Column[] all = new Column[size + 5];
    for (int i = 0; i < size; i++) {
      all[i] = rows.column(i);
    }
    all[size] = new TextColumn(constants.codes(code(emission.kind()), count), KINDS, false);
    all[size + 1] = revisions;
    all[size + 2] = constants.flags(emission.kind() != RowKind.EARLY, count);
    all[size + 3] = ConstantColumns.instants(emission.emittedAt(), count);
    all[size + 4] = ConstantColumns.instants(emission.watermark(), count);
    return new ColumnBatch(stored, all, count);
  }

  private static int code(RowKind kind) {
    return switch (kind) {
      case EARLY -> 0;
      case FINAL -> 1;
      case LATE -> 2;
    };
  }

  /** Stored rows as rows of the changelog. */
  ColumnBatch changes(ColumnBatch rows, int[] operations, long firstSequence) {
    long[] sequence = new long[rows.rowCount()];
    for (int i = 0; i < sequence.length; i++) {
      sequence[i] = firstSequence + i;
    }
    return changes(rows, operations, sequence);
  }

  /** Stored rows as insertions that have happened until a sequence. */
  ColumnBatch present(ColumnBatch rows, long sequence) {
    long[] same = new long[rows.rowCount()];
    Arrays.fill(same, sequence);
    return changes(rows, new int[rows.rowCount()], same);
  }

  private ColumnBatch changes(ColumnBatch rows, int[] operations, long[] sequence) {
    int count = rows.rowCount();
    Column[] all = new Column[changes.size()];
    all[0] = new LongColumn(sequence, null);
    all[1] = new TextColumn(operations, OPERATIONS, false);
    for (int i = 0; i < changeSources.size(); i++) {
      all[i + 2] = rows.column(changeSources.get(i));
    }
    return new ColumnBatch(changes, all, count);
  }

  /** Late rows with what is known about them. */
  ColumnBatch late(LateRows rows) {
    int size = rows.rows().schema().size();
    int count = rows.rows().rowCount();
    Column[] all = new Column[late.size()];
    for (int i = 0; i < size; i++) {
      all[i] = rows.rows().column(i);
    }
    all[size] = ConstantColumns.instants(rows.arrivedAt(), count);
    all[size + 1] = new LongColumn(rows.latenessMillis(), null);
    all[size + 2] = longs(rows.windowsDropped(), count);
    all[size + 3] = longs(rows.windowsAccepted(), count);
    return new ColumnBatch(late, all, count);
  }

  /** The operations of rows that are all new; for the writer. */
  int[] insertions(int count) {
    return constants.codes(INSERTED, count);
  }

  private static LongColumn longs(int[] numbers, int count) {
    long[] wide = new long[count];
    for (int i = 0; i < count; i++) {
      wide[i] = numbers[i];
    }
    return new LongColumn(wide, null);
  }
}
