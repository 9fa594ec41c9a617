package dev.sash.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Set operations that give each row once, as groups of all columns: UNION of the rows of both
 * sides, INTERSECT and EXCEPT of those rows of the first that have an equal one in the second, or
 * none. Here NULL is equal to NULL.
 *
 * <pre>
 *   a INTERSECT b    SELECT DISTINCT * FROM a SEMI JOIN b ON all columns are equal
 *   a EXCEPT b       SELECT DISTINCT * FROM a ANTI JOIN b ON all columns are equal
 * </pre>
 */
final class SetOperations extends RelHomogeneousShuttle {

  /** A query whose only set operation is UNION ALL. */
  static RelNode rewrite(RelNode query) {
    return query.accept(new SetOperations());
  }

  @Override
  public RelNode visit(RelNode node) {
    RelNode visited = super.visit(node);
    if (!(visited instanceof SetOp operation) || operation.all) {
      return visited;
    }
    List<RelNode> inputs = operation.getInputs();
    if (operation instanceof Union) {
      return distinct(LogicalUnion.create(inputs, true));
    }
    RelNode rows = inputs.get(0);
    JoinRelType type = operation instanceof Minus ? JoinRelType.ANTI : JoinRelType.SEMI;
    boolean known = operation instanceof Minus || operation instanceof Intersect;
    for (RelNode other : known ? inputs.subList(1, inputs.size()) : List.<RelNode>of()) {
      rows = LogicalJoin.create(rows, other, List.of(), equal(rows, other), Set.of(), type);
    }
    return distinct(rows);
  }

  private static RelNode distinct(RelNode rows) {
    ImmutableBitSet all = ImmutableBitSet.range(rows.getRowType().getFieldCount());
    return LogicalAggregate.create(rows, List.of(), all, List.of(all), List.of());
  }

  private static RexNode equal(RelNode left, RelNode right) {
    RexBuilder builder = left.getCluster().getRexBuilder();
    int width = left.getRowType().getFieldCount();
    List<RexNode> terms = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      RexNode own = builder.makeInputRef(left, i);
      RexNode theirs =
          new RexInputRef(width + i, right.getRowType().getFieldList().get(i).getType());
      RexNode equal = builder.makeCall(SqlStdOperatorTable.EQUALS, own, theirs);
      boolean mayBeNull = own.getType().isNullable() && theirs.getType().isNullable();
      terms.add(
          mayBeNull
              ? builder.makeCall(
                  SqlStdOperatorTable.OR,
                  equal,
                  builder.makeCall(
                      SqlStdOperatorTable.AND,
                      builder.makeCall(SqlStdOperatorTable.IS_NULL, own),
                      builder.makeCall(SqlStdOperatorTable.IS_NULL, theirs)))
              : equal);
    }
    return RexUtil.composeConjunction(builder, terms);
  }
}
