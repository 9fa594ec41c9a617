package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.Positions;
import dev.sash.sql.SashTypeFactory;
import dev.sash.sql.TypeMapping;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY with LIMIT in the middle of a query, and in one that never ends, as a condition on the
 * number of a row: within its window where rows have one, for then each window has its first rows;
 * else over all time.
 *
 * <pre>
 *   SELECT k, COUNT(*) AS n ... GROUP BY k, window_start, window_end ORDER BY n DESC LIMIT 3
 *   becomes
 *   ... QUALIFY ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY n DESC) <= 3
 * </pre>
 */
final class Limits extends RelHomogeneousShuttle {
  private final boolean finite;

  private Limits(boolean finite) {
    this.finite = finite;
  }

  /**
   * A query in which only its end is sorted and cut.
   *
   * @param finite whether its result ends
   */
  static RelNode rewrite(RelNode query, boolean finite) {
    if (query instanceof Sort top && (finite || top.getCollation().getKeys().isEmpty())) {
      RelNode input = top.getInput().accept(new Limits(finite));
      return top.copy(top.getTraitSet(), List.of(input));
    }
    return query.accept(new Limits(finite));
  }

  /** Fails for a view that does not say which rows it keeps. */
  static void checkView(SqlNode query) {
    if (query instanceof SqlOrderBy order && order.orderList.isEmpty()) {
      SqlNode limit = order.fetch == null ? order.offset : order.fetch;
      throw SashException.at(
              limit == null ? null : Positions.span(limit),
              ErrorCode.NOT_SUPPORTED,
              "LIMIT without ORDER BY would keep any rows at all")
          .hint("say which come first: ORDER BY ... LIMIT ...");
    }
  }

  /** Whether a node cuts rows off. */
  private static boolean cuts(Sort sort) {
    return sort.fetch != null || sort.offset != null;
  }

  @Override
  public RelNode visit(RelNode node) {
    RelNode visited = super.visit(node);
    return visited instanceof Sort sort && cuts(sort) ? numbered(sort) : visited;
  }

  private RelNode numbered(Sort sort) {
    RexBuilder builder = sort.getCluster().getRexBuilder();
    RelNode input = sort.getInput();
    RelNode rows = input instanceof Project project ? project.getInput() : input;
    List<RexNode> computed = new ArrayList<>(builder.identityProjects(rows.getRowType()));
    List<String> names = new ArrayList<>(rows.getRowType().getFieldNames());
    List<Integer> selected = new ArrayList<>();
    for (int column = 0; column < input.getRowType().getFieldCount(); column++) {
      RexNode expression =
          input instanceof Project project
              ? project.getProjects().get(column)
              : builder.makeInputRef(rows, column);
      if (expression instanceof RexInputRef reference) {
        selected.add(reference.getIndex());
      } else {
        selected.add(computed.size());
        computed.add(expression);
        names.add(input.getRowType().getFieldNames().get(column));
      }
    }
    RelNode all =
        computed.size() == rows.getRowType().getFieldCount()
            ? rows
            : LogicalProject.create(rows, List.of(), computed, names, Set.of());
    List<RelFieldCollation> order =
        sort.getCollation().getFieldCollations().stream()
            .map(key -> key.withFieldIndex(selected.get(key.getFieldIndex())))
            .toList();
    RankedRows ranked = ranked(all, order);
    RelNode kept = LogicalFilter.create(ranked, condition(sort, ranked, builder));
    List<RexNode> columns = new ArrayList<>();
    selected.forEach(column -> columns.add(builder.makeInputRef(kept, column)));
    return LogicalProject.create(
        kept, List.of(), columns, sort.getRowType().getFieldNames(), Set.of());
  }

  private RankedRows ranked(RelNode rows, List<RelFieldCollation> order) {
    WindowColumns windows = WindowColumns.of(rows);
    List<Integer> partition = new ArrayList<>();
    if (!finite) {
      partition.addAll(windows.starts());
      partition.addAll(windows.ends());
    }
    return RankedRows.create(
        rows,
        new RankedRows.Ranking(partition, order, List.of("ROW_NUMBER")),
        List.of(number(rows)));
  }

  private static RelDataType number(RelNode rows) {
    return TypeMapping.type(
        (SashTypeFactory) rows.getCluster().getTypeFactory(),
        DataType.of(DataType.Kind.BIGINT).nullable(false));
  }

  /** Greater than OFFSET, and not greater than OFFSET and LIMIT together. */
  private static RexNode condition(Sort sort, RankedRows ranked, RexBuilder builder) {
    RexNode number = builder.makeInputRef(ranked, ranked.firstNumber());
    BigDecimal offset = BigDecimal.valueOf(number(sort.offset, 0));
    List<RexNode> terms = new ArrayList<>();
    if (sort.fetch != null) {
      BigDecimal last = offset.add(BigDecimal.valueOf(number(sort.fetch, 0)));
      terms.add(
          builder.makeCall(
              SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
              number,
              builder.makeExactLiteral(last, number.getType())));
    }
    if (offset.signum() > 0) {
      terms.add(
          builder.makeCall(
              SqlStdOperatorTable.GREATER_THAN,
              number,
              builder.makeExactLiteral(offset, number.getType())));
    }
    return RexUtil.composeConjunction(builder, terms);
  }

  /** A number of rows that the query says. */
  static long number(@Nullable RexNode literal, long otherwise) {
    if (literal == null) {
      return otherwise;
    }
    if (!(literal instanceof RexLiteral constant)) {
      throw SashException.of(ErrorCode.NOT_SUPPORTED, "LIMIT and OFFSET must be whole numbers");
    }
    Long number = constant.getValueAs(Long.class);
    return number == null ? otherwise : number;
  }
}
