package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.window.WindowSpec;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlTableFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * The one form that every spelling of a window becomes: a table function of the time column, joined
 * laterally, that gives (window_start, window_end) for each window the row is in. Slide, size and
 * offset are part of the operator, so nothing later has to look at intervals again.
 */
public final class WindowFunction extends SqlFunction implements SqlTableFunction {
  /** Column of a window's first instant. */
  public static final String WINDOW_START = "window_start";

  /** Column of the first instant after a window. */
  public static final String WINDOW_END = "window_end";

  /** Column of a window's last instant: the event time of what is computed of the window. */
  public static final String WINDOW_TIME = "window_time";

  /** The columns of a window. */
  static final List<String> COLUMNS = List.of(WINDOW_START, WINDOW_END, WINDOW_TIME);

  /** Digits of the fraction of a second that processing time has. */
  private static final int MILLISECONDS = 3;

  private final WindowSpec window;
  private final WindowForm form;
  private final boolean timed;
  private final SqlParserPos timePosition;

  /**
   * The operator for one window; equal windows have equal names.
   *
   * @param timed whether the first operand is the time column; all others are keys
   */
  WindowFunction(WindowSpec window, WindowForm form, boolean timed, SqlParserPos timePosition) {
    super(
        "$" + window + form + timed,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.CURSOR,
        null,
        new Columns(timed, timePosition),
        SqlFunctionCategory.SYSTEM);
    this.window = window;
    this.form = form;
    this.timed = timed;
    this.timePosition = timePosition;
  }

  /** Which windows. */
  public WindowSpec window() {
    return window;
  }

  /** Where it was written. */
  public WindowForm form() {
    return form;
  }

  /** Whether the first operand is the time column; else windows go by rows or arrival. */
  public boolean isTimed() {
    return timed;
  }

  /** Where the time column stands in the text. */
  public SqlParserPos timePosition() {
    return timePosition;
  }

  /** Checks the operand without looking the function up: its name is in no operator table. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    for (SqlNode operand : call.getOperandList()) {
      validator.deriveType(scope, operand);
    }
    return validateOperands(validator, scope, call);
  }

  @Override
  public SqlReturnTypeInference getRowTypeInference() {
    return binding -> {
      RelDataTypeFactory factory = binding.getTypeFactory();
      if (window instanceof WindowSpec.RowCount) {
        RelDataType number = factory.createSqlType(SqlTypeName.BIGINT);
        return factory.builder().add(WINDOW_START, number).add(WINDOW_END, number).build();
      }
      RelDataType bound =
          timed
              ? factory.createTypeWithNullability(binding.getOperandType(0), false)
              : factory.createSqlType(SqlTypeName.TIMESTAMP, MILLISECONDS);
      RelDataType last = factory.createSqlType(bound.getSqlTypeName(), MILLISECONDS);
      return factory
          .builder()
          .add(WINDOW_START, bound)
          .add(WINDOW_END, bound)
          .add(WINDOW_TIME, last)
          .build();
    };
  }

  @Override
  public SqlOperandMetadata getOperandTypeChecker() {
    return (SqlOperandMetadata) super.getOperandTypeChecker();
  }

  private record Columns(boolean timed, SqlParserPos position) implements SqlOperandMetadata {
    @Override
    public List<RelDataType> paramTypes(RelDataTypeFactory factory) {
      return List.of();
    }

    @Override
    public List<String> paramNames() {
      return List.of();
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
      return SqlOperandCountRanges.from(timed ? 1 : 0);
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
      if (!timed) {
        return true;
      }
      RelDataType type = binding.getOperandType(0);
      if (SqlTypeUtil.isTimestamp(type)) {
        return true;
      }
      if (!throwOnFailure) {
        return false;
      }
      SqlNode time = binding.operand(0);
      throw SashException.at(
              Positions.span(position),
              ErrorCode.WINDOW_ARGUMENT,
              "time column "
                  + SqlText.of(time)
                  + " of a window must be a TIMESTAMP, not "
                  + type.getSqlTypeName())
          .hint("name the event-time column of the stream");
    }

    @Override
    public String getAllowedSignatures(SqlOperator operator, String name) {
      return "HOP(ts, slide, size [, offset])";
    }
  }
}
