package dev.sash.view;

import static dev.sash.view.ViewFixture.definition;
import static dev.sash.view.ViewFixture.removed;
import static dev.sash.view.ViewFixture.rows;
import static dev.sash.view.ViewFixture.window;
import static dev.sash.view.ViewFixture.windowed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.RowKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A view against a model that keeps rows in maps and does everything the slow way. */
class ViewModelTest {
  private static final int CHANGES_MAX = 500;

  private final Map<Long, TreeMap<String, long[]>> model = new TreeMap<>();
  private final Map<String, Integer> revisions = new TreeMap<>();
  private final List<String> changes = new ArrayList<>();

  private void put(RowKind kind, long end, String key, long number) {
    TreeMap<String, long[]> rows = model.computeIfAbsent(end, e -> new TreeMap<>());
    long[] old = rows.get(key);
    if (old != null && old[0] == number && kind != RowKind.FINAL) {
      return;
    }
    int revision = revisions.merge(end + key, 0, (before, zero) -> before + 1);
    rows.put(key, new long[] {number, revision});
    change(old == null ? "+I" : "+U", revision, end, key + " " + number);
  }

  private void remove(long end, String key) {
    long[] old = model.computeIfAbsent(end, e -> new TreeMap<>()).remove(key);
    if (old != null) {
      int revision = revisions.merge(end + key, 1, Integer::sum);
      change("-D", revision, end, key + " " + old[0]);
    }
  }

  private void change(String operation, int revision, long end, String row) {
    changes.add((changes.size() + 1) + " " + operation + " " + revision + " " + end + " " + row);
  }

  private List<String> expectedRows() {
    List<String> rows = new ArrayList<>();
    model.forEach(
        (end, keys) ->
            keys.forEach((key, row) -> rows.add(end + " " + key + " " + row[0] + " " + row[1])));
    return rows;
  }

  private List<String> expectedLatest(long closedEnd) {
    Map<String, String> newest = new TreeMap<>();
    model.forEach(
        (end, keys) -> {
          if (end >= closedEnd) {
            keys.forEach((key, row) -> newest.put(key, key + " " + end + " " + row[0]));
          }
        });
    return List.copyOf(newest.values());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void viewShowsWhatTheModelShows(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    View view =
        new View(
            definition(
                windowed(true),
                new Retention.All(),
                new ViewDefinition.Limits(1_000_000, CHANGES_MAX, 10)));
    long closedEnd = 0;
    for (int step = 0; step < 150; step++) {
      for (int i = random.nextInt(4); i > 0; i--) {
        emit(view, random);
      }
      closedEnd += 10L * random.nextInt(2);
      view.publish(closedEnd, closedEnd);
      String seedAndStep = "seed " + seed + ", step " + step;
      assertThat(rows(view.rows(), "window_end", "k", "n", "_rev"))
          .as(seedAndStep)
          .isEqualTo(expectedRows());
      assertThat(rows(view.latest(), "k", "window_end", "n"))
          .as(seedAndStep)
          .isEqualTo(expectedLatest(closedEnd));
      assertThat(view.rows().peek().rowCount()).isEqualTo(expectedRows().size());
    }
    int kept = Math.min(CHANGES_MAX, changes.size());
    assertThat(rows(view.changes(), "seq", "op", "rev"))
        .as("seed %d", seed)
        .hasSize(kept)
        .isEqualTo(
            changes.subList(changes.size() - kept, changes.size()).stream()
                .map(c -> String.join(" ", List.of(c.split(" ")).subList(0, 3)))
                .toList());
  }

  private void emit(View view, SplittableRandom random) {
    long end = 10L * random.nextInt(60);
    TreeSet<String> keys = new TreeSet<>();
    for (int i = random.nextInt(1, 30); i > 0; i--) {
      keys.add("k" + random.nextInt(100));
    }
    if (random.nextInt(5) == 0) {
      keys.forEach(key -> remove(end, key));
      view.emit(removed(end, keys.toArray()));
      return;
    }
    RowKind kind = RowKind.values()[random.nextInt(3)];
    List<Object> row = new ArrayList<>();
    for (String key : keys) {
      long number = random.nextInt(3);
      put(kind, end, key, number);
      row.add(key);
      row.add(number);
    }
    view.emit(window(kind, end, row.toArray()));
  }

  @Test
  void windowOfManyKeysIsKeptInSeveralSegments() {
    int keys = 30_000;
    View view = new View(definition(windowed(true)));
    List<Object> odd = new ArrayList<>();
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      String key = "k%05d".formatted(i);
      if (i % 2 == 1) {
        odd.addAll(List.of(key, 1L));
      }
      all.addAll(List.of(key, 2L));
    }
    view.emit(window(RowKind.EARLY, 10, odd.toArray()));
    view.emit(window(RowKind.EARLY, 10, all.toArray()));
    view.emit(window(RowKind.EARLY, 10, "k00010", 3L, "k29999", 3L));
    view.emit(removed(10, "k00000", "k15000", "k29998"));
    view.publish(5, 0);
    Snapshot snapshot = view.rows().peek();
    assertThat(snapshot.segments()).hasSizeBetween(8, 24);
    assertThat(snapshot.segments()).allMatch(s -> s.rowCount() <= SegmentPatch.ROWS_MAX);
    List<String> shown = rows(view.rows(), "k", "n", "_rev");
    assertThat(shown).hasSize(keys - 3).isSorted();
    assertThat(shown.get(0)).isEqualTo("k00001 2 1");
    assertThat(shown).contains("k00010 3 1", "k29999 3 2").doesNotContain("k15000 2 0");
    assertThat(rows(view.latest(), "k", "n", "_rev")).isEqualTo(shown);
  }
}
