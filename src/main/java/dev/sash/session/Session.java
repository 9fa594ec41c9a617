package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.plan.PlanContext;
import dev.sash.plan.Planner;
import dev.sash.plan.QueryPlan;
import dev.sash.sql.Route;
import dev.sash.sql.SashParser;
import dev.sash.sql.Statement;
import dev.sash.sql.StatementRouter;
import dev.sash.time.ClockMode;
import dev.sash.view.RowStream;
import dev.sash.view.View;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One user's conversation with an engine: its database connection, and what SET changed for it.
 * Used by one thread at a time, except {@link #cancel}.
 */
public final class Session implements AutoCloseable {
  private final Engine engine;
  private final Connection connection;
  private final StatementRouter router;
  private final SashParser parser = new SashParser();
  private final Set<RowStream> openRows = ConcurrentHashMap.newKeySet();
  private @Nullable ClockMode clock;
  private @Nullable Understood understood;
  private volatile @Nullable Thread executing;

  /**
   * The statement that {@link #accepts} and {@link #readsEndlessly} have judged and that {@link
   * #execute} is about to run, so that it is parsed and planned once.
   */
  private record Understood(String sql, Statement statement, @Nullable PlannedQuery planned) {}

  Session(Engine engine, Connection connection) {
    this.engine = engine;
    this.connection = connection;
    this.router = new StatementRouter(engine.resolver());
  }

  /** The connection to the database, for everything that is not Sash's own. */
  public Connection connection() {
    return connection;
  }

  /** Whether a statement is Sash's own; decided by its words, not by trying to parse it. */
  public boolean accepts(String sql) {
    return router.route(sql) == Route.SASH && !leaveToDatabase(sql);
  }

  /**
   * A query that ends and has no window function can be answered by the database as well, which
   * reads streams as tables: it gets what the planner does not take yet (joins, OVER, sub-queries)
   * unless it does not understand it either; the planner's complaint is then the better one.
   */
  private boolean leaveToDatabase(String sql) {
    if (!StatementRouter.isPlainQuery(sql)) {
      return false;
    }
    try {
      Statement statement = parse(sql);
      if (statement instanceof Statement.Explain explain) {
        statement = explain.statement();
      }
      if (statement instanceof Statement.Query query) {
        plan(query);
      } else if (statement instanceof Statement.Insert insert) {
        plan(new Statement.Query(insert.source(), null, insert.span()));
      }
      return false;
    } catch (SashException e) {
      return e.code() == ErrorCode.NOT_SUPPORTED && isUnderstoodByDatabase(sql);
    }
  }

  private boolean isUnderstoodByDatabase(String sql) {
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      return !prepared.isClosed();
    } catch (SQLException e) {
      return false;
    }
  }

  /**
   * Runs a statement of Sash's own.
   *
   * @throws SashException with the place in {@code sql} of what is wrong
   */
  public Result execute(String sql) {
    executing = Thread.currentThread();
    try {
      return new StatementRunner(this, sql).run(parse(sql));
    } catch (InterruptedException e) {
      throw SashException.of(ErrorCode.CANCELED, "the statement was cancelled").causedBy(e);
    } catch (SashException e) {
      throw e;
    } catch (RuntimeException e) {
      throw SashException.internal(String.valueOf(e.getMessage()), e);
    } finally {
      executing = null;
      understood = null;
    }
  }

  /** Ends what {@link #execute} is doing, and the rows that it gave and that are still open. */
  public void cancel() {
    Thread thread = executing;
    if (thread != null) {
      thread.interrupt();
    }
    openRows.forEach(RowStream::close);
  }

  /** SQL for the database whose result is the given rows. */
  public String registerRows(RowStream rows) {
    return "CALL SASH_RESULT(" + engine.database().register(rows) + ")";
  }

  /**
   * Whether a statement is a continuous query over at least one source that does not end, and ends
   * with no number of rows.
   */
  public boolean readsEndlessly(String sql) {
    try {
      if (router.route(sql) != Route.SASH) {
        return false;
      }
      Statement statement = parse(sql);
      if (statement instanceof Statement.Subscribe subscribe) {
        ViewEntry view = engine.requireView(subscribe.name().name());
        return !engine.isBounded(view.plan()) && view.view().state() == View.State.RUNNING;
      }
      return statement instanceof Statement.Query query
          && query.emit() != null
          && plan(query).fetch() < 0
          && !engine.isBounded(plan(query));
    } catch (SashException e) {
      return false; // a statement with an error ends with it
    }
  }

  private Statement parse(String sql) {
    if (understood == null || !understood.sql.equals(sql)) {
      understood = new Understood(sql, parser.parse(sql), null);
    }
    return understood.statement;
  }

  QueryPlan plan(Statement.Query query) {
    PlannedQuery last = understood == null ? null : understood.planned;
    if (last != null && last.isOf(query, engine)) {
      return last.plan();
    }
    QueryPlan plan =
        Planner.plan(query.query(), query.emit(), new PlanContext(engine.catalog(), false));
    if (understood != null) {
      understood =
          new Understood(
              understood.sql, understood.statement, PlannedQuery.of(query, plan, engine));
    }
    return plan;
  }

  Engine engine() {
    return engine;
  }

  /** What SET CLOCK said, or null. */
  @Nullable ClockMode clock() {
    return clock;
  }

  void clock(@Nullable ClockMode mode) {
    clock = mode;
  }

  /** Remembers rows until they are closed, so that {@link #close} ends them. */
  void opened(RowStream rows) {
    openRows.add(rows);
  }

  void released(RowStream rows) {
    openRows.remove(rows);
  }

  @Override
  public void close() {
    openRows.forEach(RowStream::close);
    try {
      connection.close();
    } catch (SQLException e) {
      throw SashException.of(ErrorCode.CLOSED, "the connection did not close").causedBy(e);
    }
  }
}
