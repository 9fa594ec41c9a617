package dev.sash.plan;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Gives each row with what functions with OVER say of it, in columns behind its own. The functions
 * have one partition and one order; each has its own frame.
 */
final class OverRows extends SingleRel {
  private final Place place;
  private final List<Call> calls;

  private OverRows(
      RelTraitSet traits, RelNode input, Place place, List<Call> calls, RelDataType rowType) {
    super(input.getCluster(), traits, input);
    this.place = place;
    this.calls = calls;
    this.rowType = rowType;
  }

  /** How far functions look: those of a node look equally far. In the order of the nodes. */
  enum Reach {
    /** Back from the row itself, or at the whole partition. */
    BACK,
    /** To a number of rows before it. */
    BEFORE_ROWS,
    /** To a time before it. */
    BEFORE_TIME,
    /** To a time behind it: rows wait for that, and have no event time any more. */
    AHEAD_BY_TIME,
    /** To a number of rows behind it: as with time. */
    AHEAD_BY_ROWS;

    /** That of a call. */
    static Reach of(RexOver call) {
      RexWindowBound end = call.getWindow().getUpperBound();
      boolean rows = call.getWindow().isRows();
      if (call.getKind() == SqlKind.LEAD) {
        return AHEAD_BY_ROWS;
      } else if (call.getKind() == SqlKind.LAG || end.isCurrentRow() || isWhole(call)) {
        return BACK;
      } else if (end.isPreceding() && call.getWindow().getLowerBound().isUnbounded()) {
        return BACK;
      } else if (end.isFollowing()) {
        return rows ? AHEAD_BY_ROWS : AHEAD_BY_TIME;
      }
      return rows ? BEFORE_ROWS : BEFORE_TIME;
    }

    /** Whether a call says the same of all rows of a partition, so that no order matters. */
    static boolean isWhole(RexOver call) {
      RexWindow window = call.getWindow();
      boolean isFrameAll =
          window.getLowerBound().isUnbounded()
              && window.getUpperBound().isUnbounded()
              && window.getUpperBound().isFollowing();
      return isFrameAll && (window.orderKeys.isEmpty() || !givesOneRow(call));
    }

    private static boolean givesOneRow(RexOver call) {
      return switch (call.getAggOperator().getName()) {
        case "FIRST_VALUE", "LAST_VALUE", "NTH_VALUE" -> true;
        default -> false;
      };
    }

    /** Whether rows wait for those behind them. */
    boolean waits() {
      return this == AHEAD_BY_TIME || this == AHEAD_BY_ROWS;
    }
  }

  /**
   * Where a row stands.
   *
   * @param partition ordinals in the input
   * @param order the keys of ORDER BY
   * @param reach what the functions look at
   */
  record Place(List<Integer> partition, List<RelFieldCollation> order, Reach reach) {
    Place {
      partition = List.copyOf(partition);
      order = List.copyOf(order);
    }
  }

  /**
   * A function.
   *
   * @param window has the frame, and partition and order in terms of another input; null where the
   *     function has no frame
   * @param arguments one for each operand
   * @param type of the result
   */
  record Call(
      SqlAggFunction function,
      @Nullable RexWindow window,
      List<Argument> arguments,
      boolean distinct,
      boolean ignoresNulls,
      RelDataType type) {
    Call {
      arguments = List.copyOf(arguments);
    }

    /** One of the numbers of rows of another node. */
    static Call rank(String function, RankedRows ranked, int ordinal) {
      SqlAggFunction operator =
          switch (function) {
            case "ROW_NUMBER" -> SqlStdOperatorTable.ROW_NUMBER;
            case "RANK" -> SqlStdOperatorTable.RANK;
            case "DENSE_RANK" -> SqlStdOperatorTable.DENSE_RANK;
            default -> throw new AssertionError(function);
          };
      RelDataType type =
          ranked.getRowType().getFieldList().get(ranked.firstNumber() + ordinal).getType();
      return new Call(operator, null, List.of(), false, false, type);
    }

    String name() {
      return function.getName();
    }
  }

  /**
   * An argument.
   *
   * @param column ordinal in the input
   * @param literal what it is where it is written in the query, else null
   */
  record Argument(int column, @Nullable RexLiteral literal) {}

  /** A node over an input, with a column for each call behind the input's. */
  static OverRows create(RelNode input, Place place, List<Call> calls) {
    RelDataTypeFactory.Builder row = input.getCluster().getTypeFactory().builder();
    row.addAll(input.getRowType().getFieldList());
    for (int i = 0; i < calls.size(); i++) {
      row.add("$" + row.getFieldCount(), calls.get(i).type);
    }
    return new OverRows(input.getTraitSet(), input, place, List.copyOf(calls), row.build());
  }

  Place place() {
    return place;
  }

  /** Whether the partitions are parts of windows: then rows come when those close. */
  boolean isByWindow() {
    WindowColumns windows = WindowColumns.of(getInput());
    return windows.end() >= 0
        && place.partition.stream()
            .anyMatch(key -> windows.ends().contains(key) || windows.starts().contains(key));
  }

  /** Whether rows come later than the watermark passes them. */
  boolean waits() {
    return place.reach.waits() && !isByWindow();
  }

  List<Call> calls() {
    return calls;
  }

  /** Ordinal of the first result in the output. */
  int firstResult() {
    return getInput().getRowType().getFieldCount();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new OverRows(traits, inputs.get(0), place, calls, getRowType());
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("partition", place.partition)
        .item("order", place.order)
        .item("calls", calls.stream().map(Call::toString).toList());
  }
}
