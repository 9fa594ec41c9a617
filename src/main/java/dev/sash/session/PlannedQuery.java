package dev.sash.session;

import dev.sash.plan.QueryPlan;
import dev.sash.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query that was planned before it runs.
 *
 * @param relations what its streams and views were; with others the plan would be another
 */
record PlannedQuery(Statement.Query query, QueryPlan plan, List<@Nullable Object> relations) {

  static PlannedQuery of(Statement.Query query, QueryPlan plan, Engine engine) {
    return new PlannedQuery(query, plan, relations(plan, engine));
  }

  /** Whether this is the plan that the query has now. */
  boolean isOf(Statement.Query other, Engine engine) {
    return query.equals(other) && relations.equals(relations(plan, engine));
  }

  private static List<@Nullable Object> relations(QueryPlan plan, Engine engine) {
    List<@Nullable Object> relations = new ArrayList<>();
    for (String name : plan.streams()) {
      StreamEntry stream = engine.streams().get(name);
      relations.add(stream == null ? null : stream.definition());
    }
    for (String name : plan.views()) {
      ViewEntry view = engine.views().get(name);
      relations.add(view == null ? null : view.view());
    }
    return relations;
  }
}
