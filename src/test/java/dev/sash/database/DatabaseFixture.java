package dev.sash.database;

import dev.sash.view.View;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** A database with one connection, for tests. */
final class DatabaseFixture implements AutoCloseable {
  final Database database = Database.open();
  final Connection connection;
  private final Statement statement;

  DatabaseFixture() throws SQLException {
    connection = database.connect();
    statement = connection.createStatement();
  }

  /** Makes the tables of a view. */
  void show(String name, View view) {
    database.createRelation(Database.PUBLIC, name, view.rows());
    if (view.latest() != null) {
      database.createRelation("latest", name, view.latest());
    }
    database.createRelation("changes", name, view.changes());
    database.createRelation("late", name, view.late());
  }

  void execute(String sql) throws SQLException {
    statement.execute(sql);
  }

  /** The rows of a query, columns parted by a space. */
  List<String> query(String sql) throws SQLException {
    return query(connection, sql);
  }

  static List<String> query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows(rows);
    }
  }

  static List<String> rows(ResultSet rows) throws SQLException {
    List<String> texts = new ArrayList<>();
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      StringJoiner text = new StringJoiner(" ");
      for (int i = 1; i <= columns; i++) {
        text.add(rows.getString(i));
      }
      texts.add(text.toString());
    }
    return texts;
  }

  /** The column labels of a query. */
  List<String> labels(String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      ResultSetMetaData meta = rows.getMetaData();
      List<String> labels = new ArrayList<>();
      for (int i = 1; i <= meta.getColumnCount(); i++) {
        labels.add(meta.getColumnLabel(i));
      }
      return labels;
    }
  }

  /** The plan of a query. */
  String plan(String sql) throws SQLException {
    return String.join("\n", query("EXPLAIN " + sql));
  }

  @Override
  public void close() throws SQLException {
    connection.close();
    database.close();
  }
}
