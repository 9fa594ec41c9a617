package dev.sash.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The database here has stream s, view v, tables t and u, and the setting idle_timeout. */
final class StatementRouterTest {
  private final StatementRouter router =
      new StatementRouter(
          new NameResolver() {
            @Override
            public boolean isStream(String name) {
              return name.equalsIgnoreCase("s");
            }

            @Override
            public boolean isView(String name) {
              return name.equalsIgnoreCase("v");
            }

            @Override
            public boolean isTable(String name) {
              return Set.of("t", "u").contains(name.toLowerCase(Locale.ROOT));
            }

            @Override
            public boolean isSetting(String name) {
              return Set.of("idle_timeout", "a.b").contains(name.toLowerCase(Locale.ROOT));
            }
          });

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE STREAM x (a INT)",
        "create or replace stream x (a INT)",
        "CREATE MATERIALIZED VIEW x AS SELECT * FROM s",
        "CREATE MATERIALIZED VIEW x AS SELECT * FROM t JOIN s ON t.a = s.a",
        "CREATE MATERIALIZED VIEW x AS SELECT * FROM t, v",
        "CREATE MATERIALIZED VIEW x AS SELECT * FROM t EMIT ON CLOSE",
        "CREATE MATERIALIZED VIEW x RETAIN ALL AS SELECT * FROM t",
        "CREATE MATERIALIZED VIEW x AS SELECT a FROM t GROUP BY a, TUMBLE(ts, INTERVAL '1' DAY)",
        "CREATE MATERIALIZED VIEW x AS SELECT * FROM changes.v",
        "CREATE MATERIALIZED VIEW x AS SELECT * FROM misspelt",
        "CREATE MATERIALIZED VIEW x AS",
        "DROP STREAM s",
        "DROP MATERIALIZED VIEW v",
        "DROP MATERIALIZED VIEW IF EXISTS nowhere",
        "DROP VIEW IF EXISTS public.v",
        "SHOW STREAMS",
        "SHOW VIEWS LIKE 'a%'",
        "SHOW FOO",
        "DESCRIBE s",
        "desc s",
        "ADVANCE CLOCK BY INTERVAL '1' SECOND",
        "SET CLOCK = MANUAL",
        "SET idle_timeout = NONE",
        "SET a.b TO 1",
        "WAIT FOR v",
        "DRAIN v",
        "PAUSE v",
        "STOP v",
        "RESUME v",
        "SUBSCRIBE TO v WITH SNAPSHOT",
        "SUBSCIRBE TO v",
        "SELECT * FROM s",
        "SELECT * FROM \"s\" AS x",
        "SELECT * FROM public.S",
        "SELECT * FROM t, s",
        "SELECT * FROM (t JOIN s ON true)",
        "SELECT (SELECT COUNT(*) FROM s) FROM t",
        "SELECT * FROM t WHERE a IN (SELECT a FROM s)",
        "SELECT * FROM t EMIT ON CHANGE",
        "SELECT * FROM t EMIT EVERY INTERVAL '1' SECOND",
        "SELECT * FROM t EMIT EVRY INTERVAL '1' SECOND",
        "SELECT * FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '1' DAY, INTERVAL '2' DAY))",
        "SELECT * FROM t, LATERAL TABLE(TUMBLE(t.ts, INTERVAL '1' DAY)) AS w",
        "SELECT a FROM t GROUP BY a, HOP(ts, INTERVAL '1' DAY, INTERVAL '2' DAY)",
        "SELECT a FROM t GROUP BY HOP_ROWS(1, 5)",
        "SELECT * FROM TABLE(SESSION((SELECT * FROM t) PARTITION BY k, DESCRIPTOR(ts), gap))",
        "WITH x AS (SELECT * FROM s) SELECT * FROM x",
        "(SELECT * FROM t) UNION ALL SELECT * FROM s",
        "INSERT INTO t SELECT * FROM s",
        "INSERT INTO t (a, b) SELECT a, b FROM s",
        "EXPLAIN SELECT * FROM s",
        "EXPLAIN PLAN FOR CREATE MATERIALIZED VIEW x AS SELECT * FROM s",
      })
  void sashGets(String sql) {
    assertThat(router.route(sql)).isEqualTo(Route.SASH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-- nothing",
        "CREATE TABLE x (a INT)",
        "CREATE OR REPLACE VIEW x AS SELECT * FROM s",
        "CREATE SCHEMA x",
        "CREATE MATERIALIZED VIEW x AS SELECT * FROM t JOIN u ON t.a = u.a",
        "CREATE MATERIALIZED VIEW x AS WITH y AS (SELECT * FROM t) SELECT * FROM y",
        "CREATE MATERIALIZED VIEW x AS SELECT * FROM other.t",
        "CREATE MATERIALIZED VIEW x AS SELECT * FROM SYSTEM_RANGE(1, 10)",
        "DROP TABLE t",
        "DROP VIEW x",
        "DROP MATERIALIZED VIEW t",
        "SHOW TABLES",
        "SET LOCK_TIMEOUT 100",
        "SET @x = 1",
        "SELECT 1",
        "SELECT * FROM t",
        "SELECT * FROM v",
        "SELECT * FROM latest.v",
        "SELECT * FROM latest.s",
        "SELECT * FROM t AS s",
        "SELECT s FROM t",
        "SELECT 's' FROM t -- FROM s",
        "SELECT EXTRACT(DAY FROM s) FROM t",
        "SELECT a IS DISTINCT FROM s FROM t",
        "SELECT * FROM t AS x (a, s)",
        "SELECT emit FROM t",
        "SELECT * FROM t JOIN emit ON close.x = y",
        "SELECT * FROM t emit WHERE emit.a = 1",
        "SELECT HOP(1, 2, 3) FROM t",
        "SELECT TUMBLE, SESSION FROM t GROUP BY session",
        "WITH s AS (SELECT * FROM t) SELECT * FROM s",
        "INSERT INTO s VALUES (1)",
        "INSERT INTO s SELECT * FROM t",
        "INSERT INTO t VALUES (1, 'EMIT ON CLOSE')",
        "EXPLAIN SELECT * FROM t",
        "EXPLAIN ANALYZE SELECT * FROM t",
        "UPDATE s SET a = 1",
        "DELETE FROM s",
        "MERGE INTO s USING t ON s.a = t.a WHEN MATCHED THEN DELETE",
        "REFRESH MATERIALIZED VIEW t",
        "COMMIT",
        "CALL f()",
        "GARBAGE",
        "? = CALL f()",
      })
  void databaseGets(String sql) {
    assertThat(router.route(sql)).isEqualTo(Route.DATABASE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE ALERT a AS SELECT 1 NOTIFY 'x'",
        "CREATE OR REPLACE ALERT a AS SELECT 1",
        "CREATE SINK x FROM v",
        "CREATE SOURCE x (a INT)",
        "DROP ALERT a",
        "SHOW ALERTS",
        "UNSUBSCRIBE v",
        "ALTER STREAM s ADD COLUMN a INT",
        "ALTER MATERIALIZED VIEW v SET x",
        "REFRESH MATERIALIZED VIEW v",
      })
  void sashAnswersWhatItDoesNotSupportYet(String sql) {
    assertThat(router.route(sql)).isEqualTo(Route.SASH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREAT STREAM x (a INT)",
        "CREATE STRAEM x (a INT)",
        "CREATE MATERIALISED VIEW x AS SELECT * FROM s",
        "CRAETE MATERIALIZED VIEW x AS SELECT * FROM s",
        "DROP STREM s",
        "SHOW STREMS",
        "ADVNCE CLOCK BY INTERVAL '1' SECOND",
        "DRIAN v",
        "SELCT * FROM t EMIT ON CLOSE",
        "SELCT * FROM t",
        "SELECT * FORM s",
        "CREATE MATERIALIZED VIEW x AS SELECT * FORM s",
        "SET CLOCK MANUAL",
        "INSRT INTO t VALUES (1)",
      })
  void misspeltStatementsGoWhereTheComplaintIsBetter(String sql) {
    assertThat(router.route(sql)).isEqualTo(Route.SASH);
  }
}
