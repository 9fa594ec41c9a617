package dev.sash.pane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardQueuesTest {
  private static final SpareThreads NOBODY = work -> {};
  private static final SpareThreads SOME = ForkJoinPool.commonPool()::execute;
  private static final int TASKS = 5_000;

  private static List<List<Integer>> worked(ShardQueues queues) {
    List<List<Integer>> done =
        Stream.generate(() -> (List<Integer>) new ArrayList<Integer>())
            .limit(queues.shards())
            .toList();
    for (int i = 0; i < TASKS; i++) {
      int number = i;
      for (int shard = 0; shard < queues.shards(); shard++) {
        List<Integer> own = done.get(shard);
        queues.post(shard, () -> own.add(number));
      }
    }
    queues.await();
    return done;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16})
  void theTasksOfAShardAreDoneInOrderByWhoeverIsThere(int shards) {
    List<Integer> all = IntStream.range(0, TASKS).boxed().toList();
    assertThat(worked(new ShardQueues(shards, 1, SOME))).allMatch(all::equals);
    assertThat(worked(new ShardQueues(shards, 1, NOBODY))).allMatch(all::equals);
  }

  @Test
  void waitingForAThreadThatIsLongAtATask() throws InterruptedException {
    ShardQueues queues = new ShardQueues(2, 1, SOME);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    List<String> done = new ArrayList<>();
    queues.post(
        1,
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
    queues.post(1, () -> done.add("short"));
    assertThat(queues.areEmpty()).isFalse();
    goOn.countDown();
    queues.await();
    assertThat(done).containsExactly("long", "short");
  }

  @Test
  void afterAFailureAShardDoesNothingAnyMore() {
    ShardQueues queues = new ShardQueues(2, 1, NOBODY);
    List<Integer> done = new ArrayList<>();
    queues.post(
        1,
        () -> {
          throw new IllegalStateException("first");
        });
    queues.post(1, () -> done.add(1));
    assertThatThrownBy(queues::await).hasMessage("first");
    assertThatThrownBy(() -> queues.post(1, () -> done.add(2))).hasMessage("first");
    assertThat(done).isEmpty();
    assertThat(queues.areEmpty()).isTrue();
  }

  @Test
  void anInterruptionIsForTheCallerOfTheOneThatWaits() {
    ShardQueues queues = new ShardQueues(2, 1, SOME);
    Thread.currentThread().interrupt();
    assertThat(worked(queues)).allMatch(own -> own.size() == TASKS);
    assertThat(Thread.interrupted()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatTheFirstShardFailsWithIsThrownAndTheQueuesGoOn(boolean many) {
    ShardQueues queues = new ShardQueues(3, 1, SOME);
    assertThatThrownBy(
            () ->
                queues.each(
                    many,
                    shard -> {
                      if (shard > 0) {
                        throw new IllegalStateException("shard " + shard);
                      }
                    }))
        .hasMessage("shard 1");
    assertThat(worked(queues)).hasSize(3);
  }
}
