package dev.sash.pane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.aggregate.AggregateCase;
import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.AggregateOracle;
import dev.sash.aggregate.RandomRows;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.BatchBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.window.PaneGrid;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

/**
 * A store beside a model that keeps every row: random rows go to both, and each window of the store
 * must give what the model computes from its rows.
 */
final class PaneScenario {
  private static final List<DataType> KEY_TYPES =
      List.of(DataType.of(Kind.VARCHAR), DataType.of(Kind.BIGINT));
  private static final int KEYS_MAX = 1_000_000;

  private final Stores stores;
  private final int shards;
  private final SplittableRandom random;
  private final String where;
  private final PaneGrid grid;
  private final List<AggregateCase> calls = new ArrayList<>();
  private final RandomRows values;
  private final int keyCount;
  private final boolean tracksTouched;
  private KeyIndex keys;
  private Panes store;

  /** Rows by key, by pane. */
  private final TreeMap<Long, Map<List<Object>, List<Object[]>>> model = new TreeMap<>();

  private final Map<Long, Set<List<Object>>> touched = new TreeMap<>();
  private long expired = Long.MIN_VALUE;

  /** What holds the panes. */
  enum Stores {
    ONE,
    /** Keys are split. */
    SHARDS,
    /** Rows are dealt out. */
    TWO_PHASES
  }

  PaneScenario(long seed, PaneGrid grid, boolean withSets, Stores stores) {
    this.stores = stores;
    shards = 2 + (int) (seed % 4);
    random = new SplittableRandom(seed);
    where = "seed " + seed;
    this.grid = grid;
    List<AggregateCase> all = new ArrayList<>(AggregateCase.all());
    all.removeIf(call -> call.keepsValues() && !withSets);
    for (int i = random.nextInt(1, 6); i > 0; i--) {
      calls.add(all.get(random.nextInt(all.size())));
    }
    values = new RandomRows(random);
    keyCount = 1 + random.nextInt(random.nextBoolean() ? 5 : 200);
    tracksTouched = random.nextBoolean();
    keys = new KeyIndex(KEY_TYPES, KEYS_MAX, StateBudget.unlimited());
    store = newStore();
  }

  SplittableRandom random() {
    return random;
  }

  Panes store() {
    return store;
  }

  private Panes newStore() {
    ShardedPanes.Workers workers = new ShardedPanes.Workers(1, ForkJoinPool.commonPool()::execute);
    Panes created =
        switch (stores) {
          case ONE -> new PaneStore(grid, inputs(), StateBudget.unlimited());
          case SHARDS -> new ShardedPanes(grid, inputs(shards), budgets(shards + 1), workers);
          case TWO_PHASES ->
              new TwoPhasePanes(grid, inputs(shards + 1), budgets(shards + 1), workers);
        };
    if (tracksTouched) {
      created.trackTouched();
    }
    return created;
  }

  private List<List<AggregateInput>> inputs(int count) {
    return Stream.generate(this::inputs).limit(count).toList();
  }

  private static List<StateBudget> budgets(int count) {
    return StateBudget.parts(Long.MAX_VALUE, count);
  }

  private List<AggregateInput> inputs() {
    return calls.stream().map(call -> call.input(-1)).toList();
  }

  /** Adds one row for each pane; those of expired panes are left out. */
  void add(long[] panes) {
    List<Object[]> rows = new ArrayList<>();
    List<List<Object>> keyOfRow = new ArrayList<>();
    long[] ordinals = new long[panes.length];
    int[] numbers = new int[panes.length];
    int count = 0;
    for (long pane : panes) {
      Object[] row = values.next();
      List<Object> key = key(random.nextInt(keyCount));
      rows.add(row);
      keyOfRow.add(key);
      if (pane >= expired) {
        ordinals[count] = pane;
        numbers[count++] = rows.size() - 1;
        model
            .computeIfAbsent(pane, p -> new HashMap<>())
            .computeIfAbsent(key, k -> new ArrayList<>())
            .add(row);
        touched.computeIfAbsent(pane, p -> new HashSet<>()).add(key);
      }
    }
    ColumnBatch keyBatch = keyBatch(keyOfRow);
    int[] ids = new int[panes.length];
    keys.resolve(new Column[] {keyBatch.column(0), keyBatch.column(1)}, numbers, count, ids);
    store.add(PaneRows.of(RandomRows.batch(rows), numbers, ordinals, ids, count));
  }

  private static List<Object> key(int number) {
    List<Object> key = new ArrayList<>();
    key.add(number % 7 == 0 ? null : number % 7 == 1 ? "" : "k" + number / 3);
    key.add(number % 5 == 0 ? null : (Object) (long) (number % 5 - 1));
    return key;
  }

  private ColumnBatch keyBatch(List<List<Object>> rows) {
    Schema schema = Schema.of(new Field("k", KEY_TYPES.get(0)), new Field("n", KEY_TYPES.get(1)));
    BatchBuilder builder = new BatchBuilder(schema);
    rows.forEach(row -> builder.appendRow(row.toArray()));
    return builder.build();
  }

  /** Compares a window of all keys, sorted. */
  void check(long firstPane, long paneCount) {
    Map<List<Object>, List<Object[]>> expected = expected(firstPane, paneCount);
    WindowContent state = store.window(firstPane, paneCount);
    state.sort(keys);
    compare(state, expected, firstPane, paneCount);
    List<List<Object>> order = new ArrayList<>();
    for (int i = 0; i < state.count(); i++) {
      order.add(keyOf(state.ids()[i]));
    }
    List<List<Object>> sorted = new ArrayList<>(order);
    sorted.sort(PaneScenario::compareKeys);
    assertThat(order).as("order, %s", where).isEqualTo(sorted);
  }

  /** Compares a window of some of the keys. */
  void checkSome(long firstPane, long paneCount) {
    Map<List<Object>, List<Object[]>> expected = expected(firstPane, paneCount);
    int[] chosen = new int[keys.size()];
    int count = 0;
    for (int id = keys.size() - 1; id >= 0; id--) {
      if (random.nextInt(3) == 0) {
        chosen[count++] = id;
      } else {
        expected.remove(keyOf(id));
      }
    }
    compare(store.window(firstPane, paneCount, chosen, count), expected, firstPane, paneCount);
  }

  private Map<List<Object>, List<Object[]>> expected(long firstPane, long paneCount) {
    Map<List<Object>, List<Object[]>> rows = new HashMap<>();
    model
        .subMap(firstPane, firstPane + paneCount)
        .values()
        .forEach(
            pane ->
                pane.forEach(
                    (key, list) -> rows.computeIfAbsent(key, k -> new ArrayList<>()).addAll(list)));
    return rows;
  }

  private void compare(
      WindowContent state, Map<List<Object>, List<Object[]>> expected, long firstPane, long count) {
    String text = where + ", window of " + count + " panes from " + firstPane;
    List<List<Object>> found = new ArrayList<>();
    for (int i = 0; i < state.count(); i++) {
      found.add(keyOf(state.ids()[i]));
    }
    assertThat(found).as(text).hasSameSizeAs(expected.keySet());
    assertThat(new HashSet<>(found)).as(text).isEqualTo(expected.keySet());
    Column[] rows = state.rows(keys, calls.size());
    for (int c = 0; c < calls.size(); c++) {
      AggregateCase call = calls.get(c);
      Column results = state.result(c);
      Column again = rows[c + KEY_TYPES.size()];
      for (int i = 0; i < state.count(); i++) {
        List<Object[]> group = expected.get(found.get(i));
        Object wanted = AggregateOracle.result(call, group);
        if (!Objects.equals(results.value(i), wanted) || !Objects.equals(again.value(i), wanted)) {
          assertThat(List.of(String.valueOf(results.value(i)), String.valueOf(again.value(i))))
              .as("%s of %d rows, key %s, %s", call, group.size(), found.get(i), text)
              .containsOnly(String.valueOf(wanted));
        }
      }
    }
  }

  private List<Object> keyOf(int id) {
    int[] ids = {id};
    List<Object> key = new ArrayList<>();
    key.add(keys.keyColumn(0, ids, 1).value(0));
    key.add(keys.keyColumn(1, ids, 1).value(0));
    return key;
  }

  private static int compareKeys(List<Object> left, List<Object> right) {
    Comparator<String> texts = Comparator.nullsLast(Comparator.naturalOrder());
    Comparator<Long> numbers = Comparator.nullsLast(Comparator.naturalOrder());
    int first = texts.compare((String) left.get(0), (String) right.get(0));
    return first != 0 ? first : numbers.compare((Long) left.get(1), (Long) right.get(1));
  }

  /** Compares what was touched since the last time, when the scenario tracks it. */
  void checkTouched() {
    if (!tracksTouched) {
      return;
    }
    TouchedKeys drained = store.drainTouched();
    List<List<Object>> found = new ArrayList<>();
    for (int i = 0; i < drained.count(); i++) {
      found.add(List.of(drained.panes()[i], keyOf(drained.ids()[i])));
    }
    List<List<Object>> expected = new ArrayList<>();
    touched.forEach((pane, list) -> list.forEach(key -> expected.add(List.of(pane, key))));
    assertThat(found).as("touched, %s", where).containsExactlyInAnyOrderElementsOf(expected);
    touched.clear();
  }

  void expireBefore(long pane) {
    store.expireBefore(pane);
    expired = Math.max(expired, pane);
    model.headMap(pane).clear();
    touched.keySet().removeIf(old -> old < pane);
    assertThat(store.firstPane())
        .as(where)
        .isEqualTo(model.isEmpty() ? Long.MAX_VALUE : model.firstKey());
    assertThat(store.lastPane())
        .as(where)
        .isEqualTo(model.isEmpty() ? Long.MIN_VALUE : model.lastKey());
    Long next = model.ceilingKey(pane + 3);
    assertThat(store.nextPane(pane + 3)).as(where).isEqualTo(next == null ? Long.MAX_VALUE : next);
  }

  /** Renumbers the ids as if many keys had come, and leaves out those without a pane. */
  void reclaimNow() {
    BitSet live = new BitSet();
    Set<List<Object>> liveKeys = new HashSet<>();
    model.values().forEach(pane -> liveKeys.addAll(pane.keySet()));
    store.reclaimNow(keys, live);
    assertThat(keys.size()).as(where).isEqualTo(liveKeys.size());
  }

  /** Writes both, and goes on with what is read back. */
  void restore() {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream output = new DataOutputStream(bytes);
      keys.write(output);
      store.write(output);
      DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
      keys = new KeyIndex(KEY_TYPES, KEYS_MAX, StateBudget.unlimited());
      keys.read(input);
      store = newStore();
      store.read(input);
      assertThat(input.available()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Drops everything and makes sure that nothing is left. */
  void finish() {
    expireBefore(Long.MAX_VALUE);
    assertThat(store.isEmpty()).isTrue();
    assertThat(store.recordsInUse()).as("records left, %s", where).isZero();
    assertThat(Collections.max(List.of(0, store.drainTouched().count()))).isZero();
  }
}
