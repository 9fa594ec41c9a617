package dev.sash.session;

import dev.sash.data.ColumnBatch;
import dev.sash.plan.QueryPlan;
import dev.sash.sql.Statement;
import java.sql.SQLException;

/**
 * {@code INSERT INTO t SELECT ...} whose query reads streams: the query runs to its end, and its
 * rows go into the target in the session's transaction. Any other INSERT is the database's.
 */
final class InsertRunner {
  private final Session session;

  InsertRunner(Session session) {
    this.session = session;
  }

  Result run(Statement.Insert insert) throws InterruptedException {
    QueryPlan plan = session.plan(new Statement.Query(insert.source(), null, insert.span()));
    try (QueryRows rows = new QueryRunner(session).rows(plan, false);
        InsertedRows target =
            new InsertedRows(session.connection(), insert, plan.shape().visibleColumns())) {
      long count = 0;
      for (ColumnBatch batch = rows.next(); batch != null; batch = rows.next()) {
        count += target.insert(batch);
      }
      return new Result(null, count, "inserted " + count + " rows", plan.notices());
    } catch (SQLException e) {
      throw DatabaseError.of(e, insert.target().span());
    }
  }
}
