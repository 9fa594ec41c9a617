package dev.sash.plan;

import dev.sash.data.Field;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.window.WindowSpec;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/**
 * What an aggregate reads and in which windows.
 *
 * @param rows what its keys and arguments are computed from
 * @param time the event time of such a row; null without windows
 * @param window the windows of the operator
 * @param assigned what gave the windows their names, or null
 */
record AggregateFrame(
    RelNode rows, @Nullable RexNode time, WindowSpec window, @Nullable WindowAssign assigned) {

  /** One window over all time. */
  static AggregateFrame global(RelNode rows) {
    return new AggregateFrame(rows, null, new WindowSpec.Global(), null);
  }

  /** The windows in the aggregate: it takes each row once. */
  static AggregateFrame of(WindowAssign window, RexBuilder builder) {
    RelNode rows = window.getInput();
    RexNode time = window.timeColumn() < 0 ? null : builder.makeInputRef(rows, window.timeColumn());
    return new AggregateFrame(rows, time, window.window(), window);
  }

  /** The rows once for each of their windows, which they stand for at its last instant. */
  static AggregateFrame expanded(WindowAssign window, RexBuilder builder) {
    if (!(window.window() instanceof WindowSpec.Aligned aligned)) {
      throw SashException.at(
              window.timePlace(),
              ErrorCode.NOT_SUPPORTED,
              "columns of a row and bounds of its window in one expression need windows that do"
                  + " not depend on rows: these have their bounds only when no row comes any more")
          .hint("compare the columns with constants, or the window with constants");
    }
    RexNode time = WindowTime.of(builder.makeInputRef(window, window.startColumn() + 1), builder);
    return new AggregateFrame(window, time, new WindowSpec.Ends(aligned), window);
  }

  /** The columns window_start and window_end of the operator. */
  List<Field> boundFields() {
    if (assigned == null) {
      throw new AssertionError(this);
    }
    return PhysicalTranslator.boundFields(assigned);
  }

  /** An expression over the bounds of the windows, over the columns of the aggregate. */
  RexNode bound(WindowBounds bounds, RexNode node, int keyCount) {
    int start = bounds.window().startColumn();
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(ref.getIndex() - start + keyCount, ref.getType());
          }
        });
  }
}
