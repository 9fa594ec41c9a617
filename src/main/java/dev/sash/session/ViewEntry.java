package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.plan.QueryPlan;
import dev.sash.time.ClockMode;
import dev.sash.view.View;
import dev.sash.view.ViewFeed;
import org.jspecify.annotations.Nullable;

/**
 * A materialized view as the engine holds it.
 *
 * @param name as declared
 * @param sql the statement that made it
 * @param clock what drives its ticks
 * @param feed hands on to other queries what the view sends
 * @param insertsInto the stream or table into which its rows go, or null
 */
record ViewEntry(
    String name,
    String sql,
    QueryPlan plan,
    ClockMode clock,
    View view,
    ViewFeed feed,
    RunningQuery query,
    @Nullable String insertsInto) {

  /** RUNNING, PAUSED, STOPPED, COMPLETED or FAILED. */
  String state() {
    if (query.failure() != null) {
      return "FAILED";
    }
    return query.runner().isFinished() ? "COMPLETED" : query.hold().name();
  }

  /**
   * Fails when the view takes in no rows on purpose.
   *
   * @param span where the view is named
   */
  void requireNotHeld(SourceSpan span) {
    if (query.hold() != RunningQuery.Hold.RUNNING && view.state() == View.State.RUNNING) {
      String how = query.hold() == RunningQuery.Hold.PAUSED ? "paused" : "stopped";
      throw SashException.at(span, ErrorCode.WRONG_STATE, "view \"" + name + "\" is " + how)
          .hint("RESUME " + name + " first");
    }
  }
}
