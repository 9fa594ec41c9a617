package dev.sash.session;

import dev.sash.catalog.ViewColumns;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.plan.LateColumns;
import dev.sash.plan.PhysicalNode;
import dev.sash.plan.PlanContext;
import dev.sash.plan.PlanCosts;
import dev.sash.plan.Planner;
import dev.sash.plan.QueryPlan;
import dev.sash.runtime.QueryTime;
import dev.sash.sql.Statement;
import dev.sash.time.ClockMode;
import dev.sash.time.EngineClock;
import dev.sash.view.View;
import dev.sash.view.ViewDefinition;
import dev.sash.view.ViewFeed;
import dev.sash.view.ViewGroup;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** {@code CREATE MATERIALIZED VIEW}: plans, starts, and shows the view as tables. */
final class CreateViewRunner {
  private final Session session;
  private final Engine engine;
  private final String sql;
  private @Nullable ContinuousInsertRunner target;

  CreateViewRunner(Session session, String sql) {
    this.session = session;
    this.engine = session.engine();
    this.sql = sql;
  }

  /** Creates a view whose rows are inserted elsewhere as well. */
  Result insert(Statement.CreateView create, ContinuousInsertRunner into) {
    target = into;
    return run(create);
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
      QueryPlan plan = plan(create);
      List<String> notices = start(create, name, plan);
      if (replaced != null) {
        replaced.query().close("view \"" + name + "\" was replaced");
      }
      return Result.done("created view \"" + name + "\"" + costs(plan), notices);
    }
  }

  /** What windows that overlap cost; of several, EXPLAIN shows the others. */
  private String costs(QueryPlan plan) {
    List<String> costs = PlanCosts.ofOverlap(plan, engine.catalog());
    return costs.isEmpty() ? "" : "; " + costs.get(0);
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
    DropRunner.requireUnwritten(engine, create.name());
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
    if (target != null) {
      target.check(plan);
    }
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
    if (fills(plan.root())) {
      notices.add(
          "a gap in the input is filled with at most "
              + engine.settings().value(Setting.FILL_ROWS)
              + " rows (fill_rows), of a longer one the oldest windows are left out");
    }
    addNoticesOfViews(plan, notices);
    Settings settings = engine.settings();
    ClockMode clock = queries.clock(plan);
    View view =
        new View(
            new ViewDefinition(
                name,
                plan.shape(),
                lateSchema(plan),
                new ViewRetention(engine, plan, bounded).of(create.retain(), notices),
                new ViewDefinition.Limits(
                    settings.value(Setting.VIEW_ROWS),
                    settings.value(Setting.CHANGELOG_ROWS),
                    settings.value(Setting.LATE_ROWS)),
                bounded,
                hasOwnWindows(plan.root())),
            group(plan, clock, bounded));
    QueryStarter starter = new QueryStarter(engine, name, plan);
    QueryTime time = starter.time(clock);
    ViewFeed feed =
        new ViewFeed(view, time, plan.finalAtTicks(), settings.value(Setting.QUEUE_ROWS));
    RunningQuery query =
        target == null
            ? starter.view(feed, time)
            : starter.continuous(target.sink(feed, plan), time);
    try {
      engine.database().showView(view);
    } catch (RuntimeException e) {
      query.close();
      throw e;
    }
    String into = target == null ? null : target.target();
    engine.views().put(name, new ViewEntry(name, sql, plan, clock, view, feed, query, into));
    query.start();
    return notices;
  }

  /**
   * Views show their moments together when they read the same streams by the same clock. Readers of
   * views over inputs that end wait for that anyway.
   */
  private ViewGroup group(QueryPlan plan, ClockMode clock, boolean bounded) {
    Set<String> streams = names(plan);
    for (ViewEntry entry : engine.views().values()) {
      if (!bounded && entry.clock() == clock && names(entry.plan()).equals(streams)) {
        return entry.view().group();
      }
    }
    return new ViewGroup(EngineClock.WALL, engine.settings().value(Setting.VIEW_WAIT));
  }

  private static Set<String> names(QueryPlan plan) {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.addAll(plan.streams());
    return names;
  }

  /** Whether each key has windows of its own: all but those that lie on one grid for all. */
  private boolean hasOwnWindows(PhysicalNode node) {
    if (node instanceof PhysicalNode.ViewScan scan) {
      return scan.results() && engine.requireView(scan.view()).view().definition().ownWindows();
    }
    return node instanceof PhysicalNode.WindowAggregate aggregate
        ? !(aggregate.window() instanceof WindowSpec.Aligned)
            && !(aggregate.window() instanceof WindowSpec.Global)
        : node.inputs().stream().anyMatch(this::hasOwnWindows);
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
            && aggregate.emit().everyMillis() == 0
        || node.inputs().stream().anyMatch(CreateViewRunner::waitsForTheEnd);
  }

  private static boolean fills(PhysicalNode node) {
    return node instanceof PhysicalNode.WindowAggregate aggregate && aggregate.emit().fills()
        || node.inputs().stream().anyMatch(CreateViewRunner::fills);
  }

  /**
   * The columns of rows that come too late: those of the stream where the query reads one, else
   * those that its aggregate takes.
   */
  private Schema lateSchema(QueryPlan plan) {
    if (LateColumns.areSeveral(plan)) {
      return LateColumns.schema(plan.root());
    }
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
