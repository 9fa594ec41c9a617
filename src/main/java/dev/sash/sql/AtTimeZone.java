package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.time.ZoneNames;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * {@code AT TIME ZONE}, as in PostgreSQL: of an instant the wall clock of the zone, of a wall clock
 * of the zone the instant.
 */
public final class AtTimeZone {
  /** Its name. */
  static final String NAME = "AT TIME ZONE";

  /** The operator; binds as a cast does. */
  public static final SqlBinaryOperator OPERATOR =
      new SqlBinaryOperator(
          NAME, SqlKind.OTHER, 94, true, AtTimeZone::result, null, new Operands());

  private AtTimeZone() {}

  private static RelDataType result(SqlOperatorBinding binding) {
    RelDataTypeFactory types = binding.getTypeFactory();
    RelDataType time = binding.getOperandType(0);
    SqlTypeName name =
        time.getSqlTypeName() == SqlTypeName.TIMESTAMP
            ? SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
            : SqlTypeName.TIMESTAMP;
    boolean nullable = time.isNullable() || binding.getOperandType(1).isNullable();
    return types.createTypeWithNullability(
        types.createSqlType(name, time.getPrecision()), nullable);
  }

  private static final class Operands implements SqlOperandTypeChecker {

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
      SqlTypeName time = binding.getOperandType(0).getSqlTypeName();
      boolean fits =
          (time == SqlTypeName.TIMESTAMP || time == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE)
              && SqlTypeUtil.isCharacter(binding.getOperandType(1));
      if (!fits && throwOnFailure) {
        throw binding.newValidationSignatureError();
      }
      if (fits && binding.isOperandLiteral(1, false)) {
        String zone = String.valueOf(binding.getOperandLiteralValue(1, String.class));
        if (ZoneNames.find(zone) == null) {
          throw SashException.at(
                  Positions.span(binding.operand(1)),
                  ErrorCode.DATA_CONVERSION,
                  "\"" + zone + "\" is no time zone")
              .hint(ZoneNames.suggestion(zone));
        }
      }
      return fits;
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
      return SqlOperandCountRanges.of(2);
    }

    @Override
    public String getAllowedSignatures(SqlOperator operator, String name) {
      return "'timestamp AT TIME ZONE text'";
    }
  }
}
