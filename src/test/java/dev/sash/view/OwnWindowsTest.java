package dev.sash.view;

import static dev.sash.view.ViewFixture.rows;
import static dev.sash.view.ViewFixture.windowed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.BatchBuilder;
import dev.sash.data.RowKind;
import dev.sash.runtime.Emission;
import org.junit.jupiter.api.Test;

/** Views whose keys have windows of their own: sessions. */
class OwnWindowsTest {
  private final View view =
      new View(
          new ViewDefinition(
              "sessions",
              windowed(true),
              ViewFixture.STREAM,
              new Retention.All(),
              ViewDefinition.Limits.DEFAULT,
              false,
              true));

  /** Rows {@code k, n, start, end ...} of any windows. */
  private static Emission emission(RowKind kind, Object... values) {
    BatchBuilder builder = new BatchBuilder(windowed(true).schema());
    for (int i = 0; i < values.length; i += 4) {
      builder.appendRow(values[i], values[i + 1], values[i + 2], values[i + 3]);
    }
    return new Emission(builder.build(), kind, false, 0, 0);
  }

  @Test
  void emissionHoldsRowsOfSeveralWindows() {
    view.emit(
        emission(
            RowKind.FINAL,
            "b",
            1L,
            3L,
            10L,
            "a",
            1L,
            0L,
            10L,
            "a",
            2L,
            20L,
            30L,
            "c",
            3L,
            5L,
            40L));
    view.publish(50, 50);
    assertThat(rows(view.rows(), "window_end", "k", "window_start"))
        .containsExactly("10 a 0", "10 b 3", "30 a 20", "40 c 5");
    assertThat(rows(view.changes(), "op")).containsExactly("+I", "+I", "+I", "+I");
    assertThat(view.rows().windowStart()).as("starts do not ascend with ends").isEqualTo(-1);
  }

  @Test
  void mergedSessionsLeaveAndTheNewOneComesInOnePublish() {
    view.emit(emission(RowKind.EARLY, "a", 1L, 0L, 10L, "b", 5L, 2L, 12L, "a", 2L, 12L, 22L));
    view.publish(22, 0);
    Emission merged = emission(RowKind.EARLY, "a", 4L, 0L, 22L);
    view.emit(merged.removing(emission(RowKind.EARLY, "a", null, 0L, 10L).rows()));
    view.emit(merged.removing(emission(RowKind.EARLY, "a", null, 12L, 22L).rows()));
    view.emit(merged);
    assertThat(view.rows().peek().rowCount()).as("nothing before the publish").isEqualTo(3);
    view.publish(22, 0);
    assertThat(rows(view.rows(), "k", "n", "window_start", "window_end"))
        .containsExactly("b 5 2 12", "a 4 0 22");
    assertThat(rows(view.changes(), "op", "rev", "n").subList(3, 6))
        .containsExactly("-D 1 1", "-D 1 2", "+I 0 4");
  }

  @Test
  void removalsMayBeOfSeveralWindowsToo() {
    view.emit(emission(RowKind.EARLY, "a", 1L, 0L, 10L, "a", 2L, 12L, 22L, "b", 3L, 12L, 22L));
    view.publish(22, 0);
    Emission gone = emission(RowKind.EARLY, "a", null, 0L, 10L, "a", null, 12L, 22L);
    view.emit(gone.removing(gone.rows()));
    view.publish(22, 0);
    assertThat(rows(view.rows(), "k", "n")).containsExactly("b 3");
  }

  @Test
  void latestShowsTheNewestClosedSessionAndOpenOnes() {
    view.emit(emission(RowKind.FINAL, "a", 1L, 0L, 10L));
    view.publish(17, 17);
    assertThat(rows(view.latest(), "k", "window_end")).containsExactly("a 10");
    view.emit(emission(RowKind.EARLY, "b", 1L, 15L, 25L));
    view.publish(18, 18);
    assertThat(rows(view.latest(), "k", "window_end")).containsExactly("a 10", "b 25");
    view.emit(emission(RowKind.FINAL, "b", 1L, 15L, 25L));
    view.publish(30, 30);
    assertThat(rows(view.latest(), "k", "window_end")).containsExactly("b 25");
    view.emit(emission(RowKind.EARLY, "a", 7L, 29L, 39L));
    view.publish(31, 31);
    assertThat(rows(view.latest(), "k", "window_end")).containsExactly("a 39", "b 25");
  }
}
