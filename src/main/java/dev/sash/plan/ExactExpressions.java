package dev.sash.plan;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlAbstractTimeFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Puts {@link ExactFunctions} where Calcite's generated code would lose something. */
final class ExactExpressions extends RexShuttle {
  private final RexBuilder builder;

  private ExactExpressions(RexBuilder builder) {
    this.builder = builder;
  }

  /** The same expression, nothing lost. */
  static RexNode of(RexNode expression, RexBuilder builder) {
    RexNode exact = expression.accept(new ExactExpressions(builder));
    return isPaddedCast(expression) ? ((RexCall) exact).getOperands().get(1) : exact;
  }

  private static boolean isPaddedCast(RexNode node) {
    return node.getKind() == SqlKind.CAST && node.getType().getSqlTypeName() == SqlTypeName.CHAR;
  }

  /**
   * The blanks that pad a CHAR are no part of the text in comparisons, concatenations and
   * functions, as in PostgreSQL and H2; only a column that ends as CHAR has them.
   */
  @Override
  public RexNode visitInputRef(RexInputRef reference) {
    return reference.getType().getSqlTypeName() == SqlTypeName.CHAR
        ? withoutBlanks(reference)
        : reference;
  }

  @Override
  public RexNode visitCall(RexCall original) {
    RexNode visited = super.visitCall(original);
    if (!(visited instanceof RexCall call)) {
      return visited;
    }
    RexNode exact =
        switch (call.getKind()) {
          case DIVIDE, CHECKED_DIVIDE -> divide(call);
          case CAST -> cast(call);
          case EXTRACT -> extract(call);
          case FLOOR, CEIL -> round(call);
          case TRIM -> trim(call);
          case PLUS, MINUS -> moved(call);
          default ->
              call.getOperator().equals(SqlStdOperatorTable.ABS)
                  ? abs(call)
                  : call.getOperator() instanceof SqlAbstractTimeFunction ? clock(call) : null;
        };
    RexNode result = exact == null ? call : exact;
    return isPaddedCast(original) ? withoutBlanks(result) : result;
  }

  private @Nullable RexNode divide(RexCall call) {
    List<RexNode> operands = call.getOperands();
    RelDataType type = call.getType();
    return switch (type.getSqlTypeName()) {
      case DECIMAL ->
          call(
              ExactOperators.DIVIDE_DECIMAL,
              type,
              decimal(operands.get(0)),
              decimal(operands.get(1)),
              integer(type.getScale()));
      case DOUBLE, FLOAT ->
          call(
              ExactOperators.DIVIDE_DOUBLE,
              type,
              doubled(operands.get(0)),
              doubled(operands.get(1)));
      case REAL ->
          builder.makeCast(
              type,
              call(
                  ExactOperators.DIVIDE_DOUBLE,
                  as(SqlTypeName.DOUBLE, type),
                  doubled(operands.get(0)),
                  doubled(operands.get(1))));
      default -> null;
    };
  }

  /** {@code CURRENT_TIME(0)}: Calcite's has milliseconds whatever its type says. */
  private @Nullable RexNode clock(RexCall call) {
    int digits = call.getType().getPrecision();
    SqlFunction cut =
        call.getType().getSqlTypeName() == SqlTypeName.TIME
            ? ExactOperators.CUT_TIME
            : ExactOperators.CUT_TIMESTAMP;
    return digits >= 3 ? null : call(cut, call.getType(), call, integer(digits));
  }

  /** Calcite lets a time and months pass, and forgets the months. */
  private static @Nullable RexNode moved(RexCall call) {
    boolean months =
        call.getType().getSqlTypeName() == SqlTypeName.TIME
            && SqlTypeName.YEAR_INTERVAL_TYPES.contains(
                call.getOperands().get(1).getType().getSqlTypeName());
    if (months) {
      throw SashException.of(
              ErrorCode.TYPE_MISMATCH,
              "a TIME has no month: an interval of months does not move it")
          .hint("write an interval of hours, minutes or seconds");
    }
    return null;
  }

  private RexNode decimal(RexNode operand) {
    if (operand.getType().getSqlTypeName() == SqlTypeName.DECIMAL) {
      return operand;
    }
    RelDataType wide = builder.getTypeFactory().createSqlType(SqlTypeName.DECIMAL, 19, 0);
    return builder.makeCast(like(wide, operand.getType()), operand);
  }

  private RexNode doubled(RexNode operand) {
    return operand.getType().getSqlTypeName() == SqlTypeName.DOUBLE
        ? operand
        : builder.makeCast(as(SqlTypeName.DOUBLE, operand.getType()), operand);
  }

  private @Nullable RexNode abs(RexCall call) {
    return switch (call.getType().getSqlTypeName()) {
      case INTEGER -> call(ExactOperators.ABS_INTEGER, call.getType(), call.getOperands().get(0));
      case BIGINT -> call(ExactOperators.ABS_BIGINT, call.getType(), call.getOperands().get(0));
      default -> null;
    };
  }

  /** Calcite forgets the unit when two branches of a CASE share it. */
  private @Nullable RexNode extract(RexCall call) {
    RexNode operand = call.getOperands().get(1);
    SqlFunction function =
        switch (operand.getType().getSqlTypeName()) {
          case TIMESTAMP -> ExactOperators.EXTRACT_TIMESTAMP;
          case TIME -> ExactOperators.EXTRACT_TIME;
          case DATE -> ExactOperators.EXTRACT_DATE;
          default -> null;
        };
    return function == null ? null : ofUnit(call, function, call.getOperands().get(0), operand);
  }

  /** {@code FLOOR(ts TO HOUR)}; without a unit it is that of numbers. */
  private @Nullable RexNode round(RexCall call) {
    if (call.getOperands().size() != 2) {
      return null;
    }
    RexNode operand = call.getOperands().get(0);
    boolean floor = call.getKind() == SqlKind.FLOOR;
    SqlFunction function =
        switch (operand.getType().getSqlTypeName()) {
          case TIMESTAMP -> floor ? ExactOperators.FLOOR_TIMESTAMP : ExactOperators.CEIL_TIMESTAMP;
          case TIME -> floor ? ExactOperators.FLOOR_TIME : ExactOperators.CEIL_TIME;
          case DATE -> floor ? ExactOperators.FLOOR_DATE : ExactOperators.CEIL_DATE;
          default -> null;
        };
    return function == null ? null : ofUnit(call, function, call.getOperands().get(1), operand);
  }

  @SuppressWarnings("EnumOrdinal") // generated code passes a number
  private @Nullable RexNode ofUnit(
      RexCall call, SqlFunction function, RexNode unit, RexNode operand) {
    TimeUnitRange range =
        unit instanceof RexLiteral literal && literal.getValue() instanceof TimeUnitRange found
            ? found
            : null;
    return range == null ? null : call(function, call.getType(), integer(range.ordinal()), operand);
  }

  private @Nullable RexNode cast(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    RelDataType target = call.getType();
    SqlTypeName source = operand.getType().getSqlTypeName();
    if (SqlTypeUtil.isCharacter(target)) {
      SqlFunction text =
          switch (source) {
            case DECIMAL -> ExactOperators.DECIMAL_TEXT;
            case DOUBLE, FLOAT -> ExactOperators.DOUBLE_TEXT;
            case REAL -> ExactOperators.REAL_TEXT;
            case TIMESTAMP -> ExactOperators.TIMESTAMP_TEXT;
            case TIME -> ExactOperators.TIME_TEXT;
            default -> null;
          };
      if (text == null) {
        return null;
      }
      RexNode full = call(text, as(SqlTypeName.VARCHAR, operand.getType()), operand);
      return SqlTypeUtil.equalSansNullability(full.getType(), target)
          ? full
          : builder.makeAbstractCast(target, full, false);
    }
    if (SqlTypeUtil.isIntType(target) && SqlTypeUtil.isApproximateNumeric(operand.getType())) {
      RexNode whole =
          call(
              ExactOperators.WHOLE_NUMBER,
              as(SqlTypeName.BIGINT, operand.getType()),
              doubled(operand));
      return builder.makeCast(target, whole);
    }
    return switch (target.getSqlTypeName()) {
      case TIMESTAMP -> timestamp(call, operand);
      case TIME -> time(call, operand);
      default -> null;
    };
  }

  private @Nullable RexNode timestamp(RexCall call, RexNode operand) {
    int digits = call.getType().getPrecision();
    RexNode full = null;
    if (SqlTypeUtil.isCharacter(operand.getType())) {
      full = call(ExactOperators.TIMESTAMP_OF_TEXT, call.getType(), operand);
    } else if (operand.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP
        && operand.getType().getPrecision() > digits) {
      full = operand;
    }
    return full == null || digits >= 3
        ? full
        : call(ExactOperators.ROUND_TIMESTAMP, call.getType(), full, integer(digits));
  }

  private @Nullable RexNode time(RexCall call, RexNode operand) {
    RexNode full =
        SqlTypeUtil.isCharacter(operand.getType())
            ? call(ExactOperators.TIME_OF_TEXT, call.getType(), operand)
            : operand.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP
                ? call(ExactOperators.TIME_OF_TIMESTAMP, call.getType(), operand)
                : null;
    int digits = call.getType().getPrecision();
    return digits >= 3
        ? full
        : call(
            ExactOperators.ROUND_TIME,
            call.getType(),
            full == null ? operand : full,
            integer(digits));
  }

  private RexNode withoutBlanks(RexNode text) {
    RelDataType varchar = as(SqlTypeName.VARCHAR, text.getType());
    return call(ExactOperators.TRIM_TRAILING, varchar, builder.makeLiteral(" "), text);
  }

  /** Calcite forgets the side when two calls of a query share it. */
  private @Nullable RexNode trim(RexCall call) {
    List<RexNode> operands = call.getOperands();
    if (!(operands.get(0) instanceof RexLiteral side)) {
      return null;
    }
    SqlTrimFunction.Flag flag = side.getValueAs(SqlTrimFunction.Flag.class);
    SqlFunction function =
        flag == SqlTrimFunction.Flag.LEADING
            ? ExactOperators.TRIM_LEADING
            : flag == SqlTrimFunction.Flag.TRAILING
                ? ExactOperators.TRIM_TRAILING
                : ExactOperators.TRIM_BOTH;
    return call(function, call.getType(), operands.get(1), operands.get(2));
  }

  private RexNode call(SqlFunction function, RelDataType type, RexNode... operands) {
    return builder.makeCall(type, function, Arrays.asList(operands));
  }

  private RexNode integer(int value) {
    return builder.makeExactLiteral(
        BigDecimal.valueOf(value), builder.getTypeFactory().createSqlType(SqlTypeName.INTEGER));
  }

  private RelDataType as(SqlTypeName name, RelDataType nullability) {
    return like(builder.getTypeFactory().createSqlType(name), nullability);
  }

  private RelDataType like(RelDataType type, RelDataType nullability) {
    return builder.getTypeFactory().createTypeWithNullability(type, nullability.isNullable());
  }
}
