package dev.sash.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.BatchBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Dictionary;
import dev.sash.data.RowKind;
import dev.sash.data.TextColumn;
import dev.sash.runtime.Emission;
import dev.sash.runtime.ResultShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows of a window against a sorted map of them. */
class WindowMergeTest {
  private static final long END = 10;

  private final ResultShape shape = ViewFixture.windowed(true);
  private final ViewLayout layout = new ViewLayout(shape, ViewFixture.STREAM, false);
  private final WindowMerge merge = new WindowMerge(layout);
  private final Dictionary dictionary = new Dictionary();
  private final TreeMap<String, Row> model = new TreeMap<>();
  private final Map<String, Integer> revisions = new TreeMap<>();
  private WindowMerge.Window window = new WindowMerge.Window(END, List.of(), List.of());

  /** A row: what it says, and its revision. */
  private record Row(long number, int revision) {}

  @ParameterizedTest(name = "seed {0}, {1} keys, {2} changes")
  @CsvSource({
    "1, 40, 30",
    "2, 300, 300",
    "3, 9000, 400",
    "4, 20000, 2000",
    "5, 20000, 9000",
    "6, 5000, 3"
  })
  void windowIsASortedMap(long seed, int keys, int changesMax) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<Segment>> kept = new ArrayList<>();
    List<List<String>> texts = new ArrayList<>();
    for (int step = 0; step < 120; step++) {
      TreeSet<String> chosen = new TreeSet<>();
      int share = random.nextInt(8) == 0 ? keys : random.nextInt(changesMax);
      random.ints(1 + share, 0, keys).forEach(key -> chosen.add("k%05d".formatted(key)));
      if (random.nextInt(6) == 0) {
        remove(chosen, random);
      } else {
        put(random.nextInt(10) == 0 ? RowKind.FINAL : RowKind.EARLY, chosen, random);
      }
      List<String> expected = new ArrayList<>();
      model.forEach((key, row) -> expected.add(key + " " + row.number + " " + row.revision));
      assertThat(read(window.segments())).as("seed %d, step %d", seed, step).isEqualTo(expected);
      if (step % 9 == 0) {
        kept.add(window.segments());
        texts.add(expected);
      }
    }
    for (int i = 0; i < kept.size(); i++) {
      assertThat(read(kept.get(i))).as("seed %d, kept %d", seed, i).isEqualTo(texts.get(i));
      assertThat(joined(kept.get(i))).as("seed %d, kept %d", seed, i).isEqualTo(texts.get(i));
    }
  }

  private void put(RowKind kind, TreeSet<String> keys, SplittableRandom random) {
    long number = random.nextInt(3);
    for (String key : keys) {
      Row old = model.get(key);
      if (old == null || old.number != number || kind == RowKind.FINAL) {
        int revision = old == null ? revisions.getOrDefault(key, -1) : old.revision;
        model.put(key, new Row(number, revision + 1));
      }
    }
    put(kind, rows(keys, number, random));
  }

  private void put(RowKind kind, ColumnBatch rows) {
    window = merge.put(window, new Emission(rows, kind, false, 1, 1)).window();
  }

  private void remove(TreeSet<String> keys, SplittableRandom random) {
    for (String key : keys) {
      Row old = model.remove(key);
      if (old != null) {
        revisions.put(key, old.revision + 1);
      }
    }
    Emission removal = new Emission(rows(keys, 0, random), RowKind.EARLY, true, 1, 1);
    window = merge.remove(window, removal).window();
  }

  @Test
  void rowsThatStayAreNotCopied() {
    SplittableRandom random = new SplittableRandom(7);
    TreeSet<String> all = new TreeSet<>();
    for (int key = 0; key < 100_000; key++) {
      all.add("k%05d".formatted(key));
    }
    ColumnBatch rows = rows(all, 1, random);
    put(RowKind.EARLY, rows);
    List<Segment> before = window.segments();
    assertThat(before).hasSize(1);
    put(RowKind.EARLY, rows(new TreeSet<>(List.of("k00007", "k99990")), 2, random));
    assertThat(window.segments()).hasSizeBetween(25, 50);
    assertThat(window.segments())
        .allSatisfy(segment -> assertThat(segment.batch(0).column(1)).isSameAs(rows.column(1)));
    assertThat(window.segments().stream().mapToInt(segment -> segment.partCount() - 1).sum())
        .isEqualTo(2);
    assertThat(read(before)).hasSize(100_000).allMatch(row -> row.endsWith(" 1 0"));
    put(RowKind.FINAL, rows(all, 3, random));
    assertThat(window.segments()).hasSize(1);
    assertThat(read(window.segments())).contains("k00007 3 2", "k00008 3 1");
  }

  @Test
  void segmentLiesInABoundedNumberOfBatches() {
    SplittableRandom random = new SplittableRandom(8);
    for (int step = 0; step < 500; step++) {
      TreeSet<String> some = new TreeSet<>();
      random.ints(20, 0, 10_000).forEach(key -> some.add("k%05d".formatted(key)));
      put(RowKind.EARLY, rows(some, step, random));
      assertThat(window.segments()).allMatch(segment -> segment.partCount() <= 32);
      assertThat(window.segments())
          .allMatch(segment -> segment.rowCount() <= SegmentPatch.ROWS_MAX);
    }
  }

  /** Rows with texts of one dictionary, as of one query's keys, or of their own. */
  private ColumnBatch rows(TreeSet<String> keys, long number, SplittableRandom random) {
    BatchBuilder builder = new BatchBuilder(shape.schema());
    keys.forEach(key -> builder.appendRow(key, number, 0L, END));
    ColumnBatch rows = builder.build();
    if (random.nextInt(3) == 0) {
      return rows;
    }
    int[] codes = keys.stream().mapToInt(dictionary::encode).toArray();
    Column[] columns = new Column[rows.schema().size()];
    Arrays.setAll(columns, rows::column);
    columns[0] = new TextColumn(codes, dictionary, false);
    return new ColumnBatch(rows.schema(), columns, rows.rowCount());
  }

  private static List<String> read(List<Segment> segments) {
    List<String> rows = new ArrayList<>();
    for (Segment segment : segments) {
      for (int row = 0; row < segment.rowCount(); row++) {
        rows.add(text(segment.batch(row), segment.place(row)));
      }
    }
    return rows;
  }

  private static List<String> joined(List<Segment> segments) {
    List<String> rows = new ArrayList<>();
    for (Segment segment : segments) {
      ColumnBatch batch = segment.rows();
      for (int row = 0; row < batch.rowCount(); row++) {
        rows.add(text(batch, row));
      }
    }
    return rows;
  }

  private static String text(ColumnBatch batch, int row) {
    return batch.value(row, 0) + " " + batch.value(row, 1) + " " + batch.value(row, 5);
  }
}
