package dev.sash.session;

import dev.sash.plan.PhysicalNode;
import dev.sash.plan.QueryPlan;
import dev.sash.runtime.ResultQueue;
import dev.sash.sql.Statement;
import dev.sash.time.ClockMode;

/** {@code SELECT}, with EMIT endless over endless sources, without it over what is there now. */
final class QueryRunner {
  private final Session session;

  QueryRunner(Session session) {
    this.session = session;
  }

  Result run(Statement.Query query) {
    QueryPlan plan = session.plan(query);
    return Result.rows(rows(plan, query.emit() != null), plan.notices());
  }

  /** Starts a query and gives its rows. */
  QueryRows rows(QueryPlan plan, boolean continuous) {
    Engine engine = session.engine();
    PlanLimits.check(plan, engine.settings());
    ResultQueue queue = new ResultQueue(engine.settings().intValue(Setting.RESULT_ROWS));
    QueryStarter starter = new QueryStarter(engine, "query", plan);
    RunningQuery running =
        continuous ? starter.continuous(queue, clock(plan)) : starter.finite(queue);
    QueryRows rows = new QueryRows(session, plan, running, queue);
    running.start();
    return rows;
  }

  /**
   * What SET CLOCK said, else that of the view that is read, else REPLAY when every source is
   * bounded and LIVE otherwise.
   */
  ClockMode clock(QueryPlan plan) {
    ClockMode chosen = session.clock();
    ClockMode clock = chosen != null ? chosen : defaultClock(plan);
    return clock == ClockMode.REPLAY && isUntimed(plan) ? ClockMode.LIVE : clock;
  }

  private ClockMode defaultClock(QueryPlan plan) {
    for (String view : plan.views()) {
      ClockMode inner = session.engine().requireView(view).clock();
      if (inner != ClockMode.LIVE) {
        return inner;
      }
    }
    return session.engine().isBounded(plan) ? ClockMode.REPLAY : ClockMode.LIVE;
  }

  /** Whether windows go by processing time and no stream has a time that could drive a replay. */
  private boolean isUntimed(QueryPlan plan) {
    return goesByArrival(plan.root())
        && plan.streams().stream()
            .allMatch(s -> session.engine().requireStream(s).definition().watermark() == null);
  }

  private static boolean goesByArrival(PhysicalNode node) {
    return node instanceof PhysicalNode.ArrivalTime
        || node.inputs().stream().anyMatch(QueryRunner::goesByArrival);
  }
}
