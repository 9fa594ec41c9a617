package dev.sash.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Rows as comparable text: numbers by value to three digits, instants with milliseconds. */
final class CaseRows {
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS");

  private CaseRows() {}

  static List<String> of(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    while (result.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
        row.add(text(result, i));
      }
      rows.add(String.join(" | ", row));
    }
    return rows;
  }

  private static String text(ResultSet result, int column) throws SQLException {
    Object value =
        result.getMetaData().getColumnType(column) == Types.TIMESTAMP
            ? result.getObject(column, LocalDateTime.class)
            : result.getObject(column);
    if (value == null) {
      return "NULL";
    } else if (value instanceof LocalDateTime instant) {
      return INSTANT.format(instant);
    } else if (value instanceof Timestamp) {
      throw new AssertionError(value);
    }
    return value instanceof Number ? number(value.toString()) : value.toString();
  }

  static List<String> of(List<JsonNode> rows) {
    List<String> texts = new ArrayList<>();
    for (JsonNode row : rows) {
      List<String> values = new ArrayList<>();
      row.forEach(
          value ->
              values.add(
                  value.isNull()
                      ? "NULL"
                      : value.isNumber() || value.asText().matches("-?\\d+(\\.\\d+)?")
                          ? number(value.asText())
                          : value.asText()));
      texts.add(String.join(" | ", values));
    }
    return texts;
  }

  private static String number(String text) {
    BigDecimal rounded = new BigDecimal(text).setScale(3, RoundingMode.HALF_UP);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
