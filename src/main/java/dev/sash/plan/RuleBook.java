package dev.sash.plan;

import java.util.List;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.rules.FilterAggregateTransposeRule;
import org.apache.calcite.rel.rules.FilterJoinRule;
import org.apache.calcite.rel.rules.FilterMergeRule;
import org.apache.calcite.rel.rules.FilterProjectTransposeRule;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;

/**
 * How a converted query is rewritten: fixed programs in a fixed order, no search for a cheapest
 * plan, because there are no alternatives to choose from.
 *
 * <ol>
 *   <li>{@link Rankings}: numbers of rows become a {@link RankedRows}.
 *   <li>{@link #WINDOWS}: every window becomes a {@link WindowAssign}.
 *   <li>{@link RunningRanks}: numbers in order of event time become {@link OverRows}.
 *   <li>{@link Limits}: LIMIT becomes a condition on a number, but for that at the end of a query
 *       that ends.
 *   <li>{@link GroupingSets}: an aggregate with several grouping sets becomes a union.
 *   <li>{@link ClosedGroups}: groups of rows that come when windows close get a window.
 *   <li>{@link #FILTERS}: conditions move towards the streams. {@link PhysicalTranslator} merges
 *       what is left between two nodes into one, so no rule merges projections.
 * </ol>
 *
 * <p>Rules are named by their own classes: {@code CoreRules} would load all that Calcite has, a
 * quarter of a second at the first plan.
 */
final class RuleBook {
  /** Takes expressions as they are: what the user wrote is what EXPLAIN shows. */
  private static final RelBuilderFactory BUILDERS =
      RelBuilder.proto(
          Contexts.of(
              RelBuilder.Config.DEFAULT
                  .withSimplify(false)
                  .withSimplifyLimit(false)
                  .withSimplifyValues(false)));

  /** Spellings into one node. */
  static final List<RelOptRule> WINDOWS =
      List.of(LateralWindowRule.RULE, LateralWindowRule.WITHOUT_COLUMNS);

  /** Conditions as early as they can be answered. */
  static final List<RelOptRule> FILTERS =
      List.of(
          FilterMergeRule.Config.DEFAULT.withRelBuilderFactory(BUILDERS).toRule(),
          FilterProjectTransposeRule.Config.DEFAULT.withRelBuilderFactory(BUILDERS).toRule(),
          FilterJoinRule.FilterIntoJoinRule.FilterIntoJoinRuleConfig.DEFAULT
              .withRelBuilderFactory(BUILDERS)
              .toRule(),
          FilterJoinRule.JoinConditionPushRule.JoinConditionPushRuleConfig.DEFAULT
              .withRelBuilderFactory(BUILDERS)
              .toRule(),
          FilterAggregateTransposeRule.Config.DEFAULT.withRelBuilderFactory(BUILDERS).toRule(),
          FilterWindowRule.RULE);

  private static final HepProgram WINDOWS_PROGRAM = program(WINDOWS);
  private static final HepProgram FILTERS_PROGRAM = program(FILTERS);

  private RuleBook() {}

  /**
   * Runs all programs.
   *
   * @param finite whether the result of the query ends
   */
  static RelNode rewrite(RelNode query, boolean finite) {
    RelNode ranked = RunningRanks.rewrite(run(WINDOWS_PROGRAM, Rankings.rewrite(query)));
    RelNode windows = Limits.rewrite(ranked, finite);
    return run(FILTERS_PROGRAM, ClosedGroups.rewrite(GroupingSets.expand(windows)));
  }

  /** A builder that simplifies nothing. */
  static RelBuilder builder(RelOptCluster cluster) {
    return BUILDERS.create(cluster, null);
  }

  private static HepProgram program(List<RelOptRule> rules) {
    return new HepProgramBuilder()
        .addMatchOrder(HepMatchOrder.BOTTOM_UP)
        .addRuleCollection(rules)
        .build();
  }

  private static RelNode run(HepProgram program, RelNode query) {
    HepPlanner planner = new HepPlanner(program, query.getCluster().getPlanner().getContext());
    planner.setExecutor(query.getCluster().getPlanner().getExecutor());
    planner.setRoot(query);
    return planner.findBestExp();
  }
}
