package dev.sash.jdbc;

import dev.sash.error.SashException;
import dev.sash.session.Result;
import dev.sash.view.RowStream;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement: SQL of Sash's own runs in the session and its rows come back through H2 as a result
 * set of H2's own, so that every getter, conversion and cursor rule is H2's; all other SQL goes to
 * H2.
 *
 * <p>An instance keeps what the last run of Sash's left behind (update count, message, warnings)
 * until the next execution. One thread at a time, except {@code cancel}.
 */
class StatementHandler extends ProxyHandler {
  private static final long NO_UPDATE_COUNT = -1;

  private final Statement target;
  private final Connection connection;
  private final Executions executions;
  private final List<String> batch = new ArrayList<>();

  /** The run of Sash's that may still give rows; {@code cancel} reads it from other threads. */
  private volatile @Nullable Execution execution;

  private boolean ranUpdate;
  private long updateCount = NO_UPDATE_COUNT;
  private String message = "";
  private @Nullable SQLWarning warnings;
  private @Nullable ResultSet rawResult;
  private @Nullable ResultSet result;

  StatementHandler(Statement target, Connection connection, Executions executions) {
    super(target);
    this.target = target;
    this.connection = connection;
    this.executions = executions;
  }

  @Override
  @Nullable Object handle(Object proxy, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "execute", "executeQuery", "executeUpdate", "executeLargeUpdate" ->
          execute((Statement) proxy, method, arguments);
      case "addBatch" -> addBatch(method, arguments);
      case "clearBatch" -> {
        batch.clear();
        yield delegate(method, arguments);
      }
      case "executeBatch", "executeLargeBatch" ->
          executeBatch((Statement) proxy, method, arguments);
      case "getUpdateCount" ->
          ranUpdate ? (Object) BatchRun.toInt(updateCount) : delegate(method, arguments);
      case "getLargeUpdateCount" -> ranUpdate ? (Object) updateCount : delegate(method, arguments);
      case "getMoreResults" -> {
        updateCount = NO_UPDATE_COUNT;
        yield delegate(method, arguments);
      }
      case "getWarnings" -> {
        target.getWarnings(); // fails as it must when the statement is closed
        yield warnings;
      }
      case "clearWarnings" -> {
        warnings = null;
        yield delegate(method, arguments);
      }
      case "cancel" -> cancel(method, arguments);
      case "close" -> {
        finishExecution();
        yield delegate(method, arguments);
      }
      case "getConnection" -> connection;
      case "message" -> message;
      default -> wrapped((Statement) proxy, delegate(method, arguments));
    };
  }

  private @Nullable Object execute(Statement proxy, Method method, Object[] arguments)
      throws Throwable {
    String sql = sqlToRun(arguments);
    if (sql == null) {
      forget();
      return wrapped(proxy, delegate(method, arguments));
    }
    return switch (method.getName()) {
      case "executeQuery" -> executeQuery(proxy, sql);
      case "executeUpdate" -> BatchRun.toInt(executeUpdate(sql));
      case "executeLargeUpdate" -> executeUpdate(sql);
      default -> run(sql);
    };
  }

  /** The SQL of an execution when Sash runs it, else null. */
  @Nullable String sqlToRun(Object[] arguments) throws SQLException {
    boolean mine =
        arguments.length > 0
            && arguments[0] instanceof String text
            && !(target instanceof PreparedStatement)
            && accepts(text);
    return mine ? (String) arguments[0] : null;
  }

  private boolean accepts(String sql) throws SQLException {
    return !target.isClosed() && executions.session().accepts(sql);
  }

  private ResultSet executeQuery(Statement proxy, String sql) throws SQLException {
    if (!run(sql)) {
      throw new SQLException("the statement has run, but it gives no rows: use execute", "90002");
    }
    ResultSet rows = (ResultSet) wrapped(proxy, target.getResultSet());
    if (rows == null) {
      throw new AssertionError(sql);
    }
    return rows;
  }

  private long executeUpdate(String sql) throws SQLException {
    if (run(sql)) {
      finishExecution();
      target.getMoreResults();
      throw new SQLException("the statement gives rows: use executeQuery or execute", "90001");
    }
    return updateCount;
  }

  /** Runs a statement of Sash's own and tells whether it gives rows. */
  private boolean run(String sql) throws SQLException {
    forget();
    target.getMoreResults(); // closes the result of the last execution
    long maxRows = target.getLargeMaxRows();
    Execution run = executions.prepare(sql, target.getQueryTimeout());
    execution = run;
    Result outcome = run.run();
    message = outcome.message();
    outcome.notices().forEach(this::warn);
    RowStream rows = outcome.rows();
    if (rows == null) {
      ranUpdate = true;
      updateCount = outcome.updateCount();
      return false;
    }
    openRows(run, maxRows > 0 ? new LimitedRows(rows, maxRows) : rows);
    return true;
  }

  private void openRows(Execution run, RowStream rows) throws SQLException {
    boolean opened = false;
    try {
      target.executeQuery(executions.session().registerRows(rows));
      opened = true;
    } catch (SQLException | SashException e) {
      if (run.translated(e) instanceof SQLException translated) {
        throw translated;
      }
      throw e;
    } finally {
      if (!opened) {
        run.finish();
      }
    }
  }

  private void warn(String notice) {
    SQLWarning warning = new SQLWarning(notice, "01000");
    if (warnings == null) {
      warnings = warning;
    } else {
      warnings.setNextWarning(warning);
    }
  }

  /** Forgets the last run of Sash's, because another execution starts. */
  private void forget() {
    finishExecution();
    ranUpdate = false;
    updateCount = NO_UPDATE_COUNT;
    message = "";
    warnings = null;
  }

  private void finishExecution() {
    Execution run = execution;
    execution = null;
    if (run != null) {
      run.finish();
    }
  }

  private @Nullable Object cancel(Method method, Object[] arguments) throws Throwable {
    Execution run = execution;
    if (run != null) {
      run.cancel();
    }
    return delegate(method, arguments);
  }

  /** A result set of H2's as this statement's own; the same one gives the same object. */
  private @Nullable Object wrapped(Statement proxy, @Nullable Object value) {
    if (!(value instanceof ResultSet raw)) {
      return value;
    }
    if (result == null || rawResult != raw) {
      rawResult = raw;
      result = proxy(ResultSet.class, new ResultSetHandler(raw, proxy, execution));
    }
    return result;
  }

  private @Nullable Object addBatch(Method method, Object[] arguments) throws Throwable {
    if (arguments.length == 0) {
      return delegate(method, arguments);
    }
    String sql = (String) arguments[0];
    batch.add(sql);
    return accepts(sql) ? null : delegate(method, arguments);
  }

  private @Nullable Object executeBatch(Statement proxy, Method method, Object[] arguments)
      throws Throwable {
    List<String> statements = List.copyOf(batch);
    batch.clear();
    boolean mixed = false;
    for (String sql : statements) {
      mixed |= accepts(sql);
    }
    if (!mixed) {
      forget();
      return delegate(method, arguments);
    }
    target.clearBatch();
    BatchRun run = new BatchRun(statements);
    return method.getName().equals("executeBatch")
        ? BatchRun.toInts(run.execute(proxy))
        : run.execute(proxy);
  }
}
