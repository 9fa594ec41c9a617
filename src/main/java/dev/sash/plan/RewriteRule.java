package dev.sash.plan;

import java.util.function.Consumer;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.tools.RelBuilderFactory;

/**
 * A rule as a value: what it matches and what it then does. Spares the generated configuration
 * classes that Calcite's own rules have.
 */
record RewriteRule(
    String description, RelRule.OperandTransform operandSupplier, Consumer<RelOptRuleCall> body)
    implements RelRule.Config {

  @Override
  public RelBuilderFactory relBuilderFactory() {
    return RelFactories.LOGICAL_BUILDER;
  }

  @Override
  public RewriteRule withRelBuilderFactory(RelBuilderFactory factory) {
    return this;
  }

  @Override
  public RewriteRule withDescription(String changed) {
    return new RewriteRule(changed, operandSupplier, body);
  }

  @Override
  public RewriteRule withOperandSupplier(RelRule.OperandTransform changed) {
    return new RewriteRule(description, changed, body);
  }

  @Override
  public Rule toRule() {
    return new Rule(this);
  }

  /** The rule as Calcite's planners take it. */
  static final class Rule extends RelRule<RewriteRule> {
    Rule(RewriteRule config) {
      super(config);
    }

    @Override
    public void onMatch(RelOptRuleCall call) {
      config.body.accept(call);
    }
  }
}
