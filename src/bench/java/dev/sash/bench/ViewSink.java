package dev.sash.bench;

import dev.sash.database.Database;
import dev.sash.plan.QueryPlan;
import dev.sash.runtime.Emission;
import dev.sash.runtime.LateRows;
import dev.sash.runtime.QueryTime;
import dev.sash.view.Retention;
import dev.sash.view.View;
import dev.sash.view.ViewDefinition;
import dev.sash.view.ViewFeed;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A view in a database, which a JDBC client reads without a pause while results are published: the
 * newest window's totals, and one key over all windows.
 */
final class ViewSink extends FeedSink implements AutoCloseable {
  private static final long RETAIN_MILLIS = 60_000;
  private static final long ROWS_MAX = 10_000_000;
  private static final long QUEUE_ROWS = 1_000_000;

  private final CheckedSink checked;
  private final Database database = Database.open();
  private final Thread reader = new Thread(this::read, "bench-reader");
  private volatile boolean closed;

  ViewSink(CheckedSink checked, QueryPlan plan, QueryTime time) {
    this(checked, view(plan), plan.finalAtTicks(), time);
  }

  private ViewSink(CheckedSink checked, View view, boolean finalAtTicks, QueryTime time) {
    super(new ViewFeed(view, time, finalAtTicks, QUEUE_ROWS));
    this.checked = checked;
    database.showView(view);
    reader.start();
  }

  private static View view(QueryPlan plan) {
    return new View(
        new ViewDefinition(
            "v",
            plan.shape(),
            Events.SCHEMA,
            new Retention.Interval(RETAIN_MILLIS),
            new ViewDefinition.Limits(ROWS_MAX, 1, 1),
            false));
  }

  private void read() {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      while (!closed) {
        count(statement, "SELECT COUNT(*) FROM latest.v");
        count(statement, "SELECT * FROM v WHERE k = 'key-7' ORDER BY window_end");
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void count(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        rows.getObject(1);
      }
    }
  }

  @Override
  public void emit(Emission emission) {
    checked.emit(emission);
    super.emit(emission);
  }

  @Override
  public void late(LateRows late) {
    checked.late(late);
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    reader.join();
    database.close();
  }
}
