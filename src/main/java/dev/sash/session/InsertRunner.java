package dev.sash.session;

import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.database.Identifier;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.plan.QueryPlan;
import dev.sash.sql.Statement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code INSERT INTO t SELECT ...} whose query reads streams: the query runs to its end, and its
 * rows go into the target in the session's transaction. Any other INSERT is the database's.
 */
final class InsertRunner {
  private static final int BATCH_ROWS = 1_000;

  private final Session session;

  InsertRunner(Session session) {
    this.session = session;
  }

  Result run(Statement.Insert insert) throws InterruptedException {
    if (insert.emit() != null) {
      throw SashException.at(
              insert.emit().span(),
              ErrorCode.NOT_SUPPORTED,
              "INSERT of a continuous query is not supported yet")
          .hint("CREATE MATERIALIZED VIEW ... AS SELECT ... EMIT ..., or leave EMIT out");
    }
    QueryPlan plan = session.plan(new Statement.Query(insert.source(), null, insert.span()));
    try (QueryRows rows = new QueryRunner(session).rows(plan, false);
        PreparedStatement target = session.connection().prepareStatement(targetSql(insert, plan))) {
      long count = 0;
      for (ColumnBatch batch = rows.next(); batch != null; batch = rows.next()) {
        count += insert(batch, target);
      }
      return new Result(null, count, "inserted " + count + " rows", plan.notices());
    } catch (SQLException e) {
      throw DatabaseError.of(e, insert.target().span());
    }
  }

  private static String targetSql(Statement.Insert insert, QueryPlan plan) {
    String columns =
        insert.columns().isEmpty()
            ? ""
            : insert.columns().stream()
                .map(Identifier::quoted)
                .collect(Collectors.joining(", ", " (", ")"));
    int width = plan.shape().visibleColumns();
    String schema =
        insert.target().schema() == null ? "" : Identifier.quoted(insert.target().schema()) + ".";
    return "INSERT INTO "
        + schema
        + Identifier.quoted(insert.target().name())
        + columns
        + " VALUES ("
        + String.join(", ", Collections.nCopies(width, "?"))
        + ")";
  }

  private static long insert(ColumnBatch batch, PreparedStatement target) throws SQLException {
    int waiting = 0;
    for (int row = 0; row < batch.rowCount(); row++) {
      for (int i = 0; i < batch.schema().size(); i++) {
        target.setObject(i + 1, parameter(batch, row, i));
      }
      target.addBatch();
      if (++waiting == BATCH_ROWS) {
        target.executeBatch();
        waiting = 0;
      }
    }
    if (waiting > 0) {
      target.executeBatch();
    }
    return batch.rowCount();
  }

  private static @Nullable Object parameter(ColumnBatch batch, int row, int column) {
    Object value = batch.value(row, column);
    DataType.Kind kind = batch.schema().type(column).kind();
    if (!(value instanceof Long number)) {
      return value;
    }
    return switch (kind) {
      case TIMESTAMP -> Instant.ofEpochMilli(number).atOffset(ZoneOffset.UTC).toLocalDateTime();
      case TIMESTAMP_LTZ -> Instant.ofEpochMilli(number).atOffset(ZoneOffset.UTC);
      case DATE -> LocalDate.ofEpochDay(number);
      case TIME -> LocalTime.ofNanoOfDay(number * 1_000_000);
      default -> number;
    };
  }
}
