package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.WindowJoinOperator;
import dev.sash.sql.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/** A join of rows that are in the same window to a {@link PhysicalNode.WindowJoin}. */
final class JoinTranslator {
  private final PhysicalTranslator translator;
  private final Join join;
  private final int leftWidth;
  private final WindowColumns leftWindows;
  private final WindowColumns rightWindows;
  private final List<Integer> leftKeys = new ArrayList<>();
  private final List<Integer> rightKeys = new ArrayList<>();
  private final List<RexNode> rest = new ArrayList<>();

  private JoinTranslator(PhysicalTranslator translator, Join join) {
    this.translator = translator;
    this.join = join;
    leftWidth = join.getLeft().getRowType().getFieldCount();
    leftWindows = WindowColumns.of(join.getLeft());
    rightWindows = WindowColumns.of(join.getRight());
  }

  /** The joined rows. */
  static PhysicalNode translate(PhysicalTranslator translator, Join join) {
    return new JoinTranslator(translator, join).translate();
  }

  private PhysicalNode translate() {
    PhysicalNode left = translator.rows(Programs.chain(join.getLeft()));
    PhysicalNode right = translator.rows(Programs.chain(join.getRight()));
    WindowInputs.check(left);
    WindowInputs.check(right);
    Schema pair = pair(left.schema(), right.schema());
    split(pair);
    boolean sameEnd = equate(leftWindows.ends(), rightWindows.ends());
    boolean sameStart = equate(leftWindows.starts(), rightWindows.starts());
    boolean sameWindows =
        leftWindows.window() != null && leftWindows.window().equals(rightWindows.window());
    if (!sameEnd && !(sameStart && sameWindows)
        || leftWindows.end() < 0
        || rightWindows.end() < 0) {
      throw noWindow();
    }
    RexBuilder builder = translator.builder();
    RexNode condition = RexUtil.composeConjunction(builder, rest, true);
    WindowJoinOperator.Kind kind = WindowJoinOperator.Kind.valueOf(join.getJoinType().name());
    return new PhysicalNode.WindowJoin(
        new PhysicalNode.WindowJoin.Side(
            left, leftWindows.end(), WindowInputs.timeColumn(join.getLeft(), leftWindows)),
        new PhysicalNode.WindowJoin.Side(
            right, rightWindows.end(), WindowInputs.timeColumn(join.getRight(), rightWindows)),
        new WindowJoinOperator.Form(
            kind, leftKeys, rightKeys, pair, kind.givesRight() ? outer(pair, kind) : left.schema()),
        condition == null ? null : kernel(condition, pair),
        translator.emit().windowed().once(),
        RexText.of(join.getCondition(), pair.names()));
  }

  /** The columns of both sides. */
  private static Schema pair(Schema left, Schema right) {
    List<Field> fields = new ArrayList<>(left.fields());
    fields.addAll(right.fields());
    return new Schema(fields);
  }

  private Schema outer(Schema pair, WindowJoinOperator.Kind kind) {
    boolean leftMissing =
        kind == WindowJoinOperator.Kind.RIGHT || kind == WindowJoinOperator.Kind.FULL;
    boolean rightMissing =
        kind == WindowJoinOperator.Kind.LEFT || kind == WindowJoinOperator.Kind.FULL;
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < pair.size(); i++) {
      boolean mayMiss = i < leftWidth ? leftMissing : rightMissing;
      DataType type = pair.type(i);
      fields.add(new Field(pair.field(i).name(), mayMiss ? type.nullable(true) : type));
    }
    return new Schema(fields);
  }

  /** Columns that must be equal, and what else must be true. */
  private void split(Schema pair) {
    for (RexNode term : RelOptUtil.conjunctions(join.getCondition())) {
      if (term.getKind() != SqlKind.EQUALS || !addKey((RexCall) term, pair)) {
        rest.add(term);
      }
    }
  }

  private boolean addKey(RexCall equals, Schema pair) {
    if (!(equals.getOperands().get(0) instanceof RexInputRef first)
        || !(equals.getOperands().get(1) instanceof RexInputRef second)) {
      return false;
    }
    int left = Math.min(first.getIndex(), second.getIndex());
    int right = Math.max(first.getIndex(), second.getIndex());
    if (left >= leftWidth || right < leftWidth) {
      return false;
    }
    if (!isComparable(pair.type(left), pair.type(right))) {
      return false;
    }
    leftKeys.add(left);
    rightKeys.add(right - leftWidth);
    return true;
  }

  /** Whether equal values have equal codes: others are compared as the condition says. */
  private static boolean isComparable(DataType left, DataType right) {
    return left.kind() == right.kind()
        && left.scale() == right.scale()
        && (left.kind() != DataType.Kind.DECIMAL || left.precision() == right.precision());
  }

  private boolean equate(Set<Integer> left, Set<Integer> right) {
    for (int i = 0; i < leftKeys.size(); i++) {
      if (left.contains(leftKeys.get(i)) && right.contains(rightKeys.get(i))) {
        return true;
      }
    }
    return false;
  }

  private PhysicalNode.Kernel kernel(RexNode condition, Schema pair) {
    RelDataType row = TypeMapping.rowType(translator.types(), pair);
    RexProgram program =
        RexProgram.create(row, List.of(), condition, List.of(), translator.builder());
    return Objects.requireNonNull(CalcColumns.of(program, pair, translator.types()).kernel());
  }

  private SashException noWindow() {
    return SashException.at(
            translator.places().join(),
            ErrorCode.NOT_SUPPORTED,
            "a join of streams needs a window on both sides, and a condition that it is the same:"
                + " without one each side would have to be kept for ever")
        .hint(
            "write FROM TABLE(TUMBLE(TABLE a, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) AS l JOIN"
                + " TABLE(TUMBLE(TABLE b, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) AS r ON"
                + " l.window_start = r.window_start AND l.window_end = r.window_end; or make a"
                + " materialized view over each stream and join the views");
  }
}
