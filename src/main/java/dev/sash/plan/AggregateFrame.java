package dev.sash.plan;

import dev.sash.data.Field;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.window.WindowSpec;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * What an aggregate reads and in which windows.
 *
 * @param rows what its keys and arguments are computed from
 * @param time the event time of such a row; null without windows
 * @param window the windows of the operator
 * @param assigned what gave the windows their names, or null
 * @param startBefore how long before its end a window starts, where the operator's windows are
 *     shorter; else 0
 */
record AggregateFrame(
    RelNode rows,
    @Nullable RexNode time,
    WindowSpec window,
    @Nullable WindowAssign assigned,
    long startBefore) {

  /** One window over all time. */
  static AggregateFrame global(RelNode rows) {
    return new AggregateFrame(rows, null, new WindowSpec.Global(), null, 0);
  }

  /** The windows in the aggregate: it takes each row once. */
  static AggregateFrame of(WindowAssign window, RexBuilder builder) {
    RelNode rows = window.getInput();
    RexNode time = window.timeColumn() < 0 ? null : builder.makeInputRef(rows, window.timeColumn());
    return new AggregateFrame(rows, time, window.window(), window, 0);
  }

  /**
   * The rows once for each of their windows. Windows that end at different times are told apart by
   * tumbling windows as long as the slide, of which the last instant of a window is in one:
   *
   * <pre>
   *   HOP slide 5, size 10:  [0, 10)   [5, 15)    [10, 20)
   *   last instant           9         14         19
   *   TUMBLE size 5          [5, 10)   [10, 15)   [15, 20)
   * </pre>
   */
  static AggregateFrame expanded(WindowAssign window, RexBuilder builder) {
    WindowSpec spec = window.window();
    if (!(spec instanceof WindowSpec.Hop hop)) {
      throw SashException.at(
              window.timePlace(),
              ErrorCode.NOT_SUPPORTED,
              "columns of a row and bounds of its window in one expression are not supported yet"
                  + " for these windows")
          .hint("compare the columns with constants, or the window with constants");
    }
    RexNode time = WindowTime.of(builder.makeInputRef(window, window.startColumn() + 1), builder);
    WindowSpec.Hop ends =
        new WindowSpec.Hop(
            hop.slideMillis(), hop.slideMillis(), hop.offsetMillis() + hop.sizeMillis());
    return new AggregateFrame(window, time, ends, window, hop.sizeMillis());
  }

  /** The columns window_start and window_end of the operator. */
  List<Field> boundFields() {
    if (assigned == null) {
      throw new AssertionError(this);
    }
    return PhysicalTranslator.boundFields(assigned);
  }

  /** An expression over the bounds of the windows, over the columns of the aggregate. */
  RexNode bound(WindowBounds bounds, RexNode node, int keyCount, RexBuilder builder) {
    int start = bounds.window().startColumn();
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return ref.getIndex() == start && startBefore > 0
                ? start(new RexInputRef(keyCount + 1, ref.getType()), builder)
                : new RexInputRef(ref.getIndex() - start + keyCount, ref.getType());
          }
        });
  }

  private RexNode start(RexInputRef end, RexBuilder builder) {
    RexNode size =
        builder.makeIntervalLiteral(
            BigDecimal.valueOf(startBefore),
            new SqlIntervalQualifier(TimeUnit.SECOND, null, SqlParserPos.ZERO));
    return builder.makeCall(end.getType(), SqlStdOperatorTable.MINUS_DATE, List.of(end, size));
  }
}
