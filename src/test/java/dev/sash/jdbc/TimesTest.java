package dev.sash.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Times and instants as parameters and results of JDBC. */
class TimesTest {
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sash:");
    statement = connection.createStatement();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void columnsHaveTheTypesOfTheDatabase() throws SQLException {
    statement.execute(
        "CREATE STREAM s (t TIME(2), happened TIMESTAMP_LTZ(3), WATERMARK FOR happened AS happened)");
    insert(LocalTime.parse("10:11:12.345"), OffsetDateTime.parse("2026-01-01T10:00:00.5+05:30"));
    for (String query :
        new String[] {"SELECT * FROM s", "SELECT t, happened FROM s WHERE t > TIME '00:00:00'"}) {
      try (ResultSet rows = statement.executeQuery(query)) {
        ResultSetMetaData columns = rows.getMetaData();
        assertThat(columns.getColumnType(1)).isEqualTo(Types.TIME);
        assertThat(columns.getColumnType(2)).isEqualTo(Types.TIMESTAMP_WITH_TIMEZONE);
        assertThat(columns.getColumnTypeName(2)).isEqualTo("TIMESTAMP WITH TIME ZONE");
        assertThat(rows.next()).isTrue();
        assertThat(rows.getObject(1, LocalTime.class)).isEqualTo(LocalTime.parse("10:11:12.34"));
        assertThat(rows.getObject(2, OffsetDateTime.class))
            .isEqualTo(OffsetDateTime.parse("2026-01-01T04:30:00.5Z"));
        assertThat(rows.getObject(2, Instant.class))
            .isEqualTo(Instant.parse("2026-01-01T04:30:00.5Z"));
      }
    }
  }

  @Test
  void aLocalParameterIsThatOfTheStreamsZoneAndAnInstantIsNot() throws SQLException {
    statement.execute(
        "CREATE STREAM s (ts TIMESTAMP(3), happened TIMESTAMP_LTZ(3)) WITH (time_zone = '-05:00')");
    LocalDateTime local = LocalDateTime.parse("2026-01-01T10:00:00");
    Instant instant = Instant.parse("2026-01-01T10:00:00Z");
    insert(local, local);
    insert(instant, instant);
    insert(Timestamp.from(instant), Timestamp.from(instant));
    try (ResultSet rows = statement.executeQuery("SELECT ts, happened FROM s")) {
      for (String expected : new String[] {"15:00", "10:00", "15:00"}) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo("2026-01-01 " + expected + ":00");
        assertThat(rows.getString(2)).isEqualTo("2026-01-01 " + expected + ":00+00");
      }
    }
  }

  private void insert(Object first, Object second) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO s VALUES (?, ?)")) {
      insert.setObject(1, first);
      insert.setObject(2, second);
      insert.executeUpdate();
    }
  }
}
