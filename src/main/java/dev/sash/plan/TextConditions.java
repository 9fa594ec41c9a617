package dev.sash.plan;

import java.util.function.Predicate;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.Util;

/** Finds conditions that are evaluated once for each entry of a dictionary. */
final class TextConditions {
  private TextConditions() {}

  /** The text that a condition is over if it reads nothing else and is worth remembering, or -1. */
  static int rememberedText(RexNode node) {
    if (!(node instanceof RexCall)
        || node.getType().getSqlTypeName() != SqlTypeName.BOOLEAN
        || isNullTest(node)) {
      return -1;
    }
    ImmutableBitSet inputs = RelOptUtil.InputFinder.bits(node);
    return inputs.cardinality() == 1 && isConstantOtherwise(node) && readsText(node)
        ? inputs.nth(0)
        : -1;
  }

  private static boolean isNullTest(RexNode node) {
    return (node.getKind() == SqlKind.IS_NULL || node.getKind() == SqlKind.IS_NOT_NULL)
        && ((RexCall) node).getOperands().get(0) instanceof RexInputRef;
  }

  private static boolean isConstantOtherwise(RexNode node) {
    return !contains(
        node,
        part ->
            part instanceof RexCall call
                && (!call.getOperator().isDeterministic()
                    || call.getOperator().isDynamicFunction()));
  }

  private static boolean readsText(RexNode node) {
    return contains(
        node, part -> part instanceof RexInputRef && SqlTypeUtil.isCharacter(part.getType()));
  }

  private static boolean contains(RexNode node, Predicate<RexNode> predicate) {
    try {
      node.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitInputRef(RexInputRef reference) {
              return test(reference);
            }

            @Override
            public Void visitCall(RexCall call) {
              test(call);
              return super.visitCall(call);
            }

            private Void test(RexNode part) {
              if (predicate.test(part)) {
                throw Util.FoundOne.NULL;
              }
              return null;
            }
          });
      return false;
    } catch (Util.FoundOne e) {
      return true;
    }
  }
}
