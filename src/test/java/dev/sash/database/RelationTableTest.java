package dev.sash.database;

import static dev.sash.view.ViewFixture.definition;
import static dev.sash.view.ViewFixture.window;
import static dev.sash.view.ViewFixture.windowed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.data.RowKind;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.view.ListedRelation;
import dev.sash.view.RelationColumn;
import dev.sash.view.Retention;
import dev.sash.view.View;
import dev.sash.view.ViewDefinition;
import dev.sash.view.ViewFixture;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelationTableTest {
  private final View view = new View(definition(windowed(false)));
  private DatabaseFixture h2;

  @BeforeEach
  void open() throws SQLException {
    h2 = new DatabaseFixture();
    h2.show("Sla", view);
    view.emit(window(RowKind.FINAL, 10, "a", 1L, "b", 2L));
    view.emit(window(RowKind.EARLY, 20, "a", 3L));
    view.publish(15, 10);
  }

  @AfterEach
  void close() throws SQLException {
    h2.close();
  }

  @Test
  void selectShowsTheVisibleColumnsInOrderOfTheSegments() throws SQLException {
    assertThat(h2.labels("SELECT * FROM sla"))
        .containsExactly("k", "n", "window_start", "window_end");
    assertThat(h2.query("SELECT * FROM sla"))
        .containsExactly(
            "a 1 1970-01-01 00:00:00 1970-01-01 00:00:00.01",
            "b 2 1970-01-01 00:00:00 1970-01-01 00:00:00.01",
            "a 3 1970-01-01 00:00:00.01 1970-01-01 00:00:00.02");
  }

  @Test
  void metaColumnsAreThereForWhoAsks() throws SQLException {
    assertThat(h2.query("SELECT k, _kind, _rev, _final, _emitted_at FROM Sla"))
        .containsExactly(
            "a FINAL 0 TRUE 1970-01-01 00:00:00.01",
            "b FINAL 0 TRUE 1970-01-01 00:00:00.01",
            "a EARLY 0 FALSE 1970-01-01 00:00:00.02");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT K FROM LATEST.SLA",
        "select \"k\" from latest.\"SLA\"",
        "SELECT k FROM Latest.\"sLA\""
      })
  void namesMatchInAnyCase(String sql) throws SQLException {
    assertThat(h2.query(sql)).containsExactly("a", "b");
  }

  @Test
  void labelsKeepTheirCase() throws SQLException {
    h2.database.createRelation(
        "sash",
        "MyTable",
        new ListedRelation(
            List.of(new RelationColumn("MyColumn", view.rows().columns().get(0).type(), true)),
            () -> List.of(List.of("x"))));
    assertThat(h2.labels("SELECT * FROM sash.mytable")).containsExactly("MyColumn");
    assertThat(h2.query("SELECT mycolumn FROM SASH.MYTABLE WHERE MYCOLUMN = 'x'"))
        .containsExactly("x");
  }

  @Test
  void allRelationsOfTheViewCanBeRead() throws SQLException {
    assertThat(h2.query("SELECT k, n FROM latest.sla")).containsExactly("a 3", "b 2");
    assertThat(h2.query("SELECT seq, op, kind, rev, k, n FROM changes.sla"))
        .containsExactly("1 +I FINAL 0 a 1", "2 +I FINAL 0 b 2", "3 +I EARLY 0 a 3");
    assertThat(h2.query("SELECT * FROM late.sla")).isEmpty();
    assertThat(h2.query("SELECT COUNT(*), SUM(n), MIN(window_end), MAX(window_end) FROM sla"))
        .containsExactly("3 6 1970-01-01 00:00:00.01 1970-01-01 00:00:00.02");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO sla(k) VALUES ('x')",
        "UPDATE sla SET n = 1",
        "DELETE FROM sla",
        "DELETE FROM sla WHERE k = 'nobody'",
        "MERGE INTO sla(k, window_end) KEY (k) VALUES ('a', TIMESTAMP '2000-01-01 00:00:00')",
        "MERGE INTO sla USING (VALUES ('a')) AS s(k) ON sla.k = s.k WHEN MATCHED THEN DELETE",
        "TRUNCATE TABLE sla",
        "ALTER TABLE sla ALTER COLUMN n SET DATA TYPE VARCHAR",
        "ALTER TABLE sla RENAME TO other",
        "CREATE INDEX mine ON sla(n)"
      })
  void changesAreRefused(String sql) throws SQLException {
    assertThatThrownBy(() -> h2.execute(sql))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"))
        .hasMessageStartingWith("view \"Sla\" is read-only: its rows are the result of its query")
        .hasCauseInstanceOf(SashException.class);
    assertThat(h2.query("SELECT COUNT(*) FROM sla")).containsExactly("3");
  }

  @Test
  void otherRelationsAreReadOnlyToo() {
    assertThatThrownBy(() -> h2.execute("DELETE FROM changes.sla"))
        .hasMessageStartingWith("table \"changes.Sla\" is read-only: its rows are kept by Sash");
  }

  @Test
  void listedRelationsAreListedForEachStatement() throws SQLException {
    long[] calls = {0};
    h2.database.createRelation(
        "sash",
        "progress",
        new ListedRelation(
            List.of(new RelationColumn("n", view.rows().columns().get(1).type(), true)),
            () -> List.of(List.of(++calls[0]))));
    try (var prepared = h2.connection.prepareStatement("SELECT n FROM sash.progress")) {
      assertThat(DatabaseFixture.rows(prepared.executeQuery())).containsExactly("1");
      assertThat(DatabaseFixture.rows(prepared.executeQuery())).containsExactly("2");
    }
  }

  @Test
  void metadataTellsTablesColumnsAndPrimaryKeys() throws SQLException {
    DatabaseMetaData meta = h2.connection.getMetaData();
    assertThat(DatabaseFixture.rows(meta.getTables(null, null, "Sla", new String[] {"BASE TABLE"})))
        .extracting(row -> row.split(" ")[1])
        .containsExactlyInAnyOrder("public", "latest", "changes", "late");
    try (var columns = meta.getColumns(null, "public", "Sla", null)) {
      StringBuilder names = new StringBuilder();
      while (columns.next()) {
        names.append(columns.getString("COLUMN_NAME")).append(' ');
        names.append(columns.getString("TYPE_NAME")).append(' ');
        names.append(columns.getString("IS_NULLABLE")).append(", ");
      }
      assertThat(names.toString())
          .startsWith(
              "k CHARACTER VARYING NO, n BIGINT YES, window_start TIMESTAMP NO,"
                  + " window_end TIMESTAMP NO, ");
    }
    assertThat(primaryKey(meta, "public")).isEqualTo("k 1, window_end 2, ");
    assertThat(primaryKey(meta, "latest")).isEqualTo("k 1, ");
    assertThat(primaryKey(meta, "changes")).isEqualTo("seq 1, ");
    assertThat(primaryKey(meta, "late")).isEmpty();
    assertThat(
            h2.query(
                "SELECT table_schema, row_count_estimate FROM information_schema.tables"
                    + " WHERE table_name = 'Sla' ORDER BY 1"))
        .containsExactly("changes 3", "late 0", "latest 2", "public 3");
  }

  private static String primaryKey(DatabaseMetaData meta, String schema) throws SQLException {
    StringBuilder key = new StringBuilder();
    java.util.TreeMap<Integer, String> parts = new java.util.TreeMap<>();
    try (var rows = meta.getPrimaryKeys(null, schema, "Sla")) {
      while (rows.next()) {
        parts.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
      }
    }
    parts.forEach((sequence, name) -> key.append(name).append(' ').append(sequence).append(", "));
    return key.toString();
  }

  @Test
  void takenNameIsAnError() throws SQLException {
    h2.execute("CREATE TABLE ordinary (id INT)");
    for (String name : List.of("SLA", "Ordinary")) {
      assertThatThrownBy(() -> h2.database.createRelation(Database.PUBLIC, name, view.rows()))
          .isInstanceOfSatisfying(
              SashException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DUPLICATE_NAME));
    }
    assertThatThrownBy(() -> h2.execute("CREATE TABLE sla (id INT)"))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void droppedRelationIsGoneAndItsNameIsFree() throws SQLException {
    h2.database.dropRelation(Database.PUBLIC, "SLA");
    assertThatThrownBy(() -> h2.query("SELECT * FROM sla")).isInstanceOf(SQLException.class);
    h2.database.dropRelation(Database.PUBLIC, "sla");
    h2.database.createRelation(Database.PUBLIC, "sla", view.rows());
    assertThat(h2.query("SELECT COUNT(*) FROM sla")).containsExactly("3");
  }

  @Test
  void onlySashDropsItsTables() throws SQLException {
    assertThatThrownBy(() -> h2.execute("DROP TABLE sla"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55000"))
        .hasMessageStartingWith("\"Sla\" is not an ordinary table");
    h2.execute("CREATE TABLE ordinary (id INT)");
    assertThatThrownBy(() -> h2.database.dropRelation(Database.PUBLIC, "ordinary"))
        .isInstanceOf(SashException.class);
    assertThat(h2.query("SELECT COUNT(*) FROM sla")).containsExactly("3");
  }

  @Test
  void relationThatADatabaseViewNeedsCannotBeDropped() throws SQLException {
    h2.execute("CREATE VIEW totals AS SELECT k, SUM(n) AS total FROM sla GROUP BY k");
    assertThatThrownBy(() -> h2.database.dropRelation(Database.PUBLIC, "sla"))
        .isInstanceOfSatisfying(
            SashException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DEPENDENT_OBJECTS))
        .hasMessage("view \"Sla\" is needed by database view \"totals\"");
    assertThat(h2.query("SELECT * FROM totals ORDER BY k")).containsExactly("a 4", "b 2");
  }

  @Test
  void replacingARelationThatLooksAlikeKeepsWhatDependsOnIt() throws SQLException {
    h2.execute("CREATE VIEW totals AS SELECT k, SUM(n) AS total FROM sla GROUP BY k");
    try (var prepared = h2.connection.prepareStatement("SELECT * FROM totals ORDER BY k")) {
      assertThat(DatabaseFixture.rows(prepared.executeQuery())).containsExactly("a 4", "b 2");
      View other = new View(definition(windowed(false)));
      h2.database.replaceRelation(Database.PUBLIC, "sla", other.rows());
      assertThat(DatabaseFixture.rows(prepared.executeQuery())).isEmpty();
      other.emit(window(RowKind.FINAL, 10, "z", 9L));
      other.publish(15, 10);
      assertThat(DatabaseFixture.rows(prepared.executeQuery())).containsExactly("z 9");
    }
    View different = new View(definition(windowed(true)));
    assertThatThrownBy(() -> h2.database.replaceRelation(Database.PUBLIC, "sla", different.rows()))
        .isInstanceOf(SashException.class);
    h2.execute("DROP VIEW totals");
    h2.database.replaceRelation(Database.PUBLIC, "sla", different.rows());
    assertThat(h2.query("SELECT * FROM sla")).isEmpty();
  }

  @Test
  void viewIsShownAndDroppedAsAWhole() throws SQLException {
    h2.database.showView(new View(named("Whole", false)));
    h2.execute("CREATE VIEW newest AS SELECT k FROM latest.whole");
    assertThatThrownBy(() -> h2.database.dropView("whole"))
        .isInstanceOfSatisfying(
            SashException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DEPENDENT_OBJECTS));
    assertThatThrownBy(() -> h2.database.showView(new View(named("whole", true))))
        .isInstanceOf(SashException.class);
    View same = new View(named("whole", false));
    h2.database.showView(same);
    same.emit(window(RowKind.FINAL, 10, "z", 9L));
    same.publish(15, 10);
    for (String relation : List.of("whole", "latest.whole", "changes.whole", "newest")) {
      assertThat(h2.query("SELECT k FROM " + relation)).containsExactly("z");
    }
    h2.execute("DROP VIEW newest");
    h2.database.dropView("WHOLE");
    for (String relation : List.of("whole", "latest.whole", "changes.whole", "late.whole")) {
      assertThatThrownBy(() -> h2.query("SELECT 1 FROM " + relation))
          .isInstanceOf(SQLException.class);
    }
  }

  private static ViewDefinition named(String name, boolean nullableKey) {
    return new ViewDefinition(
        name,
        windowed(nullableKey),
        ViewFixture.STREAM,
        new Retention.All(),
        ViewDefinition.Limits.DEFAULT,
        false);
  }

  @Test
  void viewDoesNotTakeTheNameOfSomethingElse() throws SQLException {
    h2.execute("CREATE TABLE ordinary (id INT)");
    assertThatThrownBy(() -> h2.database.showView(new View(named("Ordinary", false))))
        .isInstanceOfSatisfying(
            SashException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DUPLICATE_NAME))
        .hasMessage("table or view \"ordinary\" is not a materialized view");
    assertThat(h2.query("SELECT COUNT(*) FROM ordinary")).containsExactly("0");
  }

  @Test
  void ordinaryTablesAreKnownByName() throws SQLException {
    h2.execute(
        "CREATE TABLE Services (id INT NOT NULL, name VARCHAR(20), price NUMERIC(10, 2),"
            + " since TIMESTAMP, opens TIME, seen TIMESTAMP WITH TIME ZONE, at TIME WITH TIME ZONE)");
    h2.execute("CREATE VIEW cheap AS SELECT id FROM services WHERE price < 10");
    assertThat(h2.database.tableNames()).containsExactly("cheap", "services");
    assertThat(h2.database.table("SERVICES").fields())
        .extracting(f -> f.name() + " " + f.type().sql() + " " + f.type().nullable())
        .containsExactly(
            "id INTEGER false",
            "name VARCHAR(20) true",
            "price DECIMAL(10, 2) true",
            "since TIMESTAMP(3) true",
            "opens TIME(0) true",
            "seen TIMESTAMP(3) WITH LOCAL TIME ZONE true");
    assertThat(h2.database.table("cheap").names()).containsExactly("id");
    assertThat(h2.database.table("sla")).isNull();
    assertThat(h2.database.table("nothing")).isNull();
  }

  @Test
  void closedDatabaseSaysSo() throws SQLException {
    Database other = Database.open();
    Connection connection = other.connect();
    other.close();
    other.close();
    assertThatThrownBy(() -> DatabaseFixture.query(connection, "SELECT 1"))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> other.createRelation(Database.PUBLIC, "v", view.rows()))
        .isInstanceOfSatisfying(
            SashException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
  }
}
