package dev.sash.plan;

import dev.sash.error.SourceSpan;
import dev.sash.sql.WindowForm;
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
 * behind its own columns. What every spelling of a window becomes.
 */
final class WindowAssign extends SingleRel {
  private final Assignment assignment;

  private WindowAssign(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      Assignment assignment,
      RelDataType rowType) {
    super(cluster, traits, input);
    this.assignment = assignment;
    this.rowType = rowType;
  }

  /**
   * What is assigned.
   *
   * @param timeColumn ordinal in the input; -1 for windows of rows and by processing time
   * @param keyColumns ordinals of the columns of PARTITION BY
   * @param form where the window was written
   * @param timePlace where the time column stands in the text
   */
  record Assignment(
      WindowSpec window,
      int timeColumn,
      List<Integer> keyColumns,
      WindowForm form,
      @Nullable SourceSpan timePlace) {}

  /** A node over an input; its row type is the input's with the two bounds behind. */
  static WindowAssign create(RelNode input, Assignment assignment, RelDataType bounds) {
    RelDataType rowType =
        input
            .getCluster()
            .getTypeFactory()
            .builder()
            .addAll(input.getRowType().getFieldList())
            .addAll(bounds.getFieldList())
            .build();
    return new WindowAssign(input.getCluster(), input.getTraitSet(), input, assignment, rowType);
  }

  /** Ordinal of the event time in the input; -1 without one. */
  int timeColumn() {
    return assignment.timeColumn;
  }

  /** Which windows. */
  WindowSpec window() {
    return assignment.window;
  }

  /** Ordinals in the input of the columns of PARTITION BY. */
  List<Integer> keyColumns() {
    return assignment.keyColumns;
  }

  /** Whether windows go by processing time. */
  boolean isByArrival() {
    return assignment.timeColumn < 0 && !(assignment.window instanceof WindowSpec.RowCount);
  }

  /** Whether the key of sessions and of windows of rows is that of GROUP BY. */
  boolean isPerGroup() {
    return assignment.form != WindowForm.TABLE;
  }

  /** Whether a row's windows depend on other rows, so that a filter above is not one below. */
  boolean dependsOnRows() {
    return !(assignment.window instanceof WindowSpec.Aligned);
  }

  /** Whether WHERE comes before the windows are made: that of {@code GROUP BY SESSION(...)}. */
  boolean filtersFirst() {
    return !dependsOnRows() || assignment.form == WindowForm.GROUP;
  }

  /** Where the time column stands in the text, or null. */
  @Nullable SourceSpan timePlace() {
    return assignment.timePlace;
  }

  /**
   * Whether a column of the output says which of the windows of a key it is. Both bounds do, but
   * for windows of which several start together.
   */
  boolean isNamedBy(int column) {
    boolean sharesStarts =
        assignment.window instanceof WindowSpec.Cumulate
            || assignment.window instanceof WindowSpec.RowCount
            || assignment.window instanceof WindowSpec.Civil civil
                && !civil.slide().equals(civil.size());
    return column == startColumn() + 1 || column == startColumn() && !sharesStarts;
  }

  /** Ordinal of window_start in the output; window_end is the next. */
  int startColumn() {
    return getInput().getRowType().getFieldCount();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new WindowAssign(getCluster(), traits, inputs.get(0), assignment, getRowType());
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("window", assignment.window)
        .item("time", assignment.timeColumn)
        .item("keys", assignment.keyColumns)
        .item("form", assignment.form);
  }
}
