package dev.sash.session;

import dev.sash.catalog.ViewColumns;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.plan.PhysicalNode;
import dev.sash.plan.PlanContext;
import dev.sash.plan.Planner;
import dev.sash.plan.QueryPlan;
import dev.sash.runtime.QueryTime;
import dev.sash.sql.RetainClause;
import dev.sash.sql.Statement;
import dev.sash.time.ClockMode;
import dev.sash.view.Retention;
import dev.sash.view.View;
import dev.sash.view.ViewDefinition;
import dev.sash.view.ViewFeed;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** {@code CREATE MATERIALIZED VIEW}: plans, starts, and shows the view as tables. */
final class CreateViewRunner {
  private static final long DEFAULT_RETENTION_MILLIS = 24L * 60 * 60 * 1000;

  private final Session session;
  private final Engine engine;
  private final String sql;

  CreateViewRunner(Session session, String sql) {
    this.session = session;
    this.engine = session.engine();
    this.sql = sql;
  }

  Result run(Statement.CreateView create) {
    synchronized (engine) {
      String name = Names.plain(create.name());
      boolean exists = engine.views().containsKey(name);
      if (exists && create.ifNotExists()) {
        return Result.done("view \"" + name + "\" exists already", List.of());
      }
      if (!exists || !create.orReplace()) {
        Names.requireFree(engine, create.name());
      }
      ViewEntry replaced = engine.views().get(name);
      requireUnread(create, name);
      List<String> notices = start(create, name, plan(create));
      if (replaced != null) {
        replaced.query().close();
      }
      return Result.done("created view \"" + name + "\"", notices);
    }
  }

  private void requireUnread(Statement.CreateView create, String name) {
    List<String> readers = engine.viewsOf(name);
    if (!readers.isEmpty()) {
      throw SashException.at(
              create.name().span(),
              ErrorCode.DEPENDENT_OBJECTS,
              "view \"" + name + "\" is read by view \"" + String.join("\", \"", readers) + "\"")
          .hint("DROP MATERIALIZED VIEW " + readers.get(0) + " first");
    }
  }

  private QueryPlan plan(Statement.CreateView create) {
    QueryPlan plan =
        Planner.plan(create.query(), create.emit(), new PlanContext(engine.catalog(), true));
    requireDistinctNames(create, plan);
    if (plan.sources() == 0) {
      throw SashException.at(
              create.span(),
              ErrorCode.NOT_SUPPORTED,
              "view \"" + create.name().name() + "\" reads no stream")
          .hint("CREATE VIEW makes an ordinary view of the database over tables and views");
    }
    PlanLimits.check(plan, engine.settings());
    return plan;
  }

  private static void requireDistinctNames(Statement.CreateView create, QueryPlan plan) {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String column : plan.shape().visibleSchema().names()) {
      if (!names.add(column)) {
        throw SashException.at(
                create.name().span(),
                ErrorCode.DUPLICATE_NAME,
                "view \"" + create.name().name() + "\" would have two columns \"" + column + "\"")
            .hint("give one of them another name with AS");
      }
    }
  }

  private List<String> start(Statement.CreateView create, String name, QueryPlan plan) {
    QueryRunner queries = new QueryRunner(session);
    boolean bounded = engine.isBounded(plan);
    List<String> notices = new ArrayList<>(plan.notices());
    if (!bounded && waitsForTheEnd(plan.root())) {
      notices.add(
          "without a window nothing closes before DRAIN, so ON CLOSE shows no row until then;"
              + " EMIT EVERY INTERVAL '1' SECOND shows rows as they change");
    }
    addNoticesOfViews(plan, notices);
    Settings settings = engine.settings();
    View view =
        new View(
            new ViewDefinition(
                name,
                plan.shape(),
                lateSchema(plan),
                retention(create.retain(), bounded, notices),
                new ViewDefinition.Limits(
                    settings.value(Setting.VIEW_ROWS),
                    settings.value(Setting.CHANGELOG_ROWS),
                    settings.value(Setting.LATE_ROWS)),
                bounded));
    ClockMode clock = queries.clock(plan);
    QueryStarter starter = new QueryStarter(engine, name, plan);
    QueryTime time = starter.time(clock);
    ViewFeed feed =
        new ViewFeed(view, time, plan.finalAtTicks(), settings.value(Setting.QUEUE_ROWS));
    RunningQuery query = starter.continuous(feed, time);
    try {
      engine.database().showView(view);
    } catch (RuntimeException e) {
      query.close();
      throw e;
    }
    engine.views().put(name, new ViewEntry(name, sql, plan, clock, view, feed, query));
    query.start();
    return notices;
  }

  private void addNoticesOfViews(QueryPlan plan, List<String> notices) {
    for (String name : plan.views()) {
      ViewColumns inner = engine.columns(engine.requireView(name));
      if (inner.identity() != null && inner.identity().windowEnd() < 0) {
        notices.add(
            "view \""
                + inner.name()
                + "\" has no windows, so its rows are never final: each revision"
                + " that it shows replaces the one before");
      }
    }
  }

  private static boolean waitsForTheEnd(PhysicalNode node) {
    return node instanceof PhysicalNode.WindowAggregate aggregate
            && aggregate.window() instanceof WindowSpec.Global
            && aggregate.emit().onClose()
            && !aggregate.emit().onChange()
        || node.inputs().stream().anyMatch(CreateViewRunner::waitsForTheEnd);
  }

  private Retention retention(
      @Nullable RetainClause retain, boolean bounded, List<String> notices) {
    if (retain instanceof RetainClause.Age age) {
      return new Retention.Interval(age.millis());
    } else if (retain instanceof RetainClause.Windows windows) {
      return new Retention.Windows(windows.count());
    } else if (retain instanceof RetainClause.Latest) {
      return new Retention.Latest();
    } else if (retain instanceof RetainClause.All) {
      return new Retention.Whole();
    }
    String most = "at most " + engine.settings().value(Setting.VIEW_ROWS) + " rows";
    if (bounded) {
      notices.add("the view keeps " + most + ", the oldest windows go first; RETAIN ALL keeps all");
      return new Retention.All();
    }
    notices.add("the view keeps 24 hours and " + most + "; RETAIN says otherwise");
    return new Retention.Interval(DEFAULT_RETENTION_MILLIS);
  }

  /**
   * The columns of rows that come too late: those of the stream where the query reads one, else
   * those that its aggregate takes.
   */
  private Schema lateSchema(QueryPlan plan) {
    if (plan.sources() == 1 && !plan.views().isEmpty()) {
      ViewColumns columns = engine.columns(engine.requireView(plan.views().get(0)));
      return columns.identity() == null ? columns.visible() : aggregateInput(plan.root());
    }
    return plan.sources() == 1
        ? engine.requireStream(plan.streams().get(0)).definition().schema()
        : aggregateInput(plan.root());
  }

  private static Schema aggregateInput(PhysicalNode node) {
    PhysicalNode lowest = node;
    for (PhysicalNode next = node; !next.inputs().isEmpty(); next = next.inputs().get(0)) {
      lowest = next instanceof PhysicalNode.WindowAggregate ? next.inputs().get(0) : lowest;
    }
    return lowest.schema();
  }
}
