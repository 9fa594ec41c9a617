package dev.sash.plan;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of {@code edits}: ordinary values, values before 1970, NULLs, values at their limits. */
final class SampleRows {
  private static final @Nullable Object[][] ROWS = {
    {
      millis("2024-03-10T07:30:15.250"),
      "alpha",
      "Bob",
      5,
      10L,
      decimal("12.50"),
      2.5,
      true,
      millis("2024-03-09T23:59:59.999"),
      day("2024-03-10"),
      1.5f,
      (short) 3,
      "ab  ",
      1L
    },
    {
      millis("1969-12-31T23:59:59.999"),
      "Beta%x",
      "",
      -7,
      -3L,
      decimal("-0.05"),
      -0.75,
      false,
      millis("2000-02-29T12:00:00"),
      day("1969-12-31"),
      -2.25f,
      (short) -4,
      "abcd",
      2L
    },
    {null, null, null, null, null, null, null, null, null, null, null, null, null, 3L},
    {
      millis("2023-12-31T00:00:00"),
      "123",
      "日本",
      0,
      Long.MAX_VALUE - 1,
      decimal("99999999.99"),
      1e10,
      true,
      millis("2024-01-01T00:00:00"),
      day("2023-12-31"),
      0f,
      (short) 0,
      "x   ",
      4L
    },
  };

  private SampleRows() {}

  /** The rows as a batch. */
  static ColumnBatch batch() {
    BatchBuilder rows = new BatchBuilder(SampleCatalog.EDITS);
    for (@Nullable Object[] row : ROWS) {
      rows.appendRow(row.clone());
    }
    return rows.build();
  }

  /** The rows as an ordinary table of a database. */
  static void insertInto(Connection database) throws SQLException {
    try (Statement statement = database.createStatement()) {
      statement.execute(
          "CREATE TABLE edits (ts TIMESTAMP(3), channel VARCHAR, usr VARCHAR, added INT, n BIGINT,"
              + " price DECIMAL(10, 2), d DOUBLE PRECISION, is_robot BOOLEAN, other TIMESTAMP(3),"
              + " day DATE, value REAL, small SMALLINT, code CHAR(4), id BIGINT NOT NULL)");
    }
    try (PreparedStatement insert =
        database.prepareStatement(
            "INSERT INTO edits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      for (@Nullable Object[] row : ROWS) {
        for (int i = 0; i < row.length; i++) {
          insert.setObject(i + 1, parameter(row[i], SampleCatalog.EDITS.field(i).name()));
        }
        insert.execute();
      }
    }
  }

  private static @Nullable Object parameter(@Nullable Object value, String column) {
    if (value instanceof Long millis && List.of("ts", "other").contains(column)) {
      return LocalDateTime.ofEpochSecond(
          Math.floorDiv(millis, 1000L),
          (int) Math.floorMod(millis, 1000L) * 1_000_000,
          ZoneOffset.UTC);
    }
    return value instanceof Long day && column.equals("day") ? LocalDate.ofEpochDay(day) : value;
  }

  private static BigDecimal decimal(String text) {
    return new BigDecimal(text);
  }

  private static long day(String text) {
    return LocalDate.parse(text).toEpochDay();
  }

  /** A wall clock in UTC. */
  static long millis(String text) {
    return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli();
  }
}
