package dev.sash.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * {@code Filter(WindowAssign(input))} to {@code WindowAssign(Filter(input))}, as far as the
 * condition does not look at the window: fewer rows to multiply, and the same plan for a WHERE
 * inside and outside of the window's sub-query.
 *
 * <p>Where windows depend on other rows, as sessions do, only a condition on the key may go below:
 * it keeps or drops all rows of a key.
 */
final class FilterWindowRule {
  /** The rule. */
  static final RelOptRule RULE =
      new RewriteRule(
              "FilterWindow",
              filter ->
                  filter
                      .operand(LogicalFilter.class)
                      .oneInput(window -> window.operand(WindowAssign.class).anyInputs()),
              FilterWindowRule::rewrite)
          .toRule();

  private FilterWindowRule() {}

  private static void rewrite(RelOptRuleCall match) {
    LogicalFilter filter = match.rel(0);
    WindowAssign window = match.rel(1);
    ImmutableBitSet ofRows =
        window.filtersFirst()
            ? ImmutableBitSet.range(window.startColumn())
            : ImmutableBitSet.of(window.keyColumns());
    List<RexNode> below = new ArrayList<>();
    List<RexNode> above = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      boolean ofRow =
          RexUtil.isDeterministic(condition)
              && ofRows.contains(RelOptUtil.InputFinder.bits(condition));
      (ofRow ? below : above).add(condition);
    }
    if (below.isEmpty()) {
      return;
    }
    RelBuilder builder = RuleBook.builder(filter.getCluster());
    builder.push(window.getInput()).filter(below);
    builder.push(window.copy(window.getTraitSet(), List.of(builder.build()))).filter(above);
    match.transformTo(builder.build());
  }
}
