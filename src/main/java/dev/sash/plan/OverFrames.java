package dev.sash.plan;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.runtime.OverFrame;
import dev.sash.time.DurationText;
import java.math.BigDecimal;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** ROWS and RANGE to an {@link OverFrame}. */
final class OverFrames {
  private static final String FRAMES =
      "write ROWS or RANGE BETWEEN ... PRECEDING AND CURRENT ROW, with a number of rows, an INTERVAL"
          + " or UNBOUNDED";

  private final String function;
  private final @Nullable SourceSpan place;

  /** For a function that stands at a place. */
  OverFrames(String function, @Nullable SourceSpan place) {
    this.function = function;
    this.place = place;
  }

  /**
   * The frame of a window.
   *
   * @throws SashException for one that holds rows behind the current one
   */
  OverFrame of(RexWindow window) {
    RexWindowBound upper = window.getUpperBound();
    RexWindowBound lower = window.getLowerBound();
    if (upper.isFollowing()) {
      throw refused("a frame that ends behind its row is not supported yet: " + upper);
    }
    if (!upper.isCurrentRow()) {
      throw refused("a frame that ends before its row is not supported yet: " + upper);
    }
    if (window.getExclude() != RexWindowExclusion.EXCLUDE_NO_OTHER) {
      throw refused("EXCLUDE is not supported yet in a frame");
    }
    if (lower.isUnbounded()) {
      return new OverFrame(window.isRows(), OverFrame.UNBOUNDED);
    }
    return new OverFrame(window.isRows(), lower.isCurrentRow() ? 0 : offset(lower));
  }

  private long offset(RexWindowBound bound) {
    RexNode offset = bound.getOffset();
    BigDecimal value =
        offset instanceof RexLiteral literal ? literal.getValueAs(BigDecimal.class) : null;
    if (value == null || SqlTypeName.YEAR_INTERVAL_TYPES.contains(offset.getType().getSqlTypeName())) {
      throw refused("a frame needs a number of rows, or an INTERVAL of days to seconds: " + bound);
    }
    if (value.signum() < 0 || value.precision() - value.scale() > 15) {
      throw refused("a frame needs a length from 0 to 10 000 years: " + bound);
    }
    return value.longValue();
  }

  /** How a frame that is not the default is written. */
  static String text(OverFrame frame) {
    if (frame.isUnbounded()) {
      return frame.byRows() ? " ROWS UNBOUNDED PRECEDING" : "";
    }
    return frame.byRows()
        ? " ROWS " + frame.preceding() + " PRECEDING"
        : " RANGE " + DurationText.format(frame.preceding()) + " PRECEDING";
  }

  private SashException refused(String message) {
    return SashException.at(place, ErrorCode.NOT_SUPPORTED, function + " OVER: " + message)
        .hint(FRAMES);
  }
}
