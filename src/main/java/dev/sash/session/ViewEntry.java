package dev.sash.session;

import dev.sash.plan.QueryPlan;
import dev.sash.time.ClockMode;
import dev.sash.view.View;
import dev.sash.view.ViewFeed;

/**
 * A materialized view as the engine holds it.
 *
 * @param name as declared
 * @param sql the statement that made it
 * @param clock what drives its ticks
 * @param feed hands on to other queries what the view sends
 */
record ViewEntry(
    String name,
    String sql,
    QueryPlan plan,
    ClockMode clock,
    View view,
    ViewFeed feed,
    RunningQuery query) {

  /** RUNNING, COMPLETED or FAILED. */
  String state() {
    if (query.failure() != null) {
      return "FAILED";
    }
    return query.runner().isFinished() ? "COMPLETED" : "RUNNING";
  }
}
