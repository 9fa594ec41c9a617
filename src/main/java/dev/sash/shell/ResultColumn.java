package dev.sash.shell;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result and how its values read as text: numbers in full, times as {@code 2015-09-12
 * 01:00:00} with a fraction only where there is one, bytes in hexadecimal.
 *
 * @param ordinal from 1
 * @param label its heading
 * @param jdbcType as of {@link Types}
 */
record ResultColumn(int ordinal, String label, int jdbcType) {

  /** The columns of a result. */
  static List<ResultColumn> of(ResultSetMetaData metaData) throws SQLException {
    List<ResultColumn> columns = new ArrayList<>();
    for (int i = 1; i <= metaData.getColumnCount(); i++) {
      columns.add(new ResultColumn(i, metaData.getColumnLabel(i), metaData.getColumnType(i)));
    }
    return columns;
  }

  /** Whether values are numbers. */
  boolean isNumber() {
    return switch (jdbcType) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.NUMERIC,
          Types.DECIMAL ->
          true;
      default -> false;
    };
  }

  /** Whether values are truth values. */
  boolean isBoolean() {
    return jdbcType == Types.BOOLEAN || jdbcType == Types.BIT;
  }

  /** The value of the current row as text, or null for NULL. */
  @Nullable String text(ResultSet row) throws SQLException {
    switch (jdbcType) {
      case Types.NUMERIC, Types.DECIMAL -> {
        String text = row.getString(ordinal);
        return text == null || text.indexOf('E') < 0 ? text : plain(text);
      }
      case Types.BOOLEAN, Types.BIT -> {
        String text = row.getString(ordinal);
        return text == null ? null : text.toLowerCase(Locale.ROOT);
      }
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> {
        byte[] bytes = row.getBytes(ordinal);
        return bytes == null ? null : HexFormat.of().formatHex(bytes);
      }
      default -> {
        return row.getString(ordinal);
      }
    }
  }

  /** A number without its exponent, unless that would be absurdly long. */
  private static String plain(String text) {
    try {
      BigDecimal number = new BigDecimal(text);
      return Math.abs(number.scale()) > 60 ? text : number.toPlainString();
    } catch (NumberFormatException e) {
      return text; // NaN and the infinities of DECFLOAT
    }
  }
}
