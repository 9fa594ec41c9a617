package dev.sash.plan;

import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/** Java for constants, arithmetic, comparisons and casts of values that are not NULL. */
final class KernelNumbers {
  /** What the names of {@link ExactFunctions} begin with. */
  static final String EXACT = ExactFunctions.class.getName() + ".";

  private static final String CHECKED = "org.apache.calcite.runtime.SqlFunctions.";
  private static final String DAY_MILLIS = "86400000L";

  private final KernelDecimals decimals;

  KernelNumbers(KernelDecimals decimals) {
    this.decimals = decimals;
  }

  /** A constant. */
  static KernelTerm literal(RexLiteral literal, KernelType type) {
    if (literal.isNull()) {
      return KernelTerm.ofNull(type);
    }
    return type == KernelType.DECIMAL
        ? KernelDecimals.literal(literal)
        : KernelTerm.of(type, constant(literal, type), KernelTerm.NEVER);
  }

  private static String constant(RexLiteral literal, KernelType type) {
    return switch (type) {
      case BOOLEAN -> String.valueOf(literal.getValueAs(Boolean.class));
      case BYTE, SHORT, INT, LONG -> whole(whole(literal), type);
      case FLOAT -> number(literal).floatValue() + "F";
      case DOUBLE -> number(literal).doubleValue() + "D";
      case TEXT -> quoted(literal.getValueAs(String.class));
      case DECIMAL -> throw new AssertionError(literal);
    };
  }

  private static BigDecimal number(RexLiteral literal) {
    return literal.getValueAs(BigDecimal.class);
  }

  /** Days, times and intervals are held as other objects than numbers are. */
  private static long whole(RexLiteral literal) {
    return switch (literal.getTypeName()) {
      case DATE, TIME -> literal.getValueAs(Integer.class);
      default -> literal.getValueAs(Long.class);
    };
  }

  private static String whole(long value, KernelType type) {
    return switch (type) {
      case BYTE -> "(byte) " + value;
      case SHORT -> "(short) " + value;
      case INT -> value == Integer.MIN_VALUE ? "Integer.MIN_VALUE" : String.valueOf(value);
      default -> value == Long.MIN_VALUE ? "Long.MIN_VALUE" : value + "L";
    };
  }

  /** No escapes of Unicode where the code would end: they are replaced before it is read. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append("\\%03o".formatted((int) c));
      } else {
        quoted.append(c < 127 ? c : "\\u%04x".formatted((int) c));
      }
    }
    return quoted.append('"').toString();
  }

  /** An operand in the type of an operation: widened, or a constant brought to it. */
  KernelTerm as(KernelType type, RexNode node, KernelTerm term) {
    if (term.type() == type) {
      return term;
    }
    if (type == KernelType.DECIMAL) {
      return node instanceof RexLiteral literal && !literal.isNull()
          ? KernelDecimals.literal(literal)
          : decimals.decimal(term);
    }
    if (type.isFloating() && node instanceof RexLiteral literal && !literal.isNull()) {
      return literal(literal, type);
    }
    if (term.type() == KernelType.DECIMAL) {
      return decimals.toDouble(term);
    }
    return KernelTerm.of(type, "((" + type.java + ") " + term.value() + ")", term.isNull());
  }

  /** A comparison, in a type that both have. */
  String comparison(SqlKind kind, KernelTerm left, KernelTerm right) {
    KernelTerm one = left;
    KernelTerm other = right;
    if (left.type() == KernelType.DECIMAL) {
      int scale = Math.max(left.scale(), right.scale());
      one = decimals.scaled(left, scale);
      other = decimals.scaled(right, scale);
    }
    String operator =
        switch (kind) {
          case EQUALS -> "==";
          case NOT_EQUALS -> "!=";
          case LESS_THAN -> "<";
          case LESS_THAN_OR_EQUAL -> "<=";
          case GREATER_THAN -> ">";
          case GREATER_THAN_OR_EQUAL -> ">=";
          default -> throw new AssertionError(kind);
        };
    return "(" + one.value() + " " + operator + " " + other.value() + ")";
  }

  /** The result of an operator with one operand or two of its type. */
  KernelTerm arithmetic(RexCall call, KernelType type, KernelTerm[] operands, String isNull) {
    KernelTerm left = operands[0];
    if (operands.length == 1) {
      return unary(call, type, left, isNull);
    }
    KernelTerm right = operands[1];
    if (type == KernelType.DECIMAL) {
      return call.getKind() == SqlKind.TIMES
          ? decimals.product(left, right, isNull)
          : decimals.sum(left, call.getKind() == SqlKind.PLUS ? "+" : "-", right, isNull);
    }
    String pair = left.value() + ", " + right.value() + ")";
    String value =
        switch (call.getKind()) {
          case PLUS -> "(" + left.value() + " + " + right.value() + ")";
          case MINUS -> "(" + left.value() + " - " + right.value() + ")";
          case TIMES -> "(" + left.value() + " * " + right.value() + ")";
          case CHECKED_PLUS -> CHECKED + "checkedPlus(" + pair;
          case CHECKED_MINUS -> CHECKED + "checkedMinus(" + pair;
          case CHECKED_TIMES -> CHECKED + "checkedMultiply(" + pair;
          case CHECKED_DIVIDE ->
              !KernelFailures.fails(call) && type.compareTo(KernelType.INT) >= 0
                  ? "(" + left.value() + " / " + right.value() + ")"
                  : CHECKED + "checkedDivide(" + pair;
          case MOD -> CHECKED + "mod(" + pair;
          default -> throw new AssertionError(call);
        };
    return KernelTerm.of(type, value, isNull);
  }

  private static KernelTerm unary(
      RexCall call, KernelType type, KernelTerm operand, String isNull) {
    String value =
        switch (call.getKind()) {
          case MINUS_PREFIX -> "(- " + operand.value() + ")";
          case CHECKED_MINUS_PREFIX -> CHECKED + "checkedUnaryMinus(" + operand.value() + ")";
          default -> "Math.abs(" + operand.value() + ")";
        };
    return new KernelTerm(type, value, isNull, operand.scale(), operand.bound());
  }

  /** A cast of a value that is not NULL. */
  KernelTerm cast(KernelTerm term, RexNode operand, RelDataType target, String isNull) {
    KernelType type = KernelType.required(target);
    SqlTypeName source = operand.getType().getSqlTypeName();
    if (type == KernelType.DECIMAL) {
      KernelTerm decimal = as(KernelType.DECIMAL, operand, term);
      return decimals.cast(decimal, target.getPrecision(), target.getScale()).nullIf(isNull);
    }
    if (type.isFloating() && operand instanceof RexLiteral) {
      return as(type, operand, term);
    }
    String value = term.value();
    if (target.getSqlTypeName() == SqlTypeName.TIMESTAMP && source == SqlTypeName.DATE) {
      value = "((long) " + value + " * " + DAY_MILLIS + ")";
    } else if (target.getSqlTypeName() == SqlTypeName.DATE && source == SqlTypeName.TIMESTAMP) {
      value = "(int) Math.floorDiv(" + value + ", " + DAY_MILLIS + ")";
    } else if (KernelFailures.isNarrowing(operand.getType(), target)) {
      String max =
          switch (type) {
            case BYTE -> "127L";
            case SHORT -> "32767L";
            default -> "2147483647L";
          };
      value = "(" + type.java + ") " + EXACT + "within(" + value + ", " + max + ")";
    } else if (term.type() == KernelType.DECIMAL) {
      value = decimals.toDouble(term).value();
    } else if (term.type() != type) {
      value = "(" + type.java + ") " + value;
    }
    return KernelTerm.of(type, value, isNull);
  }
}
