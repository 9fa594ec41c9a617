package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.plan.PlanContext;
import dev.sash.plan.PlanCosts;
import dev.sash.plan.PlanPrinter;
import dev.sash.plan.Planner;
import dev.sash.plan.QueryPlan;
import dev.sash.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code EXPLAIN}: the physical plan of a query or of what a CREATE would run. */
final class ExplainRunner {
  private final Session session;

  ExplainRunner(Session session) {
    this.session = session;
  }

  Result run(Statement.Explain explain) {
    QueryPlan plan = plan(explain.statement());
    List<List<@Nullable String>> lines = new ArrayList<>();
    PlanPrinter.print(plan, session.engine().catalog())
        .lines()
        .forEach(line -> lines.add(List.of(line)));
    PlanCosts.lines(plan, session.engine().catalog()).forEach(line -> lines.add(List.of(line)));
    if (explain.statement() instanceof Statement.CreateView) {
      sharing(plan).forEach(line -> lines.add(List.of(line)));
    }
    List<String> notices = new ArrayList<>(PlanPrinter.advice(plan));
    if (explain.statement() instanceof Statement.CreateView create) {
      notices.addAll(defaults(create, plan));
    }
    return Result.rows(ListedRows.ofTexts(List.of("plan"), lines), notices);
  }

  private List<String> sharing(QueryPlan plan) {
    List<String> partners =
        session.engine().sharedQueries().partners(plan, new QueryRunner(session).clock(plan));
    return partners.isEmpty()
        ? List.of()
        : List.of("shares panes with view " + String.join(", ", partners));
  }

  /** What holds because the statement does not say otherwise. */
  private List<String> defaults(Statement.CreateView create, QueryPlan plan) {
    List<String> sentences = new ArrayList<>();
    boolean lateness = create.emit() != null && create.emit().latenessMillis() > 0;
    if (!lateness && plan.shape().windowEnd() >= 0) {
      sentences.add(
          "without ALLOW LATENESS a row that comes after its window has closed is dropped, and"
              + " shown in late."
              + create.name().name());
    }
    if (create.retain() == null && !session.engine().isBounded(plan)) {
      sentences.add("without RETAIN 24 hours are kept");
    }
    return sentences;
  }

  private QueryPlan plan(Statement statement) {
    PlanContext view = new PlanContext(session.engine().catalog(), true);
    if (statement instanceof Statement.CreateView create) {
      return Planner.plan(create.query(), create.emit(), view);
    } else if (statement instanceof Statement.Query query) {
      return session.plan(query);
    } else if (statement instanceof Statement.Insert insert) {
      return session.plan(new Statement.Query(insert.source(), insert.emit(), insert.span()));
    }
    throw SashException.at(
            statement.span(), ErrorCode.NOT_SUPPORTED, "there is no plan for this statement")
        .hint("EXPLAIN takes a SELECT, an INSERT ... SELECT or a CREATE MATERIALIZED VIEW");
  }
}
