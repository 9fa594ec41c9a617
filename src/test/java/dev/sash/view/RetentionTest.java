package dev.sash.view;

import static dev.sash.view.ViewFixture.appendOnly;
import static dev.sash.view.ViewFixture.definition;
import static dev.sash.view.ViewFixture.pairs;
import static dev.sash.view.ViewFixture.removed;
import static dev.sash.view.ViewFixture.rows;
import static dev.sash.view.ViewFixture.window;
import static dev.sash.view.ViewFixture.windowed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.data.RowKind;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetentionTest {
  private static View keeping(Retention retention, long rowsMax) {
    return new View(
        definition(windowed(true), retention, new ViewDefinition.Limits(rowsMax, 1_000, 1_000)));
  }

  private static View filled(Retention retention, long rowsMax) {
    View view = keeping(retention, rowsMax);
    for (long end = 10; end <= 50; end += 10) {
      view.emit(window(end <= 40 ? RowKind.FINAL : RowKind.EARLY, end, "a", end, "b", end));
      view.publish(end - 1, end <= 40 ? end : 40);
    }
    return view;
  }

  private static List<String> ends(View view) {
    return rows(view.rows(), "window_end", "k");
  }

  @Test
  void intervalIsBehindTheLargestEventTime() {
    View view = filled(new Retention.Interval(20), 1000);
    assertThat(ends(view)).containsExactly("30 a", "30 b", "40 a", "40 b", "50 a", "50 b");
  }

  @Test
  void expiryIsNoChange() {
    View view = filled(new Retention.Interval(20), 1000);
    assertThat(rows(view.changes(), "op")).hasSize(10).containsOnly("+I");
  }

  @Test
  void countedWindowsAreClosedOnesAndOpenOnesStay() {
    assertThat(ends(filled(new Retention.Windows(2), 1000)))
        .containsExactly("30 a", "30 b", "40 a", "40 b", "50 a", "50 b");
  }

  @Test
  void latestKeepsWhatLatestShows() {
    View view = filled(new Retention.Latest(), 1000);
    assertThat(ends(view)).containsExactly("40 a", "40 b", "50 a", "50 b");
    view.publish(200, 200);
    assertThat(ends(view)).containsExactly("50 a", "50 b");
  }

  @Test
  void tooManyRowsDropTheOldestWindowsButNeverTheNewest() {
    assertThat(ends(filled(new Retention.All(), 5)))
        .containsExactly("40 a", "40 b", "50 a", "50 b");
    assertThat(ends(filled(new Retention.All(), 1))).containsExactly("50 a", "50 b");
  }

  @Test
  void wholeViewThatGrowsTooLargeFailsAndDropsNothing() {
    assertThat(ends(filled(new Retention.Whole(), 10))).hasSize(10);
    assertThatThrownBy(() -> filled(new Retention.Whole(), 9))
        .isInstanceOfSatisfying(
            SashException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
  }

  @Test
  void revisionsOfRemovedRowsAreForgottenWithTheirWindow() {
    View view = keeping(new Retention.Interval(20), 1000);
    view.emit(window(RowKind.EARLY, 10, "a", 1L, "b", 1L));
    view.emit(removed(10, "a"));
    view.publish(9, 0);
    view.emit(window(RowKind.EARLY, 40, "a", 1L));
    view.publish(39, 0);
    assertThat(ends(view)).as("open windows stay").containsExactly("10 b", "40 a");
    view.publish(39, 10);
    assertThat(ends(view)).containsExactly("40 a");
    view.emit(window(RowKind.LATE, 10, "a", 2L));
    assertThat(rows(view.changes(), "op", "rev", "k"))
        .containsExactly("+I 0 a", "+I 0 b", "-D 1 a", "+I 0 a");
    view.publish(25, 0);
    assertThat(rows(view.changes(), "op", "rev").get(4)).isEqualTo("+I 0");
  }

  @Test
  void rowsWithoutAKeyExpireByTheEventTimeAtTheirArrival() {
    View view =
        new View(
            definition(
                appendOnly(),
                new Retention.Interval(20),
                new ViewDefinition.Limits(1_000, 1_000, 1_000)));
    view.emit(pairs(RowKind.FINAL, "a", 1L, "b", 1L));
    view.publish(10, Long.MIN_VALUE);
    view.emit(pairs(RowKind.FINAL, "c", 1L));
    view.publish(30, Long.MIN_VALUE);
    assertThat(rows(view.rows(), "k")).containsExactly("a", "b", "c");
    view.publish(31, Long.MIN_VALUE);
    assertThat(rows(view.rows(), "k")).containsExactly("c");
  }

  @Test
  void rowsWithTheirEventTimeExpireByIt() {
    View view =
        new View(
            definition(
                appendOnly(),
                new Retention.RowAge(20, 1),
                new ViewDefinition.Limits(1_000, 1_000, 1_000)));
    view.emit(pairs(RowKind.FINAL, "a", 10L, "b", 30L, "c", 5L));
    view.publish(30, Long.MIN_VALUE);
    assertThat(rows(view.rows(), "k")).containsExactly("a", "b");
    view.emit(pairs(RowKind.FINAL, "d", 11L, "e", -5L, "f", 31L));
    view.publish(31, Long.MIN_VALUE);
    assertThat(rows(view.rows(), "k")).containsExactly("b", "d", "f");
    view.publish(51, Long.MIN_VALUE);
    assertThat(rows(view.rows(), "k")).containsExactly("f");
    view.publish(52, Long.MIN_VALUE);
    assertThat(rows(view.rows(), "k")).isEmpty();
    assertThat(rows(view.changes(), "op")).hasSize(6).containsOnly("+I");
  }
}
