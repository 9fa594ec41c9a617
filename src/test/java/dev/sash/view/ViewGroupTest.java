package dev.sash.view;

import static dev.sash.view.ViewFixture.definition;
import static dev.sash.view.ViewFixture.keyed;
import static dev.sash.view.ViewFixture.pairs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.RowKind;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.time.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** When views of one group show what they have published. */
class ViewGroupTest {
  private static final long WAIT_MILLIS = 1_000;
  private static final long NEVER = Long.MIN_VALUE;
  private static final long NO_TICKS = Long.MAX_VALUE;

  private final ManualClock clock = new ManualClock(0);
  private final ViewGroup group = new ViewGroup(clock, WAIT_MILLIS);
  private final View first = new View(definition(keyed()), group);
  private final View second = new View(definition(keyed()), group);

  /** Publishes a number after so many rows, without ticks. */
  private static void publish(View view, long number, long rows) {
    publish(view, number, rows, NEVER, NO_TICKS);
  }

  private static void publish(View view, long number, long rows, long lastTick, long nextTick) {
    view.emit(pairs(RowKind.EARLY, "k", number));
    view.reached(rows, lastTick, nextTick);
    view.publish(0, 0);
  }

  /** What a reader of both sees: one number each. */
  private List<String> shown() {
    List<String> numbers = new ArrayList<>();
    for (View view : List.of(first, second)) {
      List<String> rows = ViewFixture.rows(view.rows(), "n");
      numbers.add(rows.isEmpty() ? "-" : rows.get(0));
    }
    return numbers;
  }

  @Test
  void contentsOfTheSameRowsAreShownTogether() {
    publish(first, 1, 10);
    publish(second, 1, 10);
    publish(first, 2, 20);
    publish(first, 3, 30);
    assertThat(shown()).containsExactly("1", "1");
    publish(second, 2, 20);
    assertThat(shown()).containsExactly("2", "2");
    publish(second, 3, 30);
    assertThat(shown()).containsExactly("3", "3");
  }

  @Test
  void viewThatTakesInSeveralBatchesAtOnceIsShownWhenTheOtherHasThem() {
    publish(first, 1, 10);
    publish(second, 1, 10);
    publish(first, 3, 30);
    publish(second, 2, 20);
    assertThat(shown()).containsExactly("1", "1");
    publish(second, 3, 30);
    assertThat(shown()).containsExactly("3", "3");
  }

  @Test
  void tickIsShownWhenAllWhoHaveItHaveDoneIt() {
    publish(first, 0, 5, 0, 10);
    publish(second, 0, 5, 0, 10);
    publish(first, 10, 5, 10, 20);
    assertThat(shown()).containsExactly("0", "0");
    publish(second, 10, 5, 10, 20);
    assertThat(shown()).containsExactly("10", "10");
  }

  @Test
  void tickThatTheOtherDoesNotHaveIsShownAtOnce() {
    publish(first, 0, 5, 0, 10);
    publish(second, 0, 5, 0, 60);
    publish(first, 10, 5, 10, 20);
    assertThat(shown()).containsExactly("10", "0");
    publish(first, 60, 5, 60, 70);
    assertThat(shown()).containsExactly("10", "0");
    publish(second, 60, 5, 60, 120);
    assertThat(shown()).containsExactly("60", "60");
  }

  @Test
  void slowViewIsWaitedForUntilTheBound() {
    publish(first, 1, 10);
    publish(second, 1, 10);
    publish(first, 2, 20);
    clock.advanceTo(WAIT_MILLIS - 1);
    assertThat(shown()).containsExactly("1", "1");
    clock.advanceTo(WAIT_MILLIS);
    assertThat(shown()).containsExactly("2", "1");
    publish(first, 3, 30);
    assertThat(shown()).containsExactly("3", "1");
    publish(second, 2, 20);
    assertThat(shown()).containsExactly("3", "2");
    publish(second, 3, 30);
    publish(first, 4, 40);
    assertThat(shown()).as("in step again").containsExactly("3", "3");
  }

  @Test
  void tooManyContentsDoNotWait() {
    publish(first, 0, 1);
    publish(second, 0, 1);
    for (int i = 1; i <= ViewGroup.WAITING_MAX; i++) {
      publish(first, i, i + 1L);
    }
    assertThat(shown()).containsExactly("0", "0");
    publish(first, -1, ViewGroup.WAITING_MAX + 2L);
    assertThat(shown()).containsExactly("-1", "0");
  }

  @Test
  void restingFailedAndCompleteViewsAreNotWaitedFor() {
    publish(first, 1, 10);
    publish(second, 1, 10);
    publish(second, 2, 20);
    second.rest(true);
    assertThat(shown()).as("what it has published is shown").containsExactly("1", "2");
    publish(first, 3, 30);
    assertThat(shown()).containsExactly("3", "2");
    second.rest(false);
    publish(second, 3, 30);
    publish(first, 4, 40);
    assertThat(shown()).containsExactly("3", "3");
    second.fail(SashException.of(ErrorCode.CLOSED, "ended"));
    assertThat(shown()).containsExactly("4", "3");
    View third = new View(definition(keyed()), group);
    publish(third, 5, 50);
    publish(first, 5, 50);
    publish(first, 6, 60);
    assertThat(shown()).containsExactly("5", "3");
    third.complete();
    assertThat(shown()).containsExactly("6", "3");
  }

  @Test
  void newViewIsWaitedForOnceItHasCaughtUp() {
    publish(first, 1, 10);
    publish(second, 1, 10);
    View third = new View(definition(keyed()), group);
    publish(third, 0, 5);
    publish(first, 2, 20);
    publish(second, 2, 20);
    assertThat(shown()).containsExactly("2", "2");
    publish(third, 2, 20);
    publish(first, 3, 30);
    publish(second, 3, 30);
    assertThat(shown()).containsExactly("2", "2");
    publish(third, 3, 30);
    assertThat(shown()).containsExactly("3", "3");
  }

  @Test
  void readersOfOneMomentSeeEqualNumbersInEveryOrderOfPublishing() {
    Random random = new Random(7);
    long[] done = new long[2];
    publish(first, 0, 0);
    publish(second, 0, 0);
    for (int step = 0; step < 5_000; step++) {
      int which = random.nextInt(2);
      done[which] += 1 + random.nextInt(2);
      publish(which == 0 ? first : second, done[which], done[which]);
      List<String> shown = shown();
      assertThat(shown.get(0)).as("step %d", step).isEqualTo(shown.get(1));
      if (Math.abs(done[0] - done[1]) > 100) {
        int behind = done[0] < done[1] ? 0 : 1;
        done[behind] = done[1 - behind];
        publish(behind == 0 ? first : second, done[behind], done[behind]);
      }
    }
  }
}
