package dev.sash.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.Util;

/**
 * Makes AND and OR stop at the operand that decides, where a later one can fail: {@code WHERE n <>
 * 0 AND 10 / n > 1} must not divide by zero. Calcite's generated code evaluates both.
 *
 * <p>{@code a AND b} becomes {@code CASE WHEN a THEN b ELSE FALSE END}. That is the same only where
 * UNKNOWN counts as FALSE: in a condition, in WHEN, below IS TRUE.
 */
final class ShortCircuit extends RexShuttle {
  private final RexBuilder builder;

  private ShortCircuit(RexBuilder builder) {
    this.builder = builder;
  }

  /** The same value. */
  static RexNode value(RexNode node, RexBuilder builder) {
    return node.accept(new ShortCircuit(builder));
  }

  /** True where the condition is TRUE. */
  static RexNode condition(RexNode node, RexBuilder builder) {
    return new ShortCircuit(builder).truth(node);
  }

  private RexNode truth(RexNode node) {
    if (!(node instanceof RexCall call) || !canFail(node)) {
      return node;
    }
    return switch (call.getKind()) {
      case AND -> chain(call.getOperands(), true);
      case OR -> chain(call.getOperands(), false);
      case NOT -> negated(call);
      default -> node.accept(this);
    };
  }

  /** De Morgan: NOT is true where its operand is FALSE, so an AND below it becomes an OR. */
  private RexNode negated(RexCall not) {
    RexNode operand = not.getOperands().get(0);
    boolean and = operand.getKind() == SqlKind.AND;
    if (!and && operand.getKind() != SqlKind.OR) {
      return not.accept(this);
    }
    List<RexNode> operands = new ArrayList<>();
    for (RexNode part : ((RexCall) operand).getOperands()) {
      operands.add(builder.makeCall(SqlStdOperatorTable.NOT, part));
    }
    return chain(operands, !and);
  }

  private RexNode chain(List<RexNode> operands, boolean and) {
    RexNode first = truth(operands.get(0));
    if (operands.size() == 1) {
      return first;
    }
    RexNode rest = chain(operands.subList(1, operands.size()), and);
    return and
        ? builder.makeCall(SqlStdOperatorTable.CASE, first, rest, builder.makeLiteral(false))
        : builder.makeCall(SqlStdOperatorTable.CASE, first, builder.makeLiteral(true), rest);
  }

  @Override
  public RexNode visitCall(RexCall call) {
    if (call.getKind() == SqlKind.IS_TRUE && canFail(call)) {
      return builder.makeCall(SqlStdOperatorTable.IS_TRUE, truth(call.getOperands().get(0)));
    }
    if (call.getKind() != SqlKind.CASE || !canFail(call)) {
      return super.visitCall(call);
    }
    List<RexNode> operands = call.getOperands();
    List<RexNode> changed = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      boolean when = i % 2 == 0 && i + 1 < operands.size();
      changed.add(when ? truth(operands.get(i)) : operands.get(i).accept(this));
    }
    return builder.makeCall(call.getType(), call.getOperator(), changed);
  }

  /** Whether some rows have no value: arithmetic, casts, functions of the libraries. */
  static boolean canFail(RexNode node) {
    try {
      node.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitCall(RexCall call) {
              switch (call.getKind()) {
                case AND,
                    OR,
                    NOT,
                    EQUALS,
                    NOT_EQUALS,
                    LESS_THAN,
                    LESS_THAN_OR_EQUAL,
                    GREATER_THAN,
                    GREATER_THAN_OR_EQUAL,
                    IS_NULL,
                    IS_NOT_NULL,
                    IS_TRUE,
                    IS_NOT_TRUE,
                    IS_FALSE,
                    IS_NOT_FALSE,
                    CASE,
                    LIKE,
                    COALESCE ->
                    super.visitCall(call);
                default -> throw Util.FoundOne.NULL;
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
