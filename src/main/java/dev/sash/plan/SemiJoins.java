package dev.sash.plan;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Conditions over sub-queries in WHERE to joins: IN and EXISTS give the rows that have a partner,
 * NOT IN and NOT EXISTS those that have none. What the sub-query asks of the outer row becomes part
 * of the condition of the join.
 *
 * <pre>
 *   FROM l WHERE l.k IN (SELECT r.k FROM r WHERE r.window_end = l.window_end)
 *   l SEMI JOIN r ON r.window_end = l.window_end AND l.k = r.k
 * </pre>
 *
 * <p>NOT IN is not true either where a comparison is NULL: {@code a NOT IN (b)} keeps the rows
 * without a b of which {@code a = b OR a IS NULL OR b IS NULL} is true.
 */
final class SemiJoins extends RelHomogeneousShuttle {

  /** A query without sub-queries in conditions, as far as there is a join for them. */
  static RelNode rewrite(RelNode query) {
    return query.accept(new SemiJoins());
  }

  @Override
  public RelNode visit(RelNode node) {
    RelNode visited = super.visit(node);
    return visited instanceof Filter filter
            && RexUtil.SubQueryFinder.find(filter.getCondition()) != null
        ? joined(filter)
        : visited;
  }

  private RelNode joined(Filter filter) {
    RelNode rows = filter.getInput();
    List<RexNode> rest = new ArrayList<>();
    for (RexNode term : RelOptUtil.conjunctions(filter.getCondition())) {
      boolean negated = term.getKind() == SqlKind.NOT;
      RexNode inner = negated ? ((RexCall) term).getOperands().get(0) : term;
      if (inner instanceof RexSubQuery query
          && (query.getKind() == SqlKind.IN || query.getKind() == SqlKind.EXISTS)) {
        rows = join(rows, query, negated, filter.getVariablesSet());
      } else if (RexUtil.SubQueryFinder.find(term) != null) {
        throw refused();
      } else {
        rest.add(term);
      }
    }
    RexBuilder builder = filter.getCluster().getRexBuilder();
    RexNode condition = RexUtil.composeConjunction(builder, rest, true);
    return condition == null ? rows : LogicalFilter.create(rows, condition);
  }

  private RelNode join(RelNode left, RexSubQuery query, boolean negated, Set<CorrelationId> outer) {
    RexBuilder builder = left.getCluster().getRexBuilder();
    Programs.Chain chain = Programs.chain(query.rel.accept(this));
    RexProgram program = chain.program();
    int width = left.getRowType().getFieldCount();
    RexShuttle placing = new Placing(builder, left, outer, width);
    List<RexNode> terms = new ArrayList<>();
    RexLocalRef condition = program.getCondition();
    if (condition != null) {
      terms.add(program.expandLocalRef(condition).accept(placing));
    }
    for (int i = 0; i < query.getOperands().size(); i++) {
      RexNode own = query.getOperands().get(i);
      RexNode theirs = program.expandLocalRef(program.getProjectList().get(i)).accept(placing);
      terms.add(equal(builder, own, theirs, negated));
    }
    if (chain.base().getVariablesSet().stream().anyMatch(outer::contains)
        || RelOptUtil.getVariablesUsed(chain.base()).stream().anyMatch(outer::contains)) {
      throw refused();
    }
    return LogicalJoin.create(
        left,
        chain.base(),
        List.of(),
        RexUtil.composeConjunction(builder, terms),
        Set.of(),
        negated ? JoinRelType.ANTI : JoinRelType.SEMI);
  }

  private static RexNode equal(
      RexBuilder builder, RexNode own, RexNode theirs, boolean nullsMatch) {
    List<RexNode> terms = new ArrayList<>();
    terms.add(builder.makeCall(SqlStdOperatorTable.EQUALS, own, theirs));
    for (RexNode side : List.of(own, theirs)) {
      if (nullsMatch && side.getType().isNullable()) {
        terms.add(builder.makeCall(SqlStdOperatorTable.IS_NULL, side));
      }
    }
    return RexUtil.composeDisjunction(builder, terms);
  }

  private static SashException refused() {
    return SashException.of(
            ErrorCode.NOT_SUPPORTED,
            "a sub-query in an expression is not supported yet, but for IN and EXISTS in WHERE")
        .hint("put sub-queries into FROM, or compare with constants");
  }

  /** Moves columns of the sub-query behind those of the outer row, and names those by number. */
  private static final class Placing extends RexShuttle {
    private final RexBuilder builder;
    private final RelNode left;
    private final Set<CorrelationId> outer;
    private final int width;

    Placing(RexBuilder builder, RelNode left, Set<CorrelationId> outer, int width) {
      this.builder = builder;
      this.left = left;
      this.outer = outer;
      this.width = width;
    }

    @Override
    public RexNode visitInputRef(RexInputRef column) {
      return new RexInputRef(column.getIndex() + width, column.getType());
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      return access.getReferenceExpr() instanceof RexCorrelVariable row && outer.contains(row.id)
          ? builder.makeInputRef(left, access.getField().getIndex())
          : super.visitFieldAccess(access);
    }
  }
}
