package dev.sash.sql;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;

/** The types of CREATE STREAM and CAST: which exist, and what to write instead of the others. */
public final class ColumnTypes {
  private static final int DECIMAL_DIGITS_MAX = 38;
  private static final int TIME_DIGITS_MAX = 3;
  private static final int LENGTH_MAX = 1_000_000;

  private static final Map<String, Kind> KINDS =
      Map.ofEntries(
          Map.entry("BOOLEAN", Kind.BOOLEAN),
          Map.entry("TINYINT", Kind.TINYINT),
          Map.entry("SMALLINT", Kind.SMALLINT),
          Map.entry("INTEGER", Kind.INTEGER),
          Map.entry("INT", Kind.INTEGER),
          Map.entry("BIGINT", Kind.BIGINT),
          Map.entry("REAL", Kind.REAL),
          Map.entry("FLOAT", Kind.DOUBLE),
          Map.entry("DOUBLE", Kind.DOUBLE),
          Map.entry("DECIMAL", Kind.DECIMAL),
          Map.entry("VARCHAR", Kind.VARCHAR),
          Map.entry("TEXT", Kind.VARCHAR),
          Map.entry("STRING", Kind.VARCHAR),
          Map.entry("CHAR", Kind.CHAR),
          Map.entry("DATE", Kind.DATE),
          Map.entry("TIME", Kind.TIME),
          Map.entry("TIMESTAMP", Kind.TIMESTAMP),
          Map.entry("TIMESTAMP_WITH_LOCAL_TIME_ZONE", Kind.TIMESTAMP_LTZ),
          Map.entry("TIMESTAMP_TZ", Kind.TIMESTAMP_LTZ));

  /** What to write for types that do not exist. */
  private static final Map<String, String> INSTEAD =
      Map.ofEntries(
          Map.entry("DATETIME", "write TIMESTAMP(3)"),
          Map.entry("TIME_WITH_LOCAL_TIME_ZONE", "write TIME(3)"),
          Map.entry("TIME_TZ", "write TIME(3)"),
          Map.entry("VARBINARY", "write VARCHAR"),
          Map.entry("BINARY", "write VARCHAR"),
          Map.entry("JSON", "write VARCHAR, or one column for each field"),
          Map.entry("UUID", "write VARCHAR(36)"),
          Map.entry("BIT", "write BOOLEAN"),
          Map.entry("NUMBER", "write DECIMAL(18, 4)"),
          Map.entry("INT8", "write BIGINT"),
          Map.entry("INT4", "write INTEGER"),
          Map.entry("FLOAT8", "write DOUBLE"),
          Map.entry("FLOAT4", "write REAL"),
          Map.entry("ARRAY", "write one row for each element"));

  private ColumnTypes() {}

  /** The schema of the columns of CREATE STREAM. */
  public static Schema schema(List<ColumnDefinition> columns) {
    List<Field> fields = new ArrayList<>();
    for (ColumnDefinition column : columns) {
      fields.add(new Field(column.name(), type(column.type()).nullable(column.nullable())));
    }
    return new Schema(fields);
  }

  /**
   * The type that was written; nullable.
   *
   * @throws SashException with the place of a type that does not exist, and what to write
   */
  public static DataType type(SqlDataTypeSpec written) {
    String name = name(written);
    Kind kind = KINDS.get(name);
    if (kind == null || written.getCollectionsTypeName() != null) {
      throw unsupported(written, kind == null ? name : "ARRAY");
    }
    checkPrecision(written);
    int precision = precision(written);
    if (precision < 0) {
      return kind == Kind.DECIMAL ? needsScale(written) : DataType.of(kind);
    }
    return switch (kind) {
      case DECIMAL -> DataType.decimal(precision, Math.max(0, scale(written)));
      case TIME, TIMESTAMP, TIMESTAMP_LTZ, VARCHAR, CHAR -> new DataType(kind, precision, 0, true);
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DATE -> DataType.of(kind);
    };
  }

  /** Fails when a type has more digits than values can have: Calcite would cut it silently. */
  static void checkPrecision(SqlDataTypeSpec written) {
    int precision = precision(written);
    Kind kind = KINDS.get(name(written));
    if ((kind == Kind.TIME || kind == Kind.TIMESTAMP || kind == Kind.TIMESTAMP_LTZ)
        && precision > TIME_DIGITS_MAX) {
      throw tooFine(written, kind, precision);
    }
    if (kind == Kind.DECIMAL && (precision > DECIMAL_DIGITS_MAX || precision == 0)) {
      throw wrong(written, "DECIMAL has 1 to 38 digits, not " + precision)
          .hint(
              "write DECIMAL(38, "
                  + Math.min(DECIMAL_DIGITS_MAX, Math.max(0, scale(written)))
                  + ")");
    }
    if (kind == Kind.DECIMAL && precision > 0 && scale(written) > precision) {
      throw wrong(
              written,
              "DECIMAL cannot have more digits behind the point ("
                  + scale(written)
                  + ") than in all ("
                  + precision
                  + ")")
          .hint(
              "write DECIMAL("
                  + Math.min(DECIMAL_DIGITS_MAX, scale(written) + 4)
                  + ", "
                  + scale(written)
                  + ")");
    }
    if ((kind == Kind.CHAR || kind == Kind.VARCHAR) && (precision == 0 || precision > LENGTH_MAX)) {
      throw wrong(written, kind + " has 1 to " + LENGTH_MAX + " characters, not " + precision)
          .hint("write VARCHAR");
    }
  }

  private static SashException tooFine(SqlDataTypeSpec written, Kind kind, int digits) {
    String what = kind == Kind.TIME ? "times have" : "timestamps have";
    String type = new DataType(kind, digits, 0, true).sql();
    return wrong(written, type + " is not supported: " + what + " milliseconds")
        .hint("write " + DataType.of(kind).sql() + "; further digits of the input are cut");
  }

  private static DataType needsScale(SqlDataTypeSpec written) {
    throw wrong(written, "DECIMAL needs its digits, else fractions would be rounded away")
        .hint("write DECIMAL(18, 4): digits in all, digits behind the point");
  }

  private static SashException unsupported(SqlDataTypeSpec written, String name) {
    String meant = Suggestion.nearest(name, KINDS.keySet());
    String hint = INSTEAD.get(name);
    if (hint == null) {
      hint =
          meant != null
              ? "did you mean " + meant + "?"
              : "types are BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE,"
                  + " DECIMAL(p, s), VARCHAR, CHAR(n), DATE, TIME(3), TIMESTAMP(3),"
                  + " TIMESTAMP(3) WITH LOCAL TIME ZONE";
    }
    String spelled = name.replace("_TZ", "_WITH_TIME_ZONE").replace('_', ' ');
    return wrong(written, "type " + spelled + " is not supported").hint(hint);
  }

  private static SashException wrong(SqlDataTypeSpec written, String message) {
    return SashException.at(Positions.span(written), ErrorCode.NOT_SUPPORTED, message);
  }

  private static String name(SqlDataTypeSpec written) {
    return written.getTypeName().getSimple().toUpperCase(Locale.ROOT).replace(' ', '_');
  }

  private static int precision(SqlDataTypeSpec written) {
    return written.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
        ? basic.getPrecision()
        : -1;
  }

  private static int scale(SqlDataTypeSpec written) {
    return written.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic ? basic.getScale() : -1;
  }
}
