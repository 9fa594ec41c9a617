package dev.sash.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.DataType;
import dev.sash.data.Schema;
import dev.sash.runtime.EmitSpec;
import dev.sash.sql.SashParser;
import dev.sash.sql.Statement;
import dev.sash.window.WindowSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which nodes a query becomes. */
class PlanShapeTest {
  private static final String HOP_COUNTS =
      """
      SELECT channel, COUNT(*) AS c, AVG(added) AS a, window_end
      FROM TABLE(HOP(TABLE edits, DESCRIPTOR(ts), INTERVAL '5' MINUTE, INTERVAL '1' HOUR))
      WHERE NOT is_robot GROUP BY channel, window_start, window_end HAVING COUNT(*) > 10
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        SELECT channel, COUNT(*) AS c, AVG(added) AS a, window_end
        FROM edits WHERE NOT is_robot
        GROUP BY channel, HOP(ts, INTERVAL '5' MINUTE, INTERVAL '1' HOUR) HAVING COUNT(*) > 10
        """,
        """
        SELECT channel, COUNT(*) AS c, AVG(added) AS a,
          HOP_END(edits.ts, INTERVAL '300' SECOND, INTERVAL '60' MINUTE) AS window_end
        FROM edits WHERE NOT is_robot
        GROUP BY HOP(ts, INTERVAL '5' MINUTE, INTERVAL '1' HOUR), channel HAVING c > 10
        """,
        """
        SELECT channel, COUNT(*) AS c, AVG(added) AS a, w.window_end
        FROM edits, LATERAL TABLE(HOP(edits.ts, INTERVAL '5' MINUTE, INTERVAL '1' HOUR)) AS w
        WHERE NOT is_robot GROUP BY channel, w.window_start, w.window_end HAVING COUNT(*) > 10
        """,
        """
        SELECT channel, COUNT(*) AS c, AVG(added) AS a, we AS window_end
        FROM edits CROSS JOIN
          LATERAL TABLE(HOP(ts, INTERVAL '5' MINUTE, INTERVAL '1' HOUR)) AS w(ws, we)
        WHERE NOT is_robot GROUP BY channel, we HAVING COUNT(*) > 10
        """,
        """
        SELECT Channel, COUNT(*) AS c, AVG(ADDED) AS a, WINDOW_END AS window_end
        FROM TABLE(HOP((SELECT * FROM Edits WHERE NOT is_robot), DESCRIPTOR(TS),
          SIZE => INTERVAL '1' HOUR, SLIDE => INTERVAL '5' MINUTE))
        GROUP BY CHANNEL, window_start, window_end HAVING COUNT(*) > 10
        """,
        """
        SELECT channel, COUNT(*) AS c, AVG(added) AS a, window_end
        FROM TABLE(HOP(DATA => TABLE edits, TIMECOL => DESCRIPTOR(ts),
          SIZE => INTERVAL '1' HOUR, OFFSET => INTERVAL '-10' MINUTE, SLIDE => INTERVAL '5' MINUTE))
        WHERE NOT is_robot GROUP BY window_end, channel HAVING COUNT(*) > 10
        """,
        """
        WITH counted AS (
          SELECT channel, COUNT(*) AS c, AVG(added) AS a, window_end
          FROM TABLE(HOP(TABLE edits, DESCRIPTOR(ts), INTERVAL '5' MINUTE, INTERVAL '1' HOUR))
          WHERE NOT is_robot GROUP BY channel, window_start, window_end)
        SELECT channel, c, a, window_end FROM counted WHERE c > 10
        """
      })
  void spellingOfHopIsThatPlan(String sql) {
    assertThat(KernelRun.plan(sql)).isEqualTo(KernelRun.plan(HOP_COUNTS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT usr, SUM(n) AS s FROM edits GROUP BY usr, TUMBLE(ts, INTERVAL '1' DAY, TIME"
            + " '01:00:00')",
        "SELECT usr, SUM(n) AS s FROM edits, LATERAL TABLE(TUMBLE(ts, INTERVAL '1' DAY, INTERVAL"
            + " '-23' HOUR)) GROUP BY usr, window_start",
        "SELECT usr, SUM(n) AS s FROM edits GROUP BY usr, HOP(ts, INTERVAL '1' DAY, INTERVAL '24'"
            + " HOUR, INTERVAL '25' HOUR)"
      })
  void spellingOfTumbleIsThatPlan(String sql) {
    QueryPlan expected =
        KernelRun.plan(
            "SELECT usr, SUM(n) AS s FROM TABLE(TUMBLE(TABLE edits, DESCRIPTOR(ts),"
                + " INTERVAL '1' DAY, INTERVAL '1' HOUR)) GROUP BY usr, window_start, window_end");
    assertThat(KernelRun.plan(sql)).isEqualTo(expected);
    PhysicalNode.WindowAggregate aggregate =
        (PhysicalNode.WindowAggregate) expected.root().inputs().get(0);
    assertThat(aggregate.window()).isEqualTo(new WindowSpec.Hop(86_400_000, 86_400_000, 3_600_000));
  }

  @Test
  void aggregateHasKeysTimeAndArgumentsBelowAndHidesItsIdentity() {
    QueryPlan plan = KernelRun.plan(HOP_COUNTS);
    PhysicalNode.ResultCalc result = (PhysicalNode.ResultCalc) plan.root();
    PhysicalNode.WindowAggregate aggregate = (PhysicalNode.WindowAggregate) result.input();
    PhysicalNode.Calc calc = (PhysicalNode.Calc) aggregate.input();
    assertThat(calc.text()).isEqualTo("channel, added, ts; NOT is_robot");
    assertThat(calc.outputs()).allMatch(output -> output.inputColumn() >= 0);
    assertThat(aggregate.keyColumns()).containsExactly(0);
    assertThat(aggregate.timeColumn()).isEqualTo(2);
    assertThat(aggregate.aggregates())
        .containsExactly(
            new AggregateCall(
                "COUNT", List.of(), false, -1, notNull(DataType.Kind.BIGINT), "COUNT(*)"),
            new AggregateCall(
                "AVG", List.of(1), false, -1, DataType.of(DataType.Kind.DOUBLE), "AVG(added)"));
    assertThat(result.text())
        .isEqualTo("channel, COUNT(*) AS c, AVG(added) AS a, window_end; COUNT(*) > 10");
    assertThat(plan.shape().schema().names())
        .containsExactly("channel", "c", "a", "window_end", "window_start");
    assertThat(plan.shape().visibleColumns()).isEqualTo(4);
    assertThat(plan.shape().keyColumns()).containsExactly(0);
    assertThat(plan.shape().windowStart()).isEqualTo(4);
    assertThat(plan.shape().windowEnd()).isEqualTo(3);
    assertThat(plan.shape().appendOnly()).isFalse();
    assertThat(plan.streams()).containsExactly("edits");
  }

  @Test
  void typesOfAggregatesLoseNothing() {
    Schema schema =
        KernelRun.plan(
                "SELECT SUM(added) a, SUM(price) b, AVG(n) c, AVG(price) d, SUM(value) e, MIN(ts)"
                    + " f, MAX(channel) g, MAX(is_robot) h, MIN(day) i, COUNT(DISTINCT usr) j,"
                    + " SUM(DISTINCT n) FILTER (WHERE n > 0) k FROM edits")
            .shape()
            .schema();
    assertThat(schema.fields().stream().map(field -> field.type().sql()))
        .containsExactly(
            "BIGINT",
            "DECIMAL(38, 2)",
            "DOUBLE",
            "DECIMAL(38, 6)",
            "DOUBLE",
            "TIMESTAMP(3)",
            "VARCHAR",
            "BOOLEAN",
            "DATE",
            "BIGINT",
            "BIGINT");
  }

  @Test
  void filterIsAColumnOfItsOwnAndDistinctAFlag() {
    PhysicalNode.WindowAggregate aggregate =
        (PhysicalNode.WindowAggregate)
            KernelRun.plan(
                    "SELECT COUNT(*) FILTER (WHERE is_robot), SUM(DISTINCT n) FILTER (WHERE n > 0),"
                        + " MAX(DISTINCT n) FROM edits")
                .root()
                .inputs()
                .get(0);
    assertThat(aggregate.aggregates().stream().map(AggregateCall::text))
        .containsExactly(
            "COUNT(*) FILTER (WHERE is_robot)", "SUM(DISTINCT n) FILTER (WHERE n > 0)", "MAX(n)");
    assertThat(aggregate.aggregates().get(1).distinct()).isTrue();
    assertThat(aggregate.input().schema().type(aggregate.aggregates().get(0).filterColumn()).kind())
        .isEqualTo(DataType.Kind.BOOLEAN);
    assertThat(aggregate.window()).isEqualTo(new WindowSpec.Global());
    assertThat(aggregate.timeColumn()).isEqualTo(-1);
  }

  @Test
  void windowWithoutAggregateGivesTheRowsOfTheStreamAndTheBounds() {
    QueryPlan plan =
        KernelRun.plan(
            "SELECT * FROM TABLE(HOP(TABLE edits, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '3'"
                + " MINUTE))");
    PhysicalNode.WindowExpand expand = (PhysicalNode.WindowExpand) plan.root();
    assertThat(expand.input()).isInstanceOf(PhysicalNode.Scan.class);
    assertThat(expand.timeColumn()).isZero();
    assertThat(expand.schema().names()).endsWith("id", "window_start", "window_end");
    assertThat(plan.shape().appendOnly()).isTrue();
  }

  @Test
  void conditionOnTheBoundsStandsAboveTheAggregate() {
    PhysicalNode.ResultCalc result =
        (PhysicalNode.ResultCalc)
            KernelRun.plan(
                    "SELECT COUNT(*) AS c FROM TABLE(TUMBLE(TABLE edits, DESCRIPTOR(ts), INTERVAL"
                        + " '1' DAY)) WHERE window_end > TIMESTAMP '2024-01-01 00:00:00' AND n > 1"
                        + " GROUP BY window_start")
                .root();
    assertThat(result.text())
        .isEqualTo("COUNT(*) AS c; window_end > TIMESTAMP '2024-01-01 00:00:00'");
    assertThat(((PhysicalNode.Calc) result.input().inputs().get(0)).text()).isEqualTo("ts; n > 1");
  }

  @Test
  void groupWithoutTheBoundsAggregatesOverAllWindows() {
    PhysicalNode.WindowAggregate aggregate =
        (PhysicalNode.WindowAggregate)
            KernelRun.plan(
                    "SELECT channel, COUNT(*) FROM TABLE(HOP(TABLE edits, DESCRIPTOR(ts),"
                        + " INTERVAL '1' MINUTE, INTERVAL '2' MINUTE)) GROUP BY channel")
                .root()
                .inputs()
                .get(0);
    assertThat(aggregate.window()).isEqualTo(new WindowSpec.Global());
    assertThat(aggregate.input().inputs().get(0)).isInstanceOf(PhysicalNode.WindowExpand.class);
  }

  @Test
  void distinctAndGroupByAloneAreAggregatesWithoutCalls() {
    String window = " FROM TABLE(TUMBLE(TABLE edits, DESCRIPTOR(ts), INTERVAL '1' HOUR))";
    QueryPlan distinct = KernelRun.plan("SELECT DISTINCT channel, window_start" + window);
    QueryPlan grouped =
        KernelRun.plan("SELECT channel, window_start" + window + " GROUP BY channel, window_start");
    assertThat(distinct).isEqualTo(grouped);
    PhysicalNode.WindowAggregate aggregate =
        (PhysicalNode.WindowAggregate) grouped.root().inputs().get(0);
    assertThat(aggregate.aggregates()).isEmpty();
  }

  @Test
  void unionOfStreamsIsWindowedOnce() {
    PhysicalNode root =
        KernelRun.plan(
                "SELECT k, COUNT(*) AS c FROM (SELECT UPPER(channel) AS k, ts FROM edits UNION ALL"
                    + " SELECT usr, ts FROM edits WHERE n > 1) GROUP BY k, TUMBLE(ts, INTERVAL '1'"
                    + " HOUR)")
            .root();
    PhysicalNode.Union union = (PhysicalNode.Union) root.inputs().get(0).inputs().get(0);
    assertThat(union.inputs()).hasSize(2).allMatch(PhysicalNode.Calc.class::isInstance);
    assertThat(union.schema().names()).containsExactly("k", "ts");
  }

  @Test
  void branchesOfAUnionGetTheTypesOfTheWhole() {
    PhysicalNode.Union union =
        (PhysicalNode.Union)
            KernelRun.plan(
                    "SELECT channel, added FROM edits UNION ALL SELECT code, price FROM edits")
                .root();
    for (PhysicalNode branch : union.inputs()) {
      assertThat(branch.schema().type(1).sql()).isEqualTo(union.schema().type(1).sql());
    }
    assertThat(union.schema().type(1).sql()).isEqualTo("DECIMAL(12, 2)");
  }

  @Test
  void branchesOfAUnionOfAggregatesAreToldApartByConstantKeys() {
    QueryPlan plan =
        KernelRun.plan(
            "SELECT channel AS k, COUNT(*) AS c FROM edits GROUP BY channel, TUMBLE(ts, INTERVAL"
                + " '1' HOUR) UNION ALL SELECT usr, SUM(n) FROM edits GROUP BY usr, n, TUMBLE(ts,"
                + " INTERVAL '1' DAY)");
    List<PhysicalNode> branches = plan.root().inputs();
    assertThat(texts(branches.get(0))).containsExactly("channel", "0", "NULL", "NULL", "ts");
    assertThat(texts(branches.get(1))).containsExactly("usr", "n", "1", "NULL", "ts");
    assertThat(plan.shape().schema().names())
        .containsExactly("k", "c", "key3", "channel", "key5", "key6", "window_start", "window_end");
    assertThat(plan.shape().visibleColumns()).isEqualTo(2);
    assertThat(plan.shape().keyColumns()).containsExactly(2, 3, 4, 5);
    assertThat(plan.shape().windowEnd()).isEqualTo(7);
    for (PhysicalNode branch : branches) {
      PhysicalNode.ResultCalc result = (PhysicalNode.ResultCalc) branch;
      assertThat(result.identity()).containsExactly(2, 3, 4, 5, 6, 7);
      assertThat(result.identity()).allMatch(i -> result.outputs().get(i).inputColumn() >= 0);
    }
  }

  private static List<String> texts(PhysicalNode branch) {
    return branch.inputs().get(0).inputs().get(0).schema().names();
  }

  @Test
  void namesAreAsDeclaredAliasesAsWrittenCallsAsTheirFunction() {
    QueryPlan plan =
        KernelRun.plan(
            "SELECT CHANNEL, Usr AS Who, COUNT(*), SUM(n), SUM(added), n + 1 FROM Edits E"
                + " GROUP BY e.Channel, e.usr, n");
    assertThat(plan.shape().visibleSchema().names())
        .containsExactly("channel", "Who", "count", "sum", "sum_2", "column6");
    assertThat(KernelRun.plan("VALUES (1, 'a')").shape().schema().names())
        .containsExactly("column1", "column2");
  }

  @Test
  void orderOfAFiniteQueryMayUseWhatIsNotSelected() {
    QueryPlan plan =
        KernelRun.plan("SELECT channel FROM edits ORDER BY n * 2 DESC, channel LIMIT 5 OFFSET 2");
    assertThat(plan.shape().visibleColumns()).isEqualTo(1);
    assertThat(plan.order())
        .containsExactly(
            new QueryPlan.SortKey(1, true, true), new QueryPlan.SortKey(0, false, false));
    assertThat(plan.fetch()).isEqualTo(5);
    assertThat(plan.offset()).isEqualTo(2);
    assertThat(((PhysicalNode.Calc) plan.root()).text()).isEqualTo("channel, n * 2 AS order0");
  }

  @Test
  void orderOfAViewHasNoEffect() {
    QueryPlan plan = KernelRun.view("SELECT channel FROM edits ORDER BY n");
    assertThat(plan.order()).isEmpty();
    assertThat(plan.shape().schema().names()).containsExactly("channel");
  }

  @Test
  void emitOfAViewHasADefaultForEachKindOfQuery() {
    assertThat(
            emit(
                KernelRun.view("SELECT COUNT(*) FROM edits GROUP BY TUMBLE(ts, INTERVAL '1' DAY)")))
        .isEqualTo(EmitSpec.closing());
    assertThat(emit(KernelRun.view("SELECT COUNT(*) FROM edits"))).isEqualTo(EmitSpec.every(1_000));
    assertThat(emit(KernelRun.plan("SELECT COUNT(*) FROM edits"))).isEqualTo(EmitSpec.atEnd());
    assertThat(emit(KernelRun.plan("SELECT COUNT(*) FROM edits EMIT EVERY INTERVAL '2' SECOND")))
        .isEqualTo(EmitSpec.every(2_000));
    assertThat(emit(KernelRun.plan("SELECT COUNT(*) FROM edits EMIT CHANGES")))
        .isEqualTo(EmitSpec.changing());
  }

  @Test
  void slideAboveSizeIsNoticed() {
    QueryPlan plan =
        KernelRun.plan(
            "SELECT COUNT(*) FROM edits GROUP BY HOP(ts, INTERVAL '5' SECOND, INTERVAL '2'"
                + " SECOND)");
    assertThat(plan.notices())
        .containsExactly(
            "rows between windows are ignored (60 % of time); did you swap slide and size?");
  }

  @Test
  void queryIsNotChangedByPlanningIt() {
    QueryPlan first = KernelRun.plan(HOP_COUNTS);
    Statement.Query query = (Statement.Query) new SashParser().parse(HOP_COUNTS);
    PlanContext context = new PlanContext(new SampleCatalog(), false);
    assertThat(Planner.plan(query.query(), null, context)).isEqualTo(first);
    assertThat(Planner.plan(query.query(), null, context)).isEqualTo(first);
  }

  private static EmitSpec emit(QueryPlan plan) {
    return ((PhysicalNode.WindowAggregate) plan.root().inputs().get(0)).emit();
  }

  private static DataType notNull(DataType.Kind kind) {
    return DataType.of(kind).nullable(false);
  }
}
