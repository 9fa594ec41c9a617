package dev.sash.plan;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * GROUPING SETS, ROLLUP and CUBE to one GROUP BY for each set, joined by UNION ALL: keys that are
 * not in a set are NULL there, and GROUPING is a constant of the set. {@link UnionTranslator} then
 * keeps the sets apart, so a key that is NULL in the rows is another group than the total.
 *
 * <pre>
 *   SELECT k, GROUPING_ID(k), COUNT(*) FROM s GROUP BY ROLLUP (k)
 *
 *   SELECT k, 0, COUNT(*) FROM s GROUP BY k
 *   UNION ALL
 *   SELECT NULL, 1, COUNT(*) FROM s GROUP BY ()
 * </pre>
 */
final class GroupingSets extends RelHomogeneousShuttle {
  private GroupingSets() {}

  /** The query with simple aggregates only. */
  static RelNode expand(RelNode query) {
    return query.accept(new GroupingSets());
  }

  @Override
  public RelNode visit(RelNode node) {
    RelNode visited = super.visit(node);
    return visited instanceof Aggregate aggregate && isNotSimple(aggregate)
        ? expand(aggregate)
        : visited;
  }

  private static boolean isNotSimple(Aggregate aggregate) {
    return aggregate.getGroupType() != Aggregate.Group.SIMPLE
        || aggregate.getAggCallList().stream().anyMatch(GroupingSets::tellsTheSet);
  }

  private static boolean tellsTheSet(AggregateCall call) {
    return switch (call.getAggregation().getKind()) {
      case GROUPING, GROUPING_ID, GROUP_ID -> true;
      default -> false;
    };
  }

  private static RelNode expand(Aggregate aggregate) {
    checkWindows(aggregate);
    List<RelNode> sets = new ArrayList<>();
    for (ImmutableBitSet set : aggregate.getGroupSets()) {
      sets.add(simple(aggregate, set));
    }
    return sets.size() == 1 ? sets.get(0) : LogicalUnion.create(sets, true);
  }

  /** Fails when some of the sets hold the window and others do not. */
  private static void checkWindows(Aggregate aggregate) {
    WindowAssign window = AggregateTranslator.windowBelow(aggregate.getInput());
    if (window == null) {
      return;
    }
    long with =
        aggregate.getGroupSets().stream()
            .filter(set -> AggregateTranslator.groupsByWindow(aggregate.getInput(), set))
            .count();
    if (with > 0 && with < aggregate.getGroupSets().size()) {
      throw SashException.at(
              window.timePlace(),
              ErrorCode.GROUPING,
              "window_start and window_end must be in every grouping set, or in none")
          .hint("write GROUP BY window_start, window_end, ROLLUP (k)");
    }
  }

  /** One set, with the columns of all. */
  private static RelNode simple(Aggregate aggregate, ImmutableBitSet set) {
    List<AggregateCall> calls =
        aggregate.getAggCallList().stream()
            .filter(call -> !tellsTheSet(call))
            .map(call -> typed(call, aggregate.getInput(), set.isEmpty()))
            .toList();
    RelNode grouped =
        LogicalAggregate.create(aggregate.getInput(), aggregate.getHints(), set, null, calls);
    RexBuilder builder = aggregate.getCluster().getRexBuilder();
    List<RelDataTypeField> fields = aggregate.getRowType().getFieldList();
    List<RexNode> columns = new ArrayList<>();
    int next = 0;
    for (int key : aggregate.getGroupSet()) {
      RelDataType type = fields.get(columns.size()).getType();
      columns.add(
          set.get(key) ? cast(builder, grouped, next++, type) : builder.makeNullLiteral(type));
    }
    for (AggregateCall call : aggregate.getAggCallList()) {
      RelDataType type = fields.get(columns.size()).getType();
      columns.add(
          tellsTheSet(call)
              ? builder.makeExactLiteral(BigDecimal.valueOf(grouping(call, set)), type)
              : cast(builder, grouped, next++, type));
    }
    return LogicalProject.create(
        grouped, List.of(), columns, aggregate.getRowType().getFieldNames(), Set.of());
  }

  /** A total over no rows is NULL where one of a group cannot be: the type is derived anew. */
  private static AggregateCall typed(AggregateCall call, RelNode input, boolean total) {
    return AggregateCall.create(
        call.getParserPosition(),
        call.getAggregation(),
        call.isDistinct(),
        call.isApproximate(),
        call.ignoreNulls(),
        call.rexList,
        call.getArgList(),
        call.filterArg,
        call.distinctKeys,
        call.getCollation(),
        total,
        input,
        null,
        call.getName());
  }

  private static RexNode cast(RexBuilder builder, RelNode row, int column, RelDataType type) {
    RexNode reference = builder.makeInputRef(row, column);
    return reference.getType().equals(type)
        ? reference
        : builder.makeCast(type, reference, true, false);
  }

  /** One bit for each argument, the last one lowest: 1 where the set does not hold it. */
  private static long grouping(AggregateCall call, ImmutableBitSet set) {
    long bits = 0;
    for (int argument : call.getArgList()) {
      bits = bits << 1 | (set.get(argument) ? 0 : 1);
    }
    return bits;
  }
}
