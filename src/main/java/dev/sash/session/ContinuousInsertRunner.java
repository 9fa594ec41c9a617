package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.plan.QueryPlan;
import dev.sash.runtime.Sink;
import dev.sash.sql.EmitClause;
import dev.sash.sql.RelationName;
import dev.sash.sql.RetainClause;
import dev.sash.sql.Statement;
import dev.sash.view.ViewFeed;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * {@code INSERT INTO s SELECT ... EMIT ...}: goes on in the background as a view of its own, whose
 * rows are inserted into a stream or a table besides. So all that can be done with a view can be
 * done with it: SHOW VIEWS, WAIT FOR, PAUSE, DROP.
 */
final class ContinuousInsertRunner {
  private static final long SHOWN_MILLIS = 60_000;

  private final Session session;
  private final String sql;
  private final Statement.Insert insert;
  private final EmitClause emit;

  ContinuousInsertRunner(Session session, String sql, Statement.Insert insert, EmitClause emit) {
    this.session = session;
    this.sql = sql;
    this.insert = insert;
    this.emit = emit;
  }

  Result run() {
    Engine engine = session.engine();
    synchronized (engine) {
      String name = freeName(engine);
      Statement.CreateView create =
          new Statement.CreateView(
              new RelationName(null, name, insert.target().span()),
              false,
              false,
              new RetainClause.Age(SHOWN_MILLIS, insert.span()),
              insert.source(),
              emit,
              insert.span());
      Result created = new CreateViewRunner(session, sql).insert(create, this);
      return Result.done(
          "rows go into \""
              + insert.target().name()
              + "\" as long as view \""
              + name
              + "\" runs; DROP MATERIALIZED VIEW "
              + name
              + " ends it",
          created.notices());
    }
  }

  private String freeName(Engine engine) {
    String base = "insert_into_" + insert.target().name();
    String name = base;
    for (int i = 2; engine.isTaken(name); i++) {
      name = base + "_" + i;
    }
    return name;
  }

  /** The name of what is inserted into. */
  String target() {
    return insert.target().name();
  }

  /** Fails for rows that change after they were inserted, and for a target that the query reads. */
  void check(QueryPlan plan) {
    if (!plan.shape().appendOnly() && (plan.shape().windowEnd() < 0 || plan.revises())) {
      throw SashException.at(
              emit.span(),
              ErrorCode.NOT_SUPPORTED,
              "INSERT takes rows that do not change any more, and those of this query do")
          .hint(
              plan.shape().windowEnd() < 0
                  ? "group by a window, whose rows are inserted when it closes; or create a"
                      + " materialized view and read that"
                  : "leave ALLOW LATENESS out; or create a materialized view and read that");
    }
    if (session.engine().reads(plan, target())) {
      throw SashException.at(
              insert.target().span(),
              ErrorCode.NOT_SUPPORTED,
              "the query reads \""
                  + target()
                  + "\", into which it would insert: it would never end")
          .hint("insert into another stream");
    }
  }

  /** The sink that inserts what a view is given. */
  Sink sink(ViewFeed feed, QueryPlan plan) {
    @Nullable Connection connection = null;
    try {
      connection = session.engine().database().connect();
      connection.setAutoCommit(false);
      InsertedRows rows = new InsertedRows(connection, insert, plan.shape().visibleColumns());
      return new InsertingFeed(feed, plan.shape(), connection, rows, target());
    } catch (SQLException e) {
      close(connection);
      throw DatabaseError.of(e, insert.target().span());
    }
  }

  private static void close(@Nullable Connection connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      throw SashException.internal("the connection of an INSERT did not close", e);
    }
  }
}
