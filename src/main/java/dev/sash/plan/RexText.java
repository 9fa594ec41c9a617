package dev.sash.plan;

import dev.sash.sql.SashTypeFactory;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlPostfixOperator;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/** Expressions as SQL, for EXPLAIN and messages. */
final class RexText {
  private static final RexBuilder BUILDER = new RexBuilder(new SashTypeFactory());

  private final List<String> columns;

  private RexText(List<String> columns) {
    this.columns = columns;
  }

  /** The expression over columns of the given names. */
  static String of(RexNode node, List<String> columns) {
    return new RexText(columns).text(node, 0);
  }

  /** An operand; in parentheses when its operator binds less than the one around it. */
  private String text(RexNode node, int precedence) {
    if (node instanceof RexInputRef input) {
      return columns.get(input.getIndex());
    }
    if (node instanceof RexLiteral literal) {
      return literal(literal);
    }
    if (node instanceof RexCall call) {
      String text = call(call);
      boolean infix =
          call.getOperator() instanceof SqlBinaryOperator
              || call.getOperator() instanceof SqlPostfixOperator
              || call.getOperator() instanceof SqlPrefixOperator;
      return infix && call.getOperator().getLeftPrec() < precedence ? "(" + text + ")" : text;
    }
    return node.toString();
  }

  private String call(RexCall call) {
    List<RexNode> operands = call.getOperands();
    int precedence = call.getOperator().getLeftPrec();
    String name = name(call);
    switch (call.getKind()) {
      case CAST:
        return cast(call);
      case CASE:
        return cases(operands);
      case SEARCH:
        return text(RexUtil.expandSearch(BUILDER, null, call), 0);
      case LIKE:
        return text(operands.get(0), precedence) + " LIKE " + text(operands.get(1), precedence);
      case EXTRACT:
        return "EXTRACT(" + text(operands.get(0), 0) + " FROM " + text(operands.get(1), 0) + ")";
      case FLOOR, CEIL:
        if (operands.size() == 2) {
          return name + "(" + text(operands.get(0), 0) + " TO " + text(operands.get(1), 0) + ")";
        }
        break;
      case NOT, MINUS_PREFIX, CHECKED_MINUS_PREFIX:
        return (call.getKind() == SqlKind.NOT ? "NOT " : "-")
            + text(operands.get(0), precedence + 1);
      default:
        break;
    }
    if (call.getOperator() instanceof SqlPostfixOperator) {
      return text(operands.get(0), precedence) + " " + name;
    }
    if (call.getOperator() instanceof SqlBinaryOperator || isTimeArithmetic(call)) {
      return infix(name, operands, precedence);
    }
    return operands.isEmpty() ? name : name + "(" + list(operands) + ")";
  }

  private static boolean isTimeArithmetic(RexCall call) {
    return (call.getKind() == SqlKind.PLUS || call.getKind() == SqlKind.MINUS)
        && call.getOperands().size() == 2;
  }

  private static String name(RexCall call) {
    String name = call.getOperator().getName().replace("CHECKED_", "");
    return switch (call.getKind()) {
      case PLUS, CHECKED_PLUS -> "+";
      case MINUS, CHECKED_MINUS -> "-";
      case TIMES, CHECKED_TIMES -> "*";
      case DIVIDE, CHECKED_DIVIDE -> "/";
      default -> name.startsWith("$") ? name.substring(1) : name;
    };
  }

  private String infix(String name, List<RexNode> operands, int precedence) {
    StringBuilder text = new StringBuilder();
    for (RexNode operand : operands) {
      if (!text.isEmpty()) {
        text.append(' ').append(name).append(' ');
      }
      text.append(text(operand, text.isEmpty() ? precedence : precedence + 1));
    }
    return text.toString();
  }

  private String list(List<RexNode> operands) {
    StringBuilder text = new StringBuilder();
    for (RexNode operand : operands) {
      text.append(text.isEmpty() ? "" : ", ").append(text(operand, 0));
    }
    return text.toString();
  }

  private String cast(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    if (SqlTypeUtil.equalSansNullability(call.getType(), operand.getType())) {
      return text(operand, 0);
    }
    return "CAST(" + text(operand, 0) + " AS " + type(call.getType()) + ")";
  }

  private static String type(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DECIMAL -> "DECIMAL(" + type.getPrecision() + ", " + type.getScale() + ")";
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ ->
          "TIMESTAMP(" + type.getPrecision() + ") WITH LOCAL TIME ZONE";
      default -> type.toString().replace(" NOT NULL", "");
    };
  }

  private String cases(List<RexNode> operands) {
    StringBuilder text = new StringBuilder("CASE");
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      text.append(" WHEN ").append(text(operands.get(i), 0));
      text.append(" THEN ").append(text(operands.get(i + 1), 0));
    }
    RexNode otherwise = operands.get(operands.size() - 1);
    if (!RexLiteral.isNullLiteral(otherwise)) {
      text.append(" ELSE ").append(text(otherwise, 0));
    }
    return text.append(" END").toString();
  }

  private static String literal(RexLiteral literal) {
    if (literal.isNull()) {
      return "NULL";
    }
    SqlTypeName name = literal.getType().getSqlTypeName();
    if (SqlTypeName.CHAR_TYPES.contains(name)) {
      return "'" + String.valueOf(literal.getValueAs(String.class)).replace("'", "''") + "'";
    }
    if (SqlTypeName.DAY_INTERVAL_TYPES.contains(name)) {
      return interval(literal);
    }
    return switch (name) {
      case TIMESTAMP -> "TIMESTAMP '" + literal.getValueAs(TimestampString.class) + "'";
      case DATE -> "DATE '" + literal.getValueAs(DateString.class) + "'";
      case TIME -> "TIME '" + literal.getValueAs(TimeString.class) + "'";
      case SYMBOL -> String.valueOf(literal.getValue()).toUpperCase(Locale.ROOT);
      case BOOLEAN -> String.valueOf(literal.getValue()).toUpperCase(Locale.ROOT);
      default -> plain(literal);
    };
  }

  private static String plain(RexLiteral literal) {
    BigDecimal number =
        literal.getTypeName() == SqlTypeName.DECIMAL ? literal.getValueAs(BigDecimal.class) : null;
    return number == null ? literal.toString() : number.toPlainString();
  }

  private static String interval(RexLiteral literal) {
    BigDecimal millis = literal.getValueAs(BigDecimal.class);
    TimeUnit unit = literal.getType().getIntervalQualifier().getStartUnit();
    BigDecimal amount = millis == null ? BigDecimal.ZERO : millis;
    for (TimeUnit smaller : List.of(unit, TimeUnit.HOUR, TimeUnit.MINUTE)) {
      if (amount.remainder(smaller.multiplier).signum() == 0) {
        return "INTERVAL '" + amount.divide(smaller.multiplier) + "' " + smaller;
      }
    }
    return "INTERVAL '" + amount.movePointLeft(3).toPlainString() + "' SECOND";
  }
}
