package dev.sash.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelOptUtil.InputFinder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Equalities of computed values in the condition of a join, also of columns that have to be
 * converted: the values become columns of the rows that are joined, so that these can be looked up.
 *
 * <pre>
 *   bid JOIN side ON MOD(auction, 10) = side.k
 *   (SELECT *, MOD(auction, 10) AS m FROM bid) JOIN side ON m = side.k
 * </pre>
 *
 * <p>A table that is looked up stays as it is, and comparisons of times, which may say how far
 * apart rows are.
 */
final class JoinKeys {
  private final Join join;
  private final RexBuilder builder;
  private final int leftWidth;
  private final boolean isTableRight;
  private final List<RexNode> leftColumns;
  private final List<RexNode> rightColumns;

  private JoinKeys(Join join) {
    this.join = join;
    builder = join.getCluster().getRexBuilder();
    leftWidth = join.getLeft().getRowType().getFieldCount();
    isTableRight = join.getRight() instanceof TableScan;
    leftColumns = new ArrayList<>(builder.identityProjects(join.getLeft().getRowType()));
    rightColumns = new ArrayList<>(builder.identityProjects(join.getRight().getRowType()));
  }

  /** The join by columns and what is seen of it, or null for one that has no computed keys. */
  static Programs.@Nullable Chain computed(Join join) {
    return new JoinKeys(join).computed();
  }

  private Programs.@Nullable Chain computed() {
    List<RexNode> keys = new ArrayList<>();
    List<RexNode> others = new ArrayList<>();
    for (RexNode term : RelOptUtil.conjunctions(join.getCondition())) {
      if (!addKey(term, keys)) {
        others.add(term);
      }
    }
    if (keys.isEmpty()) {
      return null;
    }
    int added = leftColumns.size() - leftWidth;
    others.replaceAll(term -> RexUtil.shift(term, leftWidth, added));
    for (int i = 0; i < keys.size(); i += 2) {
      RexNode right = RexUtil.shift(keys.get(i + 1), leftColumns.size());
      others.add(builder.makeCall(SqlStdOperatorTable.EQUALS, keys.get(i), right));
    }
    Join byColumns =
        LogicalJoin.create(
            project(join.getLeft(), leftColumns),
            isTableRight ? join.getRight() : project(join.getRight(), rightColumns),
            List.of(),
            RexUtil.composeConjunction(builder, others),
            Set.of(),
            join.getJoinType());
    return new Programs.Chain(byColumns, seen(byColumns, added));
  }

  private static RelNode project(RelNode input, List<RexNode> columns) {
    List<String> names = new ArrayList<>(input.getRowType().getFieldNames());
    if (columns.size() == names.size()) {
      return input;
    }
    for (RexNode added : columns.subList(names.size(), columns.size())) {
      names.add(RexText.of(added, input.getRowType().getFieldNames()));
    }
    return LogicalProject.create(input, List.of(), columns, names, Set.of());
  }

  /** The columns of the join as it was. */
  private RexProgram seen(Join byColumns, int added) {
    List<RexNode> columns = new ArrayList<>();
    for (int column = 0; column < join.getRowType().getFieldCount(); column++) {
      int source = column < leftWidth ? column : column + added;
      columns.add(RexInputRef.of(source, byColumns.getRowType()));
    }
    return RexProgram.create(byColumns.getRowType(), columns, null, join.getRowType(), builder);
  }

  /** Adds both sides of an equality as columns, each of its own rows, if that is worth it. */
  private boolean addKey(RexNode term, List<RexNode> keys) {
    if (term.getKind() != SqlKind.EQUALS) {
      return false;
    }
    RexNode first = ((RexCall) term).getOperands().get(0);
    RexNode second = ((RexCall) term).getOperands().get(1);
    ImmutableBitSet ofFirst = InputFinder.bits(first);
    boolean isLeft = !ofFirst.isEmpty() && ofFirst.length() <= leftWidth;
    RexNode left = isLeft ? first : second;
    RexNode right = isLeft ? second : first;
    if (!isKey(left, right)) {
      return false;
    }
    keys.add(column(leftColumns, left));
    keys.add(column(rightColumns, RexUtil.shift(right, -leftWidth)));
    return true;
  }

  private boolean isKey(RexNode left, RexNode right) {
    ImmutableBitSet ofLeft = InputFinder.bits(left);
    ImmutableBitSet ofRight = InputFinder.bits(right);
    boolean isApart =
        !ofLeft.isEmpty()
            && ofLeft.length() <= leftWidth
            && !ofRight.isEmpty()
            && ofRight.nth(0) >= leftWidth;
    boolean isPlain = left instanceof RexInputRef && right instanceof RexInputRef;
    return isApart
        && !isPlain
        && (right instanceof RexInputRef || !isTableRight)
        && isComparable(left.getType(), right.getType());
  }

  private static boolean isComparable(RelDataType left, RelDataType right) {
    return left.getSqlTypeName() == right.getSqlTypeName()
        && left.getPrecision() == right.getPrecision()
        && left.getScale() == right.getScale()
        && !SqlTypeUtil.isDatetime(left);
  }

  private RexNode column(List<RexNode> columns, RexNode value) {
    if (value instanceof RexInputRef) {
      return value;
    }
    int known = columns.indexOf(value);
    if (known < 0) {
      columns.add(value);
    }
    return builder.makeInputRef(value.getType(), known < 0 ? columns.size() - 1 : known);
  }
}
