package dev.sash.view;

import dev.sash.data.BatchBuilder;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A relation whose few rows are listed anew for each reader: {@code sash.streams} and its like. */
public final class ListedRelation implements Relation {
  private final List<RelationColumn> columns;
  private final Supplier<List<List<@Nullable Object>>> rows;

  /**
   * A relation of these columns.
   *
   * @param rows gives the rows now, each an object for every column as of {@code Column.value};
   *     called by readers' threads
   */
  public ListedRelation(List<RelationColumn> columns, Supplier<List<List<@Nullable Object>>> rows) {
    this.columns = List.copyOf(columns);
    this.rows = rows;
  }

  @Override
  public List<RelationColumn> columns() {
    return columns;
  }

  @Override
  public Snapshot snapshot() {
    BatchBuilder builder = new BatchBuilder(schema());
    for (List<@Nullable Object> row : rows.get()) {
      builder.appendRow(row.toArray());
    }
    return builder.rowCount() == 0
        ? Snapshot.EMPTY
        : Snapshot.of(List.of(new Segment(builder.build(), 0)));
  }

  @Override
  public Snapshot peek() {
    return Snapshot.EMPTY;
  }

  @Override
  public long version() {
    return UNKNOWN_VERSION;
  }
}
