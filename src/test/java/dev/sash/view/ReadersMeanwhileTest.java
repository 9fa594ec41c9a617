package dev.sash.view;

import static dev.sash.view.ViewFixture.definition;
import static dev.sash.view.ViewFixture.removed;
import static dev.sash.view.ViewFixture.window;
import static dev.sash.view.ViewFixture.windowed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.ColumnBatch;
import dev.sash.data.RowKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Readers of a view while it changes: what one of them has is whole and stays as it is. */
class ReadersMeanwhileTest {
  private static final int KEYS = 6_000;
  private static final int TICKS = 400;

  private final View view =
      new View(
          definition(
              windowed(true),
              new Retention.Windows(3),
              new ViewDefinition.Limits(100_000, 50, 10)));
  private final AtomicBoolean ended = new AtomicBoolean();

  /** At each tick some keys give to others, so that a window's numbers always sum up to 0. */
  @Test
  void readerSeesWholeMoments() throws Exception {
    ExecutorService readers = Executors.newFixedThreadPool(2);
    try {
      List<Future<Integer>> reads = new ArrayList<>();
      Callable<Integer> reader = this::readUntilTheEnd;
      reads.add(readers.submit(reader));
      reads.add(readers.submit(reader));
      write(new SplittableRandom(11));
      ended.set(true);
      for (Future<Integer> read : reads) {
        assertThat(read.get(60, TimeUnit.SECONDS)).isPositive();
      }
    } finally {
      ended.set(true);
      readers.shutdownNow();
    }
  }

  private void write(SplittableRandom random) {
    TreeMap<String, Long> numbers = new TreeMap<>();
    for (int tick = 0; tick < TICKS; tick++) {
      long end = 10L * (1 + tick / 50);
      TreeMap<String, Long> changed = new TreeMap<>();
      if (tick % 50 == 0) {
        numbers.clear();
        view.emit(window(RowKind.EARLY, end, "a", 0L, "z", 0L));
      }
      for (int pair = 0; pair < 30; pair++) {
        long amount = random.nextInt(100);
        move(numbers, changed, random, amount);
        move(numbers, changed, random, -amount);
      }
      view.emit(window(tick % 50 == 49 ? RowKind.FINAL : RowKind.EARLY, end, flat(changed)));
      if (tick % 50 == 20) {
        String[] zeros =
            numbers.keySet().stream()
                .filter(key -> numbers.getOrDefault(key, 1L) == 0)
                .toArray(String[]::new);
        view.emit(removed(end, (Object[]) zeros));
      }
      view.publish(end - 1, end - 10);
    }
  }

  private static void move(
      TreeMap<String, Long> numbers,
      TreeMap<String, Long> changed,
      SplittableRandom random,
      long amount) {
    String key = "k%05d".formatted(random.nextInt(KEYS));
    changed.put(key, numbers.merge(key, amount, Long::sum));
  }

  private static Object[] flat(TreeMap<String, Long> rows) {
    List<Object> flat = new ArrayList<>();
    rows.forEach(
        (key, number) -> {
          flat.add(key);
          flat.add(number);
        });
    return flat.toArray();
  }

  private int readUntilTheEnd() throws InterruptedException {
    int reads = 0;
    long last = 0;
    while (!ended.get() || reads == 0) {
      Moment moment = view.rows().moment();
      Snapshot snapshot = view.rows().at(moment);
      long sum = check(snapshot);
      assertThat(check(snapshot)).isEqualTo(sum);
      assertThat(view.latest().at(moment).rowCount()).isLessThanOrEqualTo(snapshot.rowCount());
      long version = ((GroupMoment) moment).of(view).version();
      assertThat(version).isGreaterThanOrEqualTo(last);
      last = version;
      reads++;
    }
    return reads;
  }

  /** Reads everything twice, row by row and batch by batch. */
  private static long check(Snapshot snapshot) {
    long rows = 0;
    long total = 0;
    long sum = 0;
    String previous = "";
    for (Segment segment : snapshot.segments()) {
      ColumnBatch batch = segment.rows();
      for (int row = 0; row < segment.rowCount(); row++) {
        String key = (String) segment.batch(row).value(segment.place(row), 0);
        long number = segment.batch(row).longs(1).values()[segment.place(row)];
        String place = "%06d %s".formatted(segment.windowEnd(), key);
        assertThat(place).isGreaterThan(previous);
        previous = place;
        assertThat(batch.longs(1).values()[row]).isEqualTo(number);
        sum += number;
        rows++;
      }
      total += segment.rowCount();
    }
    assertThat(rows).isEqualTo(snapshot.rowCount()).isEqualTo(total);
    assertThat(sum).isZero();
    return rows;
  }
}
