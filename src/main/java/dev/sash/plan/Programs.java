package dev.sash.plan;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexProgramBuilder;

/** Projections and filters that stand on one another, merged into one program. */
final class Programs {
  private Programs() {}

  /**
   * What stands on a node that is neither a projection nor a filter.
   *
   * @param program what is computed from the rows of the base
   */
  record Chain(RelNode base, RexProgram program) {}

  /** The projections and filters from a node downwards, and what they stand on. */
  static Chain chain(RelNode top) {
    RexBuilder builder = top.getCluster().getRexBuilder();
    if (top instanceof Project project) {
      return on(
          project.getInput(),
          RexProgram.create(
              project.getInput().getRowType(),
              project.getProjects(),
              null,
              project.getRowType(),
              builder));
    }
    if (top instanceof Filter filter) {
      return on(
          filter.getInput(),
          RexProgram.create(
              filter.getInput().getRowType(),
              builder.identityProjects(filter.getInput().getRowType()),
              filter.getCondition(),
              filter.getRowType(),
              builder));
    }
    return new Chain(top, RexProgram.createIdentity(top.getRowType()));
  }

  /** What the projections and filters from a node downwards stand on. */
  static RelNode base(RelNode top) {
    RelNode base = top;
    while (base instanceof Project || base instanceof Filter) {
      base = base.getInput(0);
    }
    return base;
  }

  private static Chain on(RelNode input, RexProgram program) {
    Chain below = chain(input);
    return new Chain(
        below.base(), merge(program, below.program(), input.getCluster().getRexBuilder()));
  }

  /** One program that does what the lower, then the upper one does. */
  static RexProgram merge(RexProgram upper, RexProgram lower, RexBuilder builder) {
    return lower.isTrivial() ? upper : RexProgramBuilder.mergePrograms(upper, lower, builder, true);
  }
}
