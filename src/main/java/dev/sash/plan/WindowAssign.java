package dev.sash.plan;

import dev.sash.error.SourceSpan;
import dev.sash.sql.WindowFunction;
import dev.sash.window.WindowSpec;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * Gives each row once for every window that its time column is in, with window_start and window_end
 * behind its own columns. What every spelling of HOP and TUMBLE becomes.
 */
final class WindowAssign extends SingleRel {
  private final int timeColumn;
  private final WindowSpec.Hop window;
  private final @Nullable SourceSpan timePlace;

  private WindowAssign(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      Assignment assignment,
      RelDataType rowType) {
    super(cluster, traits, input);
    timeColumn = assignment.timeColumn;
    window = assignment.window;
    timePlace = assignment.timePlace;
    this.rowType = rowType;
  }

  /**
   * What is assigned.
   *
   * @param timeColumn ordinal in the input
   * @param timePlace where the time column stands in the text
   */
  record Assignment(int timeColumn, WindowSpec.Hop window, @Nullable SourceSpan timePlace) {}

  /** A node over an input; its row type is the input's with the two bounds behind. */
  static WindowAssign create(RelNode input, Assignment assignment) {
    RelDataType time = input.getRowType().getFieldList().get(assignment.timeColumn).getType();
    RelDataType bound = input.getCluster().getTypeFactory().createTypeWithNullability(time, false);
    RelDataType rowType =
        input
            .getCluster()
            .getTypeFactory()
            .builder()
            .addAll(input.getRowType().getFieldList())
            .add(WindowFunction.WINDOW_START, bound)
            .add(WindowFunction.WINDOW_END, bound)
            .build();
    return new WindowAssign(input.getCluster(), input.getTraitSet(), input, assignment, rowType);
  }

  /** Ordinal of the event time in the input. */
  int timeColumn() {
    return timeColumn;
  }

  /** Which windows. */
  WindowSpec.Hop window() {
    return window;
  }

  /** Where the time column stands in the text, or null. */
  @Nullable SourceSpan timePlace() {
    return timePlace;
  }

  /** Ordinal of window_start in the output; window_end is the next. */
  int startColumn() {
    return getInput().getRowType().getFieldCount();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new WindowAssign(
        getCluster(),
        traits,
        inputs.get(0),
        new Assignment(timeColumn, window, timePlace),
        getRowType());
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("time", timeColumn)
        .item("slide", window.slideMillis())
        .item("size", window.sizeMillis())
        .item("offset", window.offsetMillis());
  }
}
