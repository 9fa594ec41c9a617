package dev.sash.plan;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Which expressions can fail: those of Calcite's code all may. */
final class KernelFailures {
  private final KernelOperators operators;
  private final Map<RexNode, Boolean> known = new HashMap<>();

  KernelFailures(KernelOperators operators) {
    this.operators = operators;
  }

  /** Whether some rows have no value. */
  boolean canFail(RexNode node) {
    if (!(node instanceof RexCall call)) {
      return !operators.isOwn(node);
    }
    Boolean fails = known.get(node);
    if (fails == null) {
      fails =
          TextConditions.rememberedText(node) >= 0
              ? ShortCircuit.canFail(node)
              : !operators.isOwn(node)
                  || fails(call)
                  || (!isConstantTest(call) && call.getOperands().stream().anyMatch(this::canFail));
      known.put(node, fails);
    }
    return fails;
  }

  private static boolean isConstantTest(RexCall call) {
    return (call.getKind() == SqlKind.IS_NULL || call.getKind() == SqlKind.IS_NOT_NULL)
        && !call.getOperands().get(0).getType().isNullable();
  }

  /** Whether the operator itself fails for some operands. */
  static boolean fails(RexCall call) {
    return switch (call.getKind()) {
      case CHECKED_PLUS, CHECKED_MINUS, CHECKED_TIMES, CHECKED_MINUS_PREFIX -> true;
      case CHECKED_DIVIDE, MOD -> !isHarmlessDivisor(call.getOperands().get(1));
      case CAST -> isNarrowing(call.getOperands().get(0).getType(), call.getType());
      default -> {
        Method method = KernelOperators.exactFunction(call);
        yield method != null
            && !(call.getOperator().equals(ExactOperators.DIVIDE_DOUBLE)
                && isHarmlessDivisor(call.getOperands().get(1)));
      }
    };
  }

  /** Neither 0 nor -1, by which the smallest integer cannot be divided. */
  static boolean isHarmlessDivisor(RexNode divisor) {
    return divisor instanceof RexLiteral literal
        && !literal.isNull()
        && SqlTypeUtil.isNumeric(divisor.getType())
        && KernelOperators.number(literal).signum() != 0
        && KernelOperators.number(literal).compareTo(BigDecimal.ONE.negate()) != 0;
  }

  /** Whether the target has fewer integers. */
  static boolean isNarrowing(RelDataType source, RelDataType target) {
    KernelType from = KernelType.of(source);
    KernelType to = KernelType.of(target);
    return from != null
        && to != null
        && SqlTypeUtil.isIntType(target)
        && from.isWhole()
        && from.compareTo(to) > 0;
  }
}
