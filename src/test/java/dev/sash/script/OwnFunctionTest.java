package dev.sash.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.sql.StatementSplitter;
import dev.sash.sql.StatementText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The functions of sql/examples/functions, compiled into a jar. */
class OwnFunctionTest {
  private static final String PROPERTY = "sash.jar_directory";
  private static final Path FOLDER = Path.of("sql/examples/functions");

  /** Has no inverse; says that it is full above a million. */
  private static final String PRODUCT =
      """
      package example;
      import java.io.*;
      import java.util.List;
      public class Product implements dev.sash.function.Aggregate<long[]> {
        public List<Type> arguments() { return List.of(Type.BIGINT); }
        public Type resultType() { return Type.BIGINT; }
        public long[] create() { return new long[] {1}; }
        public void add(long[] state, List<Object> row) {
          state[0] = Math.multiplyExact(state[0], (Long) row.get(0));
        }
        public void merge(long[] into, long[] from) { into[0] *= from[0]; }
        public Object result(long[] state) { return state[0]; }
        public long bytes(long[] state) { return state[0] > 1_000_000 ? 1L << 40 : 24; }
        public void write(long[] state, DataOutput output) throws IOException {
          output.writeLong(state[0]);
        }
        public long[] read(DataInput input) throws IOException {
          return new long[] {input.readLong()};
        }
      }
      """;

  private static final String ROWS =
      """
      INSERT INTO s VALUES
        (TIMESTAMP '2026-03-01 10:00:01', 'a', 1.5, 2),
        (TIMESTAMP '2026-03-01 10:00:02', 'a', 3, 2),
        (TIMESTAMP '2026-03-01 10:00:03', 'a', NULL, 7),
        (TIMESTAMP '2026-03-01 10:00:12', 'b', 10, 1)
      """;

  private Connection connection;
  private Statement statement;

  @BeforeAll
  static void makeJar(@TempDir Path folder) throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Path jars = Files.createDirectory(folder.resolve("jars"));
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    arguments.add(FOLDER.resolve("WeightedMean.java").toString());
    arguments.add(FOLDER.resolve("Routes.java").toString());
    Path source = folder.resolve("Product.java");
    Files.writeString(source, PRODUCT);
    arguments.add(source.toString());
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(code).isZero();
    try (OutputStream file = Files.newOutputStream(jars.resolve("example.jar"));
        JarOutputStream jar = new JarOutputStream(file);
        Stream<Path> files = Files.walk(classes)) {
      for (Path made : files.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new JarEntry(classes.relativize(made).toString().replace('\\', '/')));
        jar.write(Files.readAllBytes(made));
        jar.closeEntry();
      }
    }
    System.setProperty(PROPERTY, jars.toString());
  }

  @AfterAll
  static void forgetJar() {
    System.clearProperty(PROPERTY);
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sash:");
    statement = connection.createStatement();
    statement.execute("CREATE AGGREGATE weighted_mean FOR 'example.WeightedMean'");
    statement.execute("CREATE FUNCTION part FOR 'example.Routes.part'");
    statement.execute(
        "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, d DOUBLE, n INT, WATERMARK FOR ts AS ts)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private List<String> rows(String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      List<String> texts = ScriptText.rows(rows);
      return texts.subList(1, texts.size());
    }
  }

  @Test
  void exampleGivesItsMeans() throws IOException, SQLException {
    List<String> result = List.of();
    try (Connection own = DriverManager.getConnection("jdbc:sash:");
        Statement script = own.createStatement()) {
      String text = Files.readString(FOLDER.resolve("own-functions.sql"));
      for (StatementText part : StatementSplitter.split(text)) {
        if (script.execute(part.sql())) {
          result = ScriptText.rows(script.getResultSet());
        }
      }
    }
    assertThat(result)
        .containsExactly(
            "route | millis | hits | window_end",
            "/health | 1.0 | 10 | 2026-03-01 10:01:00",
            "/users/N/cart | 35.0 | 4 | 2026-03-01 10:01:00",
            "/users/N/cart | 50.0 | 2 | 2026-03-01 10:02:00");
  }

  @Test
  void everyKindOfWindowMergesStates() throws SQLException {
    statement.execute(ROWS);
    String call =
        "SELECT weighted_mean(d, n) AS m, weighted_mean(d, n) FILTER (WHERE n > 2) AS none FROM s"
            + " GROUP BY ";
    assertThat(rows(call + "HOP(ts, INTERVAL '5' SECOND, INTERVAL '10' SECOND) ORDER BY m"))
        .containsExactly("2.25 |", "2.25 |", "10.0 |", "10.0 |");
    assertThat(rows(call + "SESSION(ts, INTERVAL '5' SECOND) ORDER BY m"))
        .containsExactly("2.25 |", "10.0 |");
    assertThat(
            rows(
                "SELECT weighted_mean(d, n) AS m FROM TABLE(CUMULATE(TABLE s, DESCRIPTOR(ts),"
                    + " INTERVAL '10' SECOND, INTERVAL '20' SECOND)) GROUP BY window_start,"
                    + " window_end ORDER BY m"))
        .containsExactly("2.25", "3.8");
  }

  @Test
  void correctedResultsAreTakenBack() throws SQLException {
    statement.execute(
        "CREATE MATERIALIZED VIEW sums AS SELECT k, SUM(n) AS total FROM s GROUP BY k"
            + " EMIT ON CHANGE");
    statement.execute(
        "CREATE MATERIALIZED VIEW means AS SELECT weighted_mean(total, 1) AS m FROM sums"
            + " EMIT ON CHANGE");
    statement.execute(ROWS);
    statement.execute("INSERT INTO s VALUES (TIMESTAMP '2026-03-01 10:00:12', 'b', 0, 8)");
    statement.execute("WAIT FOR means");
    assertThat(rows("SELECT m FROM means")).containsExactly("10.0");
  }

  @Test
  void withoutInverseRowsAreAddedAgain() throws SQLException {
    statement.execute("CREATE AGGREGATE multiplied FOR 'example.Product'");
    statement.execute(
        "CREATE MATERIALIZED VIEW sums AS SELECT k, SUM(n) AS total FROM s GROUP BY k"
            + " EMIT ON CHANGE");
    statement.execute(
        "CREATE MATERIALIZED VIEW products AS SELECT multiplied(total) AS p FROM sums"
            + " EMIT ON CHANGE");
    statement.execute(ROWS);
    statement.execute("INSERT INTO s VALUES (TIMESTAMP '2026-03-01 10:00:12', 'b', 0, 8)");
    statement.execute("WAIT FOR products");
    assertThat(rows("SELECT p FROM products")).containsExactly("99");
  }

  @Test
  void bytesThatTheCodeSaysCountForTheLimit() throws SQLException {
    statement.execute("CREATE AGGREGATE multiplied FOR 'example.Product'");
    statement.execute("INSERT INTO s VALUES (TIMESTAMP '2026-03-01 10:00:01', 'a', 1, 2000000)");
    assertThatThrownBy(
            () -> rows("SELECT multiplied(n) AS p FROM s GROUP BY TUMBLE(ts, INTERVAL '1' DAY)"))
        .hasMessageContaining("bytes of state");
  }

  @Test
  void functionsOverRowsConvertAndPassNullOn() throws SQLException {
    statement.execute("INSERT INTO s VALUES (TIMESTAMP '2026-03-01 10:00:01', '/x/y', 1, 2)");
    assertThat(
            rows(
                "SELECT part(k, n) AS p, part(k, 9) AS q, part(NULL, 1) AS r FROM s EMIT ON CLOSE"
                    .replace(" EMIT ON CLOSE", "")))
        .containsExactly("y |  |");
  }

  @Test
  void whatUserCodeThrowsIsTheErrorOfTheQuery() throws SQLException {
    statement.execute("INSERT INTO s VALUES (TIMESTAMP '2026-03-01 10:00:01', '/x', 1, -2)");
    assertThatThrownBy(
            () ->
                rows(
                    "SELECT weighted_mean(d, n) AS m FROM s GROUP BY TUMBLE(ts, INTERVAL '1' DAY)"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("aggregate WEIGHTED_MEAN failed: java.lang.IllegalArgumentException")
        .hasMessageContaining("a weight below zero: -2")
        .extracting(error -> ((SQLException) error).getSQLState())
        .isEqualTo("38000");
    assertThatThrownBy(
            () -> rows("SELECT MAX(part(k, n)) AS m FROM s GROUP BY TUMBLE(ts, INTERVAL '1' DAY)"))
        .hasMessageContaining("function part failed: java.lang.IllegalArgumentException")
        .extracting(error -> ((SQLException) error).getSQLState())
        .isEqualTo("38000");
  }

  @Test
  void functionsAreListedReplacedAndDropped() throws SQLException {
    assertThat(rows("SHOW FUNCTIONS LIKE 'w%'"))
        .containsExactly(
            "weighted_mean | own aggregate | WEIGHTED_MEAN(number, integer)"
                + " | example.WeightedMean");
    assertThat(rows("SHOW FUNCTIONS LIKE 'stddev'")).hasSize(1);
    statement.execute("CREATE OR REPLACE AGGREGATE weighted_mean FOR 'example.WeightedMean'");
    statement.execute("CREATE AGGREGATE IF NOT EXISTS weighted_mean FOR 'example.WeightedMean'");
    refused("CREATE AGGREGATE weighted_mean FOR 'example.WeightedMean'", "exists");
    refused("DROP FUNCTION weighted_mean", "write DROP AGGREGATE weighted_mean");
    statement.execute("DROP AGGREGATE weighted_mean");
    statement.execute("DROP AGGREGATE IF EXISTS weighted_mean");
    refused("SELECT weighted_mean(d, n) AS m FROM s EMIT ON CHANGE", "weighted_mean");
  }

  @Test
  void onlyTheJarsAreReached() {
    refused("CREATE FUNCTION leave FOR 'java.lang.System.exit'", "is in no jar of");
    refused("CREATE FUNCTION missing FOR 'example.Routes.none'", "0 public static methods none");
    refused("CREATE AGGREGATE missing FOR 'example.Routes'", "is no aggregate");
    refused(
        "CREATE AGGREGATE median FOR 'example.WeightedMean'", "function median is there already");
    refused("SELECT weighted_mean(k, n) AS m FROM s EMIT ON CHANGE", "weighted_mean");
    String jars = System.clearProperty(PROPERTY);
    refused("CREATE FUNCTION route FOR 'example.Routes.route'", "-Dsash.jar_directory=");
    System.setProperty(PROPERTY, jars);
  }

  private void refused(String sql, String message) {
    assertThatThrownBy(() -> statement.execute(sql))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message)
        .extracting(error -> ((SQLException) error).getSQLState())
        .isNotEqualTo("XX000");
  }
}
