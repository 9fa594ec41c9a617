package dev.sash.sql;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;

/** Column types of the engine as types of the planner, and back. */
public final class TypeMapping {
  private TypeMapping() {}

  /** The row type of a schema. */
  public static RelDataType rowType(RelDataTypeFactory factory, Schema schema) {
    RelDataTypeFactory.Builder row = factory.builder();
    for (Field field : schema.fields()) {
      row.add(field.name(), type(factory, field.type()));
    }
    return row.build();
  }

  /** The planner's type of a column. */
  public static RelDataType type(RelDataTypeFactory factory, DataType type) {
    RelDataType plain =
        switch (type.kind()) {
          case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
          case TINYINT -> factory.createSqlType(SqlTypeName.TINYINT);
          case SMALLINT -> factory.createSqlType(SqlTypeName.SMALLINT);
          case INTEGER -> factory.createSqlType(SqlTypeName.INTEGER);
          case BIGINT -> factory.createSqlType(SqlTypeName.BIGINT);
          case REAL -> factory.createSqlType(SqlTypeName.REAL);
          case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
          case DATE -> factory.createSqlType(SqlTypeName.DATE);
          case DECIMAL ->
              factory.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
          case TIME -> factory.createSqlType(SqlTypeName.TIME, type.precision());
          case TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP, type.precision());
          case TIMESTAMP_LTZ ->
              factory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, type.precision());
          case CHAR -> factory.createSqlType(SqlTypeName.CHAR, type.precision());
          case VARCHAR ->
              type.precision() == DataType.UNBOUNDED_LENGTH
                  ? factory.createSqlType(SqlTypeName.VARCHAR)
                  : factory.createSqlType(SqlTypeName.VARCHAR, type.precision());
        };
    return factory.createTypeWithNullability(plain, type.nullable());
  }

  /** The schema of a row type. */
  public static Schema schema(RelDataType rowType) {
    List<Field> fields = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      fields.add(new Field(field.getName(), dataType(field.getType())));
    }
    return new Schema(fields);
  }

  /**
   * The column type that holds values of the planner's type.
   *
   * @throws SashException when no column can
   */
  public static DataType dataType(RelDataType type) {
    boolean nullable = type.isNullable();
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> new DataType(Kind.BOOLEAN, 0, 0, nullable);
      case TINYINT -> new DataType(Kind.TINYINT, 0, 0, nullable);
      case SMALLINT -> new DataType(Kind.SMALLINT, 0, 0, nullable);
      case INTEGER -> new DataType(Kind.INTEGER, 0, 0, nullable);
      case BIGINT -> new DataType(Kind.BIGINT, 0, 0, nullable);
      case REAL -> new DataType(Kind.REAL, 0, 0, nullable);
      case FLOAT, DOUBLE -> new DataType(Kind.DOUBLE, 0, 0, nullable);
      case DATE -> new DataType(Kind.DATE, 0, 0, nullable);
      case DECIMAL -> new DataType(Kind.DECIMAL, type.getPrecision(), type.getScale(), nullable);
      case TIME -> new DataType(Kind.TIME, type.getPrecision(), 0, nullable);
      case TIMESTAMP -> new DataType(Kind.TIMESTAMP, type.getPrecision(), 0, nullable);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ ->
          new DataType(Kind.TIMESTAMP_LTZ, type.getPrecision(), 0, nullable);
      case CHAR -> new DataType(Kind.CHAR, type.getPrecision(), 0, nullable);
      case VARCHAR -> new DataType(Kind.VARCHAR, length(type), 0, nullable);
      case NULL -> new DataType(Kind.VARCHAR, DataType.UNBOUNDED_LENGTH, 0, true);
      default -> throw unsupported(type);
    };
  }

  private static int length(RelDataType type) {
    return type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
        ? DataType.UNBOUNDED_LENGTH
        : type.getPrecision();
  }

  private static SashException unsupported(RelDataType type) {
    SqlTypeName name = type.getSqlTypeName();
    String hint =
        switch (name.getFamily() == null ? SqlTypeName.ANY : name) {
          case ARRAY, MULTISET, MAP, ROW -> "select its elements";
          default ->
              SqlTypeName.INTERVAL_TYPES.contains(name)
                  ? "write TIMESTAMPDIFF(SECOND, a, b) for the distance of two timestamps"
                  : "columns are BOOLEAN, integers, REAL, DOUBLE, DECIMAL, VARCHAR, CHAR, DATE,"
                      + " TIME, TIMESTAMP";
        };
    String spelled = name.name().startsWith("INTERVAL") ? "INTERVAL" : name.name();
    return SashException.of(
            ErrorCode.NOT_SUPPORTED,
            "a result column cannot have type " + spelled.replace('_', ' '))
        .hint(hint);
  }
}
