package dev.sash.plan;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.jspecify.annotations.Nullable;

/** Which expressions have own code; Calcite's does the others. */
final class KernelOperators {
  /** A long holds every number of so many digits. */
  private static final int LONG_DIGITS = 18;

  /** Whether the expression itself has own code; its operands may have none. */
  boolean isOwn(RexNode node) {
    if (node instanceof RexInputRef) {
      return KernelType.of(node.getType()) != null;
    }
    if (node instanceof RexLiteral literal) {
      return isOwnLiteral(literal);
    }
    return node instanceof RexCall call
        && (node.getType().getSqlTypeName() == SqlTypeName.DECIMAL
            ? decimalScale(node) >= 0
            : isOwnCall(call));
  }

  private static boolean isOwnLiteral(RexLiteral literal) {
    KernelType type = KernelType.of(literal.getType());
    if (type == null || literal.isNull()) {
      return type != null;
    }
    return type == KernelType.DECIMAL
        ? isLong(number(literal))
        : literal.getTypeName() != SqlTypeName.SYMBOL;
  }

  private boolean isOwnCall(RexCall call) {
    if (KernelType.of(call.getType()) == null) {
      return false;
    }
    return switch (call.getKind()) {
      case AND, OR, NOT, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> true;
      case IS_NULL, IS_NOT_NULL ->
          !operand(call).getType().isNullable()
              // Calcite's code asks for NULL without computing what could fail
              || (isHeld(operand(call)) && !ShortCircuit.canFail(operand(call)));
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          isComparable(call);
      case CASE -> isOwnCase(call);
      case CHECKED_PLUS, CHECKED_MINUS, CHECKED_TIMES, CHECKED_DIVIDE, CHECKED_MINUS_PREFIX ->
          isWholeArithmetic(call);
      case PLUS, MINUS, TIMES, MINUS_PREFIX -> isTimeArithmetic(call) || isFloatingArithmetic(call);
      case MOD ->
          isWholeArithmetic(call)
              && KernelType.required(call.getType()).compareTo(KernelType.INT) >= 0;
      case REINTERPRET ->
          call.getOperands().size() == 1
              && KernelType.of(call.getType()) == KernelType.of(operand(call).getType());
      case CAST -> isOwnCast(operand(call), call.getType());
      default ->
          call.getOperator().equals(SqlStdOperatorTable.ABS)
              ? isFloatingArithmetic(call)
              : isExactFunction(call);
    };
  }

  private static RexNode operand(RexCall call) {
    return call.getOperands().get(0);
  }

  /** Whether a value can be an operand: it has a type of its own, and decimals own code. */
  private boolean isHeld(RexNode node) {
    KernelType type = KernelType.of(node.getType());
    return type != null && (type != KernelType.DECIMAL || decimalScale(node) >= 0);
  }

  private boolean isComparable(RexCall call) {
    RexNode left = operand(call);
    RexNode right = call.getOperands().get(1);
    if (!isHeld(left) || !isHeld(right)) {
      return false;
    }
    KernelType one = KernelType.of(left.getType());
    KernelType other = KernelType.of(right.getType());
    if (one == KernelType.TEXT || other == KernelType.TEXT) {
      return false;
    }
    if (one == KernelType.BOOLEAN || other == KernelType.BOOLEAN) {
      boolean equality = call.getKind() == SqlKind.EQUALS || call.getKind() == SqlKind.NOT_EQUALS;
      return one == other && equality;
    }
    return common(left, right) != null;
  }

  /** The type in which two numbers are compared, or null. */
  static @Nullable KernelType common(RexNode left, RexNode right) {
    KernelType one = KernelType.of(left.getType());
    KernelType other = KernelType.of(right.getType());
    if (one == null || other == null || one == KernelType.TEXT || other == KernelType.TEXT) {
      return null;
    }
    if (one == other || (one.isWhole() && other.isWhole())) {
      return one.compareTo(other) >= 0 ? one : other;
    }
    if (one == KernelType.DOUBLE || other == KernelType.DOUBLE) {
      return one == KernelType.BOOLEAN || other == KernelType.BOOLEAN ? null : KernelType.DOUBLE;
    }
    if (one == KernelType.FLOAT && right instanceof RexLiteral) {
      return KernelType.FLOAT;
    }
    if (other == KernelType.FLOAT && left instanceof RexLiteral) {
      return KernelType.FLOAT;
    }
    boolean decimals = one == KernelType.DECIMAL || other == KernelType.DECIMAL;
    return decimals && isDecimalOperand(left) && isDecimalOperand(right)
        ? KernelType.DECIMAL
        : null;
  }

  /** Decimals, and integers that have a bound. */
  private static boolean isDecimalOperand(RexNode node) {
    KernelType type = KernelType.of(node.getType());
    return type == KernelType.DECIMAL
        || type == KernelType.BYTE
        || type == KernelType.SHORT
        || type == KernelType.INT
        || (type == KernelType.LONG && node instanceof RexLiteral);
  }

  private boolean isOwnCase(RexCall call) {
    List<RexNode> operands = call.getOperands();
    KernelType type = KernelType.of(call.getType());
    for (int i = 0; i < operands.size(); i++) {
      boolean when = i % 2 == 0 && i + 1 < operands.size();
      RexNode operand = operands.get(i);
      if (!when && !RexUtil.isNull(operand) && KernelType.of(operand.getType()) != type) {
        return false;
      }
    }
    return operands.size() % 2 == 1;
  }

  private static boolean isWholeArithmetic(RexCall call) {
    KernelType type = KernelType.of(call.getType());
    if (type == null || !type.isWhole()) {
      return false;
    }
    boolean exact = SqlTypeUtil.isIntType(call.getType());
    for (RexNode operand : call.getOperands()) {
      KernelType held = KernelType.of(operand.getType());
      if (held == null || !held.isWhole() || (exact && !SqlTypeUtil.isIntType(operand.getType()))) {
        return false;
      }
      if (held.compareTo(type) > 0 && call.getKind() != SqlKind.MOD) {
        return false;
      }
    }
    return exact || (call.getKind() == SqlKind.CHECKED_TIMES && type == KernelType.LONG);
  }

  /** {@code ts + interval}, {@code ts - interval}, {@code ts - ts}: additions of longs. */
  private static boolean isTimeArithmetic(RexCall call) {
    if (call.getOperands().size() != 2 || call.getKind() == SqlKind.TIMES) {
      return false;
    }
    SqlTypeName type = call.getType().getSqlTypeName();
    SqlTypeName left = operand(call).getType().getSqlTypeName();
    SqlTypeName right = call.getOperands().get(1).getType().getSqlTypeName();
    return left == SqlTypeName.TIMESTAMP
        && (type == SqlTypeName.TIMESTAMP
            ? SqlTypeName.DAY_INTERVAL_TYPES.contains(right)
            : SqlTypeName.DAY_INTERVAL_TYPES.contains(type)
                && right == SqlTypeName.TIMESTAMP
                && call.getKind() == SqlKind.MINUS);
  }

  private boolean isFloatingArithmetic(RexCall call) {
    KernelType type = KernelType.of(call.getType());
    if (type == null || !type.isFloating()) {
      return false;
    }
    for (RexNode operand : call.getOperands()) {
      KernelType held = KernelType.of(operand.getType());
      boolean number =
          held != null
              && isHeld(operand)
              && (held.isWhole()
                  || held == type
                  || held == KernelType.FLOAT
                  || (held == KernelType.DECIMAL
                      && (type == KernelType.DOUBLE || operand instanceof RexLiteral)));
      if (held == null
          || !number
          || (held.isWhole() && !SqlTypeUtil.isIntType(operand.getType()))) {
        return false;
      }
    }
    return true;
  }

  private boolean isOwnCast(RexNode operand, RelDataType target) {
    KernelType from = KernelType.of(operand.getType());
    KernelType to = KernelType.of(target);
    if (from == null || to == null || to == KernelType.TEXT || !isHeld(operand)) {
      return false;
    }
    SqlTypeName source = operand.getType().getSqlTypeName();
    SqlTypeName name = target.getSqlTypeName();
    if (name == SqlTypeName.TIMESTAMP || name == SqlTypeName.DATE) {
      boolean whole = name == SqlTypeName.DATE || target.getPrecision() >= 3;
      return source == SqlTypeName.DATE || (source == SqlTypeName.TIMESTAMP && whole);
    }
    if (name == SqlTypeName.BOOLEAN) {
      return source == SqlTypeName.BOOLEAN;
    }
    boolean numbers = SqlTypeUtil.isNumeric(operand.getType()) && SqlTypeUtil.isNumeric(target);
    return numbers
        && (to.isWhole()
            ? from.isWhole()
            : from.isWhole()
                || from.isFloating()
                || (from == KernelType.DECIMAL && to == KernelType.DOUBLE));
  }

  /** The method behind one of {@link ExactFunctions}, or null. */
  static @Nullable Method exactFunction(RexCall call) {
    return call.getOperator() instanceof SqlUserDefinedFunction function
            && function.getFunction() instanceof ScalarFunctionImpl implemented
            && implemented.method.getDeclaringClass() == ExactFunctions.class
        ? implemented.method
        : null;
  }

  private static boolean isExactFunction(RexCall call) {
    Method method = exactFunction(call);
    if (method == null) {
      return false;
    }
    KernelType type = KernelType.of(call.getType());
    boolean own = type != null && type.java.equals(method.getReturnType().getName());
    for (int i = 0; i < method.getParameterCount(); i++) {
      KernelType held = KernelType.of(call.getOperands().get(i).getType());
      own &= held != null && held.java.equals(method.getParameterTypes()[i].getName());
    }
    return own;
  }

  /**
   * Digits after the point of a decimal with own code, or of an integer beside one; -1 for others.
   */
  int decimalScale(RexNode node) {
    if (node instanceof RexLiteral literal) {
      return literal.isNull()
          ? 0
          : isLong(number(literal)) ? Math.max(0, number(literal).scale()) : -1;
    }
    if (node.getType().getSqlTypeName() != SqlTypeName.DECIMAL) {
      return isDecimalOperand(node) && isHeld(node) ? 0 : -1;
    }
    if (node instanceof RexInputRef) {
      return within(node.getType().getScale());
    }
    if (!(node instanceof RexCall call)) {
      return -1;
    }
    return switch (call.getKind()) {
      case PLUS, MINUS -> largest(call.getOperands());
      case TIMES -> {
        int left = decimalScale(operand(call));
        int right = decimalScale(call.getOperands().get(1));
        yield left < 0 || right < 0 ? -1 : within(left + right);
      }
      case MINUS_PREFIX -> decimalScale(operand(call));
      case CAST ->
          isDecimalOperand(operand(call)) && decimalScale(operand(call)) >= 0
              ? within(call.getType().getScale())
              : -1;
      case CASE -> isOwnCase(call) ? largest(values(call)) : -1;
      default ->
          call.getOperator().equals(SqlStdOperatorTable.ABS) ? decimalScale(operand(call)) : -1;
    };
  }

  private static int within(int scale) {
    return scale <= LONG_DIGITS ? scale : -1;
  }

  private int largest(List<RexNode> operands) {
    int largest = 0;
    for (RexNode operand : operands) {
      int scale = decimalScale(operand);
      if (scale < 0) {
        return -1;
      }
      largest = Math.max(largest, scale);
    }
    return largest;
  }

  /** What a CASE may have as its value. */
  static List<RexNode> values(RexCall call) {
    List<RexNode> values = new ArrayList<>();
    List<RexNode> operands = call.getOperands();
    for (int i = 1; i < operands.size(); i += 2) {
      values.add(operands.get(i));
    }
    values.add(operands.get(operands.size() - 1));
    return values;
  }

  /** A numeric literal without zeros at its end. */
  static BigDecimal number(RexLiteral literal) {
    BigDecimal value = literal.getValueAs(BigDecimal.class);
    BigDecimal number = (value == null ? BigDecimal.ZERO : value).stripTrailingZeros();
    return number.scale() < 0 ? number.setScale(0) : number;
  }

  private static boolean isLong(BigDecimal number) {
    return number.scale() <= LONG_DIGITS && number.precision() <= LONG_DIGITS;
  }
}
