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
  static final String FRAMES =
      "write ROWS or RANGE BETWEEN ... PRECEDING AND CURRENT ROW, with a number of rows, an"
          + " INTERVAL or UNBOUNDED; it may end with ... PRECEDING too, a bounded one with ..."
          + " FOLLOWING";

  private final String function;
  private final boolean mayBeWhole;
  private final @Nullable SourceSpan place;

  /**
   * For a function that stands at a place.
   *
   * @param mayBeWhole whether there is no order, so that all rows of a partition are equal in it
   */
  OverFrames(String function, boolean mayBeWhole, @Nullable SourceSpan place) {
    this.function = function;
    this.mayBeWhole = mayBeWhole;
    this.place = place;
  }

  /**
   * The frame of a window.
   *
   * @throws SashException for one that would have to wait for the end
   */
  OverFrame of(RexWindow window) {
    RexWindowBound lower = window.getLowerBound();
    RexWindowBound upper = window.getUpperBound();
    boolean endless = upper.isUnbounded() && upper.isFollowing();
    if (endless && mayBeWhole && lower.isUnbounded()) {
      return new OverFrame(false, OverFrame.UNBOUNDED);
    }
    if (endless) {
      throw refused("a frame without an end would have to wait for the end of the stream");
    }
    if (window.getExclude() != RexWindowExclusion.EXCLUDE_NO_OTHER) {
      throw refused("EXCLUDE is not supported yet in a frame");
    }
    long following = distance(upper);
    if (!lower.isUnbounded()) {
      long preceding = -distance(lower);
      if (preceding < -following) {
        throw refused("a frame must not end before it begins");
      }
      return new OverFrame(window.isRows(), preceding, following);
    }
    if (following > 0) {
      throw refused("a frame from the first row on must not end behind its row");
    }
    return new OverFrame(window.isRows(), OverFrame.UNBOUNDED, following);
  }

  /** How far behind its row a bound lies, less than 0 before it. */
  private long distance(RexWindowBound bound) {
    if (bound.isCurrentRow()) {
      return 0;
    }
    return bound.isPreceding() ? -offset(bound) : offset(bound);
  }

  private long offset(RexWindowBound bound) {
    RexNode offset = bound.getOffset();
    BigDecimal value =
        offset instanceof RexLiteral literal ? literal.getValueAs(BigDecimal.class) : null;
    if (value == null
        || SqlTypeName.YEAR_INTERVAL_TYPES.contains(offset.getType().getSqlTypeName())) {
      throw refused("a frame needs a number of rows, or an INTERVAL of days to seconds");
    }
    if (value.signum() < 0 || value.precision() - value.scale() > 15) {
      throw refused("a frame needs a length from 0 to 10 000 years");
    }
    return value.longValue();
  }

  /** How a frame that is not the default is written. */
  static String text(OverFrame frame) {
    if (frame.isUnbounded() && frame.following() == 0) {
      return frame.byRows() ? " ROWS UNBOUNDED PRECEDING" : "";
    }
    String unit = frame.byRows() ? " ROWS " : " RANGE ";
    String lower =
        frame.isUnbounded() ? "UNBOUNDED PRECEDING" : bound(-frame.preceding(), frame.byRows());
    return frame.following() == 0
        ? unit + lower
        : unit + "BETWEEN " + lower + " AND " + bound(frame.following(), frame.byRows());
  }

  private static String bound(long distance, boolean byRows) {
    if (distance == 0) {
      return "CURRENT ROW";
    }
    long length = Math.abs(distance);
    return (byRows ? String.valueOf(length) : DurationText.format(length))
        + (distance < 0 ? " PRECEDING" : " FOLLOWING");
  }

  private SashException refused(String message) {
    return SashException.at(place, ErrorCode.NOT_SUPPORTED, function + " OVER: " + message)
        .hint(FRAMES);
  }
}
