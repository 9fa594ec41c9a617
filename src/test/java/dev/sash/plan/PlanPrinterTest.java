package dev.sash.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlanPrinterTest {

  @Test
  void hopShowsItsCosts() {
    assertThat(
            print(
                "SELECT channel, COUNT(*) AS c, window_end FROM edits WHERE NOT is_robot"
                    + " GROUP BY channel, HOP(ts, INTERVAL '5' MINUTE, INTERVAL '1' HOUR)"
                    + " HAVING COUNT(*) > 10"))
        .isEqualTo(
            """
            Result channel, COUNT(*) AS c, window_end; COUNT(*) > 10
              Aggregate by channel: COUNT(*); HOP slide 5 min, size 1 h; 12 windows a row, overlap \
            91.67 %; pane 5 min, 12 panes a key and window; emit ON CLOSE
                Calc channel, ts; NOT is_robot
                  Scan edits; watermark ts - 5 s\
            """);
  }

  @Test
  void slideThatDoesNotDivideTheSizeShowsBothCounts() {
    assertThat(
            print(
                "SELECT COUNT(*) AS c FROM edits GROUP BY HOP(ts, INTERVAL '4' SECOND, INTERVAL"
                    + " '10' SECOND)"))
        .contains(
            "HOP slide 4 s, size 10 s; 2 or 3 windows a row, overlap 60 %; pane 2 s, 5 panes a key"
                + " and window");
  }

  @Test
  void gapsOffsetsAndTumblesHaveTheirWords() {
    assertThat(
            print(
                "SELECT COUNT(*) AS c FROM edits GROUP BY HOP(ts, INTERVAL '5' SECOND, INTERVAL '2'"
                    + " SECOND)"))
        .contains("HOP slide 5 s, size 2 s; at most 1 window a row, 60 % of time in none");
    assertThat(
            print(
                "SELECT COUNT(*) AS c FROM edits GROUP BY TUMBLE(ts, INTERVAL '1' DAY, INTERVAL"
                    + " '250' MINUTE)"))
        .contains(
            "Aggregate all rows: COUNT(*); TUMBLE size 1 d, offset 250 min; 1 window a row; pane 1"
                + " d");
  }

  @Test
  void sortAndLimitStandAbove() {
    QueryPlan plan = KernelRun.plan("SELECT channel FROM edits ORDER BY channel DESC LIMIT 3");
    assertThat(PlanPrinter.print(plan, new SampleCatalog()))
        .isEqualTo(
            """
            Sort by channel DESC; limit 3
              Calc channel
                Scan edits; watermark ts - 5 s\
            """);
  }

  private static String print(String sql) {
    return PlanPrinter.print(KernelRun.view(sql), new SampleCatalog());
  }
}
