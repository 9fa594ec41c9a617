package dev.sash.session;

import dev.sash.error.SashException;
import dev.sash.plan.QueryPlan;
import dev.sash.sql.RelationName;
import dev.sash.sql.Statement;
import java.util.List;

/** {@code WAIT FOR v}: returns when all rows that were accepted so far are in the view. */
final class WaitRunner {
  private final Engine engine;

  WaitRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.WaitFor wait) throws InterruptedException {
    ViewEntry entry = view(engine, wait.name());
    if (isBounded(entry.plan())) {
      Waiting.forEnd(entry, wait.name().span());
    } else {
      entry.requireNotHeld(wait.name().span());
      entry.query().onThread(entry.query().runner()::catchUp);
      entry.requireNotHeld(wait.name().span());
      Waiting.forShown(entry.view());
    }
    SashException failure = entry.query().failure();
    if (failure != null) {
      throw failure;
    }
    return Result.done("view \"" + entry.name() + "\" is up to date", List.of());
  }

  private boolean isBounded(QueryPlan plan) {
    return plan.streams().stream().allMatch(s -> engine.requireStream(s).isBounded());
  }

  /** The view of that name; the error has its place. */
  static ViewEntry view(Engine engine, RelationName name) {
    try {
      return engine.requireView(name.name());
    } catch (SashException e) {
      throw e.orAt(name.span());
    }
  }
}
