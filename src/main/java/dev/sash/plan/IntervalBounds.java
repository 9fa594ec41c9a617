package dev.sash.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * What a condition says of the distance between the event times of two sides: comparisons of one
 * time with the other, each with intervals added or subtracted.
 *
 * <pre>
 *   r.ts BETWEEN l.ts - INTERVAL '1' MINUTE AND l.ts      right - left in [-60000, 0]
 *   l.ts + INTERVAL '5' SECOND > r.ts                     right - left in (.., 4999]
 * </pre>
 */
final class IntervalBounds {
  private final Join join;
  private final int leftWidth;
  private int leftTime = -1;
  private int rightTime = -1;
  private long lower = Long.MIN_VALUE;
  private long upper = Long.MAX_VALUE;
  private final List<RexNode> rest = new ArrayList<>();

  private IntervalBounds(Join join) {
    this.join = join;
    leftWidth = join.getLeft().getRowType().getFieldCount();
  }

  /** A column and what is added to it. */
  private record Shifted(int column, long millis) {}

  /** The bounds among the terms of a condition. */
  static IntervalBounds of(Join join, List<RexNode> terms) {
    IntervalBounds bounds = new IntervalBounds(join);
    for (RexNode term : terms) {
      if (!(term instanceof RexCall call) || !bounds.narrow(call)) {
        bounds.rest.add(term);
      }
    }
    return bounds;
  }

  /** Takes in that two columns, each counted on its side, are equal. */
  void equal(int left, int right) {
    if (isTime(left, right + leftWidth)) {
      narrow(SqlKind.EQUALS, 0);
    }
  }

  private boolean narrow(RexCall comparison) {
    boolean compares =
        switch (comparison.getKind()) {
          case EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL -> true;
          default -> false;
        };
    Shifted first = compares ? shifted(comparison.getOperands().get(0)) : null;
    Shifted second = compares ? shifted(comparison.getOperands().get(1)) : null;
    if (first == null || second == null || isLeft(first) == isLeft(second)) {
      return false;
    }
    SqlKind kind = isLeft(first) ? comparison.getKind() : comparison.getKind().reverse();
    Shifted left = isLeft(first) ? first : second;
    Shifted right = isLeft(first) ? second : first;
    if (!isTime(left.column, right.column)) {
      return false;
    }
    // left + a <= right + b where right - left >= a - b
    narrow(kind, left.millis - right.millis);
    return true;
  }

  private void narrow(SqlKind kind, long distance) {
    switch (kind) {
      case LESS_THAN_OR_EQUAL -> lower = Math.max(lower, distance);
      case LESS_THAN -> lower = Math.max(lower, distance + 1);
      case GREATER_THAN_OR_EQUAL -> upper = Math.min(upper, distance);
      case GREATER_THAN -> upper = Math.min(upper, distance - 1);
      default -> {
        lower = Math.max(lower, distance);
        upper = Math.min(upper, distance);
      }
    }
  }

  private boolean isLeft(Shifted time) {
    return time.column < leftWidth;
  }

  /** Whether these are the event times by which the join goes. */
  private boolean isTime(int left, int right) {
    RelNode rightRows = join.getRight();
    if (leftTime < 0
        && EventTime.is(join.getLeft(), left)
        && EventTime.is(rightRows, right - leftWidth)) {
      leftTime = left;
      rightTime = right - leftWidth;
    }
    return leftTime == left && rightTime == right - leftWidth;
  }

  /** A column of a timestamp with an interval added, or null. */
  private static @Nullable Shifted shifted(RexNode expression) {
    RexNode node = RexUtil.removeCast(expression);
    if (node instanceof RexInputRef column) {
      return SqlTypeName.DATETIME_TYPES.contains(column.getType().getSqlTypeName())
          ? new Shifted(column.getIndex(), 0)
          : null;
    }
    if (!(node instanceof RexCall call) || call.getOperands().size() != 2) {
      return null;
    }
    boolean minus = call.getKind() == SqlKind.MINUS || call.getKind() == SqlKind.CHECKED_MINUS;
    boolean plus = call.getKind() == SqlKind.PLUS || call.getKind() == SqlKind.CHECKED_PLUS;
    if (!minus && !plus) {
      return null;
    }
    Shifted base = shifted(call.getOperands().get(0));
    Long length = length(call.getOperands().get(1));
    if (base == null && plus) {
      base = shifted(call.getOperands().get(1));
      length = length(call.getOperands().get(0));
    }
    return base == null || length == null
        ? null
        : new Shifted(base.column, base.millis + (minus ? -length : length));
  }

  private static @Nullable Long length(RexNode node) {
    if (!(node instanceof RexLiteral literal)
        || !SqlTypeName.DAY_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName())) {
      return null;
    }
    BigDecimal millis = literal.getValueAs(BigDecimal.class);
    return millis == null ? null : millis.longValue();
  }

  /** Whether both ends are bound, so that rows need not wait for ever. */
  boolean isBounded() {
    return lower != Long.MIN_VALUE && upper != Long.MAX_VALUE;
  }

  /** Whether the condition compares event times at all. */
  boolean isAny() {
    return leftTime >= 0;
  }

  long lower() {
    return lower;
  }

  long upper() {
    return upper;
  }

  /** Ordinal of the event time of the left side. */
  int leftTime() {
    return leftTime;
  }

  /** Ordinal of the event time in the rows of the right side. */
  int rightTime() {
    return rightTime;
  }

  /** What else must be true. */
  List<RexNode> rest() {
    return rest;
  }
}
