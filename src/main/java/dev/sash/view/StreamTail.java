package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import java.util.List;

/** The newest rows of a stream, in order of arrival. Any thread may add; readers never wait. */
public final class StreamTail implements Relation {
  private final Schema schema;
  private final List<RelationColumn> columns;
  private final ChangeListeners listeners = new ChangeListeners();
  private volatile State state;

  private record State(RowLog rows, long version) {}

  /** An empty tail that keeps the given number of rows. */
  public StreamTail(Schema schema, long rowsMax) {
    this.schema = schema;
    columns =
        schema.fields().stream().map(f -> new RelationColumn(f.name(), f.type(), true)).toList();
    state = new State(RowLog.keeping(rowsMax), 0);
  }

  /** Adds rows; they become visible together. */
  public void add(List<ColumnBatch> batches) {
    synchronized (listeners) {
      RowLog rows = state.rows;
      for (ColumnBatch batch : batches) {
        rows = rows.append(batch, 0);
      }
      state = new State(rows, state.version + 1);
    }
    listeners.changed();
  }

  @Override
  public List<RelationColumn> columns() {
    return columns;
  }

  @Override
  public Snapshot snapshot() {
    return state.rows.snapshot();
  }

  @Override
  public Snapshot peek() {
    return state.rows.snapshot();
  }

  @Override
  public long version() {
    return state.version;
  }

  @Override
  public void addListener(Runnable listener) {
    listeners.add(listener);
  }

  @Override
  public void removeListener(Runnable listener) {
    listeners.remove(listener);
  }

  @Override
  public Schema schema() {
    return schema;
  }
}
