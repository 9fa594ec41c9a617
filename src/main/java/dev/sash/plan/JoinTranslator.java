package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.IntervalJoinOperator;
import dev.sash.runtime.JoinForm;
import dev.sash.sql.QueryConverter;
import dev.sash.sql.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * A join of rows that are in the same window to a {@link PhysicalNode.WindowJoin}, of rows whose
 * times are near each other to a {@link PhysicalNode.IntervalJoin}.
 */
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
  static PlannedRows translate(PhysicalTranslator translator, Join join) {
    if (join instanceof AsofJoin asof) {
      return new PlannedRows(AsofTranslator.translate(translator, asof), null);
    }
    boolean isTableLeft = LookupTranslator.isTable(join.getLeft());
    boolean isTableRight = LookupTranslator.isTable(join.getRight());
    if (isTableLeft && !isTableRight) {
      return translator.translate(LookupTranslator.turned(join));
    }
    if (isTableRight && !(join.getRight() instanceof TableScan)) {
      return translator.translate(LookupTranslator.plain(join));
    }
    Programs.Chain keyed = JoinKeys.computed(join);
    if (keyed != null) {
      return translator.translate(keyed);
    }
    return new PlannedRows(new JoinTranslator(translator, join).translate(), null);
  }

  private PhysicalNode translate() {
    PhysicalNode left = translator.rows(Programs.chain(join.getLeft()));
    if (join.getRight() instanceof TableScan table
        && QueryConverter.table(table.getTable()) != null) {
      return byTable(left, table);
    }
    PhysicalNode right = translator.rows(Programs.chain(join.getRight()));
    WindowInputs.check(left);
    WindowInputs.check(right);
    Schema pair = pair(left.schema(), right.schema());
    split(pair);
    JoinForm.Kind kind = JoinForm.Kind.valueOf(join.getJoinType().name());
    JoinForm form =
        new JoinForm(
            kind, leftKeys, rightKeys, pair, kind.givesRight() ? outer(pair, kind) : left.schema());
    return WindowColumns.isSame(join) ? byWindow(left, right, form) : byInterval(left, right, form);
  }

  private PhysicalNode byTable(PhysicalNode left, TableScan table) {
    WindowInputs.check(left);
    LookupTranslator.checkKind(join);
    Schema pair = pair(left.schema(), QueryConverter.tableSchema(table.getTable()));
    split(pair);
    JoinForm.Kind kind = JoinForm.Kind.valueOf(join.getJoinType().name());
    Schema output = kind.givesRight() ? outer(pair, kind) : left.schema();
    JoinForm form = new JoinForm(kind, leftKeys, rightKeys, pair, output);
    String text = RexText.of(join.getCondition(), pair.names());
    return LookupTranslator.node(
        left, table, form, new PhysicalNode.LookupJoin.Condition(kernel(rest, pair), text));
  }

  private PhysicalNode byWindow(PhysicalNode left, PhysicalNode right, JoinForm form) {
    return new PhysicalNode.WindowJoin(
        new PhysicalNode.Side(
            left, leftWindows.end(), WindowInputs.timeColumn(join.getLeft(), leftWindows)),
        new PhysicalNode.Side(
            right, rightWindows.end(), WindowInputs.timeColumn(join.getRight(), rightWindows)),
        form,
        kernel(rest, form.pair()),
        translator.emit().windowed().once(),
        RexText.of(join.getCondition(), form.pair().names()));
  }

  private PhysicalNode byInterval(PhysicalNode left, PhysicalNode right, JoinForm form) {
    IntervalBounds bounds = IntervalBounds.of(join, rest);
    for (int i = 0; i < leftKeys.size(); i++) {
      bounds.equal(leftKeys.get(i), rightKeys.get(i));
    }
    if (!bounds.isAny()) {
      throw unbounded();
    } else if (!bounds.isBounded()) {
      throw open(bounds);
    }
    return new PhysicalNode.IntervalJoin(
        new PhysicalNode.Side(left, -1, bounds.leftTime()),
        new PhysicalNode.Side(right, -1, bounds.rightTime()),
        form,
        new IntervalJoinOperator.Bounds(bounds.lower(), bounds.upper()),
        kernel(bounds.rest(), form.pair()),
        translator.emit().windowed().once(),
        RexText.of(join.getCondition(), form.pair().names()));
  }

  /** The columns of both sides. */
  private static Schema pair(Schema left, Schema right) {
    List<Field> fields = new ArrayList<>(left.fields());
    fields.addAll(right.fields());
    return new Schema(fields);
  }

  private Schema outer(Schema pair, JoinForm.Kind kind) {
    boolean leftMissing = kind == JoinForm.Kind.RIGHT || kind == JoinForm.Kind.FULL;
    boolean rightMissing = kind == JoinForm.Kind.LEFT || kind == JoinForm.Kind.FULL;
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

  private PhysicalNode.@Nullable Kernel kernel(List<RexNode> terms, Schema pair) {
    RexBuilder builder = translator.builder();
    RexNode condition = RexUtil.composeConjunction(builder, terms, true);
    if (condition == null) {
      return null;
    }
    RelDataType row = TypeMapping.rowType(translator.types(), pair);
    RexProgram program = RexProgram.create(row, List.of(), condition, List.of(), builder);
    return CalcColumns.of(program, pair, translator.types()).kernel();
  }

  private SashException unbounded() {
    return SashException.at(
            translator.places().join(),
            ErrorCode.NOT_SUPPORTED,
            "a join of streams needs windows or times: without a bound each side would have to be"
                + " kept for ever")
        .hint(
            "join rows of the same window: l.window_start = r.window_start AND l.window_end ="
                + " r.window_end; or rows near in time: r.ts BETWEEN l.ts - INTERVAL '1' MINUTE AND"
                + " l.ts");
  }

  private SashException open(IntervalBounds bounds) {
    boolean noUpper = bounds.upper() == Long.MAX_VALUE;
    return SashException.at(
            translator.places().join(),
            ErrorCode.NOT_SUPPORTED,
            "the condition says how "
                + (noUpper ? "early" : "late")
                + " a row of the right side may be, and not how "
                + (noUpper ? "late" : "early")
                + ": its partner would have to be kept for ever")
        .hint("write both ends: r.ts BETWEEN l.ts - INTERVAL '1' MINUTE AND l.ts");
  }
}
