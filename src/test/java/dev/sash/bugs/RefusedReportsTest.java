package dev.sash.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.TestDatabase;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Scenarios behind public bug reports that need what this version does not have: they are refused,
 * with the place and with what to write, and never answered wrongly.
 */
class RefusedReportsTest {
  private static final String TUMBLE =
      "TABLE(TUMBLE(TABLE ev, DESCRIPTOR(ts), INTERVAL '10' SECOND))";
  private final TestDatabase db = TestDatabase.open();

  @BeforeEach
  void declare() {
    db.run("CREATE STREAM ev (ts TIMESTAMP(3), k VARCHAR, v INT, WATERMARK FOR ts AS ts)");
  }

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  @DisplayName("bug-056: nothing survives the process, and a database file is not taken silently")
  void databaseFiles() {
    try {
      DriverManager.getConnection("jdbc:sash:file:./somewhere").close();
      throw new AssertionError("was not refused");
    } catch (SQLException e) {
      assertThat(e.getSQLState()).isEqualTo("0A000");
      assertThat(e.getMessage()).contains("database files are not supported", "jdbc:sash:mem:");
    }
  }

  @Test
  @DisplayName("bug-203, bug-206, bug-209: alerts")
  void alerts() {
    TestDatabase.Refusal refusal =
        db.refused(
            "CREATE ALERT low AS SELECT k, v FROM ev WHEN v < 10 FOR INTERVAL '5' MINUTE"
                + " NOTIFY pager");
    assertThat(refusal.state()).isEqualTo("0A000");
    assertThat(refusal.message()).contains("line 1, column 1", "CREATE ALERT", "Hint: ");
  }
}
