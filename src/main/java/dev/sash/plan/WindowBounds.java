package dev.sash.plan;

import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;

/** Which expressions over the rows of a {@link WindowAssign} look at the bounds of the window. */
record WindowBounds(WindowAssign window) {

  private ImmutableBitSet columns() {
    return ImmutableBitSet.range(window.startColumn(), window.startColumn() + 2);
  }

  /** window_start and window_end. */
  List<RelDataTypeField> fields() {
    return window
        .getRowType()
        .getFieldList()
        .subList(window.startColumn(), window.startColumn() + 2);
  }

  /** Whether an expression looks at a bound. */
  boolean touch(RexNode node) {
    return RelOptUtil.InputFinder.bits(node).intersects(columns());
  }

  /** Whether an expression looks at bounds and at nothing else. */
  boolean only(RexNode node) {
    return touch(node) && columns().contains(RelOptUtil.InputFinder.bits(node));
  }

  /** Whether an expression looks at bounds and at the row. */
  boolean mix(RexNode node) {
    return touch(node) && !only(node);
  }
}
