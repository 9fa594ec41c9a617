package dev.sash.session;

import dev.sash.data.ColumnBatch;
import dev.sash.data.RowKind;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.Emission;
import dev.sash.runtime.LateRows;
import dev.sash.runtime.ResultShape;
import dev.sash.runtime.Sink;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The sink of {@code INSERT INTO s SELECT ... EMIT ...}: what becomes visible in its view together
 * is inserted in one transaction. Windows are inserted when they are final. The pipeline waits
 * while the target has no room.
 */
final class InsertingFeed implements Sink {
  private final Sink view;
  private final Connection connection;
  private final InsertedRows target;
  private final String targetName;
  private final Schema schema;
  private final List<Integer> selected;
  private final List<ColumnBatch> pending = new ArrayList<>();

  /**
   * A sink that closes its connection when the query ends.
   *
   * @param view shows the rows as well
   * @param connection without auto-commit
   */
  InsertingFeed(
      Sink view, ResultShape shape, Connection connection, InsertedRows target, String targetName) {
    this.view = view;
    this.connection = connection;
    this.target = target;
    this.targetName = targetName;
    schema = shape.visibleSchema();
    selected = IntStream.range(0, schema.size()).boxed().toList();
  }

  @Override
  public void emit(Emission emission) {
    view.emit(emission);
    if (emission.kind() == RowKind.FINAL && !emission.removed()) {
      pending.add(emission.rows().project(schema, selected));
    }
  }

  @Override
  public void publish(long streamTime, long closedEnd) {
    if (!pending.isEmpty()) {
      try {
        for (ColumnBatch batch : pending) {
          target.insert(batch);
        }
        connection.commit();
        pending.clear();
      } catch (SQLException e) {
        throw SashException.of(
                ErrorCode.WRONG_STATE,
                "INSERT INTO \"" + targetName + "\" failed: " + DatabaseError.of(e, null).message())
            .causedBy(e);
      }
    }
    view.publish(streamTime, closedEnd);
  }

  @Override
  public void late(LateRows late) {
    view.late(late);
  }

  @Override
  public void replaceLate(List<LateRows> rows) {
    view.replaceLate(rows);
  }

  @Override
  public void reached(long rows, long lastTick, long nextTick) {
    view.reached(rows, lastTick, nextTick);
  }

  @Override
  public void settled(long end) {
    view.settled(end);
  }

  @Override
  public void complete() {
    close();
    view.complete();
  }

  @Override
  public void fail(SashException failure) {
    close();
    view.fail(failure);
  }

  /** What was not committed is not inserted. */
  private void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw SashException.internal("the connection of an INSERT did not close", e);
    }
  }
}
