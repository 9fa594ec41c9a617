package dev.sash.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.RowKind;
import dev.sash.view.View;
import dev.sash.view.ViewFixture;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of a view are found in windows of many keys that were changed a few keys at a time. */
class PatchedViewTest {
  private static final int KEYS = 9_000;
  private static final int WINDOWS = 3;

  private final TreeMap<Long, TreeMap<String, Long>> model = new TreeMap<>();
  private final View view = new View(ViewFixture.definition(ViewFixture.windowed(false)));

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void rowsAreFoundWhereverTheyLie(long seed) throws SQLException {
    SplittableRandom random = new SplittableRandom(seed);
    for (int step = 0; step < 60; step++) {
      change(random, step < WINDOWS ? KEYS : 100, 10L * (1 + step % WINDOWS));
    }
    view.publish(1, 0);
    try (DatabaseFixture db = new DatabaseFixture()) {
      db.show("v", view);
      String select = "SELECT k, EXTRACT(MILLISECOND FROM window_end), n FROM v ";
      assertThat(db.query(select)).isEqualTo(expected("", "z", 0, 100));
      assertThat(db.query(select + "ORDER BY window_end DESC, k DESC").get(0))
          .isEqualTo(last(expected("", "z", 0, 100)));
      for (int i = 0; i < 60; i++) {
        String key = key(random);
        assertThat(db.query(select + "WHERE k = '" + key + "'"))
            .as("seed %d, key %s", seed, key)
            .isEqualTo(expected(key, key, 0, 100));
        String window = " AND window_end = TIMESTAMP '1970-01-01 00:00:00.02'";
        assertThat(db.query(select + "WHERE k = '" + key + "'" + window))
            .as("seed %d, key %s in a window", seed, key)
            .isEqualTo(expected(key, key, 20, 20));
        String to = key(random);
        assertThat(db.query(select + "WHERE k BETWEEN '" + key + "' AND '" + to + "'" + window))
            .as("seed %d, keys %s to %s", seed, key, to)
            .isEqualTo(expected(key, to, 20, 20));
      }
    }
  }

  private static String key(SplittableRandom random) {
    return "k%05d".formatted(random.nextInt(KEYS));
  }

  private void change(SplittableRandom random, int count, long end) {
    TreeSet<String> keys = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      keys.add(key(random));
    }
    TreeMap<String, Long> rows = model.computeIfAbsent(end, e -> new TreeMap<>());
    if (random.nextInt(6) == 0) {
      rows.keySet().removeAll(keys);
      view.emit(ViewFixture.removed(end, keys.toArray()));
      return;
    }
    List<Object> row = new ArrayList<>();
    for (String key : keys) {
      long number = random.nextInt(50);
      rows.put(key, number);
      row.add(key);
      row.add(number);
    }
    view.emit(ViewFixture.window(RowKind.EARLY, end, row.toArray()));
  }

  private List<String> expected(String from, String to, long firstEnd, long lastEnd) {
    return model.subMap(firstEnd, true, lastEnd, true).entrySet().stream()
        .flatMap(
            window ->
                window.getValue().entrySet().stream()
                    .filter(e -> e.getKey().compareTo(from) >= 0 && e.getKey().compareTo(to) <= 0)
                    .map(e -> e.getKey() + " " + window.getKey() + " " + e.getValue()))
        .collect(Collectors.toList());
  }

  private static String last(List<String> rows) {
    return rows.get(rows.size() - 1);
  }
}
