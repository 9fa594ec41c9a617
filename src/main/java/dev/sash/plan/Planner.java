package dev.sash.plan;

import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.ResultShape;
import dev.sash.sql.EmitClause;
import dev.sash.sql.Positions;
import dev.sash.sql.QueryConverter;
import dev.sash.sql.QueryPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql2rel.ConvertToChecked;
import org.jspecify.annotations.Nullable;

/**
 * From a parsed query to a physical plan: validate and convert ({@link QueryConverter}), rewrite
 * ({@link RuleBook}), choose nodes ({@link PhysicalTranslator}).
 */
public final class Planner {
  private static final String UNNAMED = "EXPR$";

  private final QueryConverter converter;
  private final PlanContext context;

  private Planner(PlanContext context) {
    this.context = context;
    converter = new QueryConverter(context.catalog());
  }

  /**
   * Plans a query.
   *
   * @param query is not changed
   * @param emit what EMIT says; null without it: the query then ends, or the view has its default
   * @throws SashException with the place in the text
   */
  public static QueryPlan plan(SqlNode query, @Nullable EmitClause emit, PlanContext context) {
    try {
      return new Planner(context).plan(query, emit);
    } catch (SashException e) {
      throw e.orAt(Positions.span(query));
    } catch (StackOverflowError e) {
      throw SashException.at(
              Positions.span(query),
              ErrorCode.LIMIT_EXCEEDED,
              "an expression of the query is nested too deeply, or its list is too long")
          .hint("split it up: a view over a view, or ranges instead of long lists of values");
    } catch (RuntimeException | AssertionError e) {
      throw SashException.internal("the query could not be planned", e).orAt(Positions.span(query));
    }
  }

  private QueryPlan plan(SqlNode query, @Nullable EmitClause emit) {
    boolean finite = emit == null && !context.view();
    EmitChoice choice = EmitChoice.of(emit, context.view());
    if (context.view()) {
      Limits.checkView(query);
    }
    RelRoot root = converter.convert(query, finite);
    RexBuilder builder = root.rel.getCluster().getRexBuilder();
    RelNode checked =
        new ConvertToChecked(builder, true)
            .visit(OverCalls.rewrite(SetOperations.rewrite(SemiJoins.rewrite(root.rel))));
    RelNode rewritten = RuleBook.rewrite(checked, finite);
    Sort sort = rewritten instanceof Sort top ? top : null;
    RelNode rows = sort == null ? rewritten : sort.getInput();
    List<Integer> columns = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (Map.Entry<Integer, String> field : root.fields) {
      columns.add(field.getKey());
      labels.add(label(field.getValue()));
    }
    JoinedNames joined = JoinedNames.of(rewritten, labels);
    List<String> names = new ArrayList<>(joined.names());
    int visible = columns.size();
    List<QueryPlan.SortKey> order =
        sort == null || !finite ? List.of() : order(sort.getCollation(), columns, names);
    List<RexNode> projects = new ArrayList<>();
    columns.forEach(column -> projects.add(builder.makeInputRef(rows, column)));
    RexProgram select = RexProgram.create(rows.getRowType(), projects, null, names, builder);
    PhysicalTranslator translator =
        new PhysicalTranslator(builder, converter.types(), choice, QueryPlaces.of(query));
    PlannedRows planned =
        translator.translate(
            translator.over(new Programs.Chain(rows, select), Programs.chain(rows)));
    if (planned.identity() == null || !Revisions.aggregates(planned.node())) {
      if (Revisions.endsClosed(planned.node())) {
        EmitChoice.checkAtClose(emit);
      } else if (Revisions.endsPassed(planned.node())) {
        EmitChoice.checkPassed(emit);
      } else {
        EmitChoice.checkRowByRow(emit);
      }
    }
    List<String> notices = new ArrayList<>(joined.notices());
    notices.addAll(Notices.of(planned.node(), emit == null && context.view()));
    choice.checkEventTime(translator.streams(), context.catalog());
    EventTime.checkOneTime(planned.node());
    return new QueryPlan(
        planned.node(),
        shape(planned, visible),
        translator.streams(),
        translator.views(),
        eventTimes(rows, columns.subList(0, visible)),
        order,
        sort == null ? 0 : Limits.number(sort.offset, 0),
        sort == null ? -1 : Limits.number(sort.fetch, -1),
        List.copyOf(notices));
  }

  private static List<Integer> eventTimes(RelNode rows, List<Integer> columns) {
    return IntStream.range(0, columns.size())
        .filter(i -> EventTime.is(rows, columns.get(i)))
        .boxed()
        .toList();
  }

  /** Columns of VALUES are {@code column1}, {@code column2}; Calcite counts from 0. */
  private static String label(String name) {
    return name.startsWith(UNNAMED)
        ? "column" + (Integer.parseInt(name.substring(UNNAMED.length())) + 1)
        : name;
  }

  private static ResultShape shape(PlannedRows planned, int visible) {
    Schema schema = planned.node().schema();
    PlannedRows.Identity identity = planned.identity();
    return identity == null
        ? new ResultShape(schema, visible, List.of(), -1, -1, true)
        : new ResultShape(
            schema, visible, identity.keys(), identity.windowStart(), identity.windowEnd(), false);
  }

  /** The ORDER BY terms; those that are not selected are added as hidden columns. */
  private static List<QueryPlan.SortKey> order(
      RelCollation collation, List<Integer> columns, List<String> names) {
    List<QueryPlan.SortKey> order = new ArrayList<>();
    for (RelFieldCollation field : collation.getFieldCollations()) {
      int ordinal = columns.indexOf(field.getFieldIndex());
      if (ordinal < 0) {
        ordinal = columns.size();
        columns.add(field.getFieldIndex());
        names.add("order" + order.size());
      }
      RowOrder.Key key = SortKeys.of(field);
      order.add(new QueryPlan.SortKey(ordinal, key.descending(), key.nullsFirst()));
    }
    return order;
  }
}
