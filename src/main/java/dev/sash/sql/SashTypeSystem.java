package dev.sash.sql;

import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * What types mean here, where Calcite's defaults would lose something: TIMESTAMP keeps its
 * milliseconds, DECIMAL has 38 digits, AVG of integers is no integer, casts round half up, and the
 * branches of a CASE are not padded to one length.
 */
public final class SashTypeSystem extends RelDataTypeSystemImpl {
  /** The only instance. */
  public static final SashTypeSystem INSTANCE = new SashTypeSystem();

  private static final int DECIMAL_DIGITS_MAX = 38;
  private static final int QUOTIENT_SCALE_MIN = 6;
  private static final int INTERVAL_DIGITS_MAX = 10;

  private SashTypeSystem() {}

  @Override
  public int getMaxPrecision(SqlTypeName type) {
    return type == SqlTypeName.DECIMAL ? DECIMAL_DIGITS_MAX : super.getMaxPrecision(type);
  }

  @Override
  public int getMaxScale(SqlTypeName type) {
    return type == SqlTypeName.DECIMAL ? DECIMAL_DIGITS_MAX : super.getMaxScale(type);
  }

  @Override
  public int getDefaultPrecision(SqlTypeName type) {
    return switch (type) {
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ, TIME -> 3;
      case DECIMAL -> DECIMAL_DIGITS_MAX;
      case INTERVAL_YEAR,
          INTERVAL_YEAR_MONTH,
          INTERVAL_MONTH,
          INTERVAL_DAY,
          INTERVAL_DAY_HOUR,
          INTERVAL_DAY_MINUTE,
          INTERVAL_DAY_SECOND,
          INTERVAL_HOUR,
          INTERVAL_HOUR_MINUTE,
          INTERVAL_HOUR_SECOND,
          INTERVAL_MINUTE,
          INTERVAL_MINUTE_SECOND,
          INTERVAL_SECOND ->
          INTERVAL_DIGITS_MAX;
      default -> super.getDefaultPrecision(type);
    };
  }

  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType sum =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER, BIGINT -> factory.createSqlType(SqlTypeName.BIGINT);
          case DECIMAL -> decimal(factory, argument.getScale());
          case REAL, FLOAT, DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
          default -> argument;
        };
    return factory.createTypeWithNullability(sum, argument.isNullable());
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType average =
        argument.getSqlTypeName() == SqlTypeName.DECIMAL
            ? decimal(factory, Math.max(QUOTIENT_SCALE_MIN, argument.getScale()))
            : factory.createSqlType(SqlTypeName.DOUBLE);
    return factory.createTypeWithNullability(average, argument.isNullable());
  }

  /**
   * As the standard formula, but where it needs more than 38 digits the quotient keeps at least six
   * of them after the point: a SUM is DECIMAL(38, 2) already, and SUM / COUNT must not lose its
   * fraction.
   */
  @Override
  public RelDataType deriveDecimalDivideType(
      RelDataTypeFactory factory, RelDataType dividend, RelDataType divisor) {
    RelDataType standard = super.deriveDecimalDivideType(factory, dividend, divisor);
    if (standard == null || standard.getSqlTypeName() != SqlTypeName.DECIMAL) {
      return standard;
    }
    RelDataType quotient = decimal(factory, Math.max(QUOTIENT_SCALE_MIN, standard.getScale()));
    return standard.getScale() >= QUOTIENT_SCALE_MIN
        ? standard
        : factory.createTypeWithNullability(quotient, standard.isNullable());
  }

  private static RelDataType decimal(RelDataTypeFactory factory, int scale) {
    return factory.createSqlType(SqlTypeName.DECIMAL, DECIMAL_DIGITS_MAX, scale);
  }
}
