package dev.sash.pane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShardQueueTest {
  private static final SpareThreads NOBODY = work -> {};

  private static List<Integer> worked(ShardQueue queue, int tasks) {
    List<Integer> done = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      int number = i;
      queue.post(() -> done.add(number));
    }
    queue.await();
    return done;
  }

  @Test
  void tasksAreDoneInOrderByWhoeverIsThere() {
    List<Integer> all = IntStream.range(0, 20_000).boxed().toList();
    assertThat(worked(new ShardQueue(ForkJoinPool.commonPool()::execute, true), 20_000))
        .isEqualTo(all);
    assertThat(worked(new ShardQueue(ForkJoinPool.commonPool()::execute, false), 20_000))
        .isEqualTo(all);
    assertThat(worked(new ShardQueue(NOBODY, true), 20_000)).isEqualTo(all);
  }

  @Test
  void waitingForAThreadThatIsLongAtATask() throws InterruptedException {
    ShardQueue queue = new ShardQueue(ForkJoinPool.commonPool()::execute, true);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    List<String> done = new ArrayList<>();
    queue.post(
        () -> {
          begun.countDown();
          try {
            goOn.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          done.add("long");
        });
    begun.await();
    queue.post(() -> done.add("short"));
    assertThat(queue.isEmpty()).isFalse();
    goOn.countDown();
    queue.await();
    assertThat(done).containsExactly("long", "short");
  }

  @Test
  void afterAFailureNothingIsDoneAnyMore() {
    ShardQueue queue = new ShardQueue(NOBODY, false);
    List<Integer> done = new ArrayList<>();
    queue.post(
        () -> {
          throw new IllegalStateException("first");
        });
    queue.post(() -> done.add(1));
    assertThatThrownBy(queue::await).hasMessage("first");
    assertThatThrownBy(() -> queue.post(() -> done.add(2))).hasMessage("first");
    assertThat(done).isEmpty();
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void anInterruptionIsForTheCallerOfTheOneThatWaits() {
    ShardQueue queue = new ShardQueue(ForkJoinPool.commonPool()::execute, true);
    Thread.currentThread().interrupt();
    assertThat(worked(queue, 100)).hasSize(100);
    assertThat(Thread.interrupted()).isTrue();
  }
}
