package dev.sash.pane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.BatchBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.Dictionary;
import dev.sash.data.Field;
import dev.sash.data.LongColumn;
import dev.sash.data.Schema;
import dev.sash.data.TextColumn;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyIndexTest {
  private static final List<DataType> TYPES =
      List.of(
          DataType.of(Kind.VARCHAR),
          DataType.of(Kind.BIGINT),
          DataType.of(Kind.DOUBLE),
          DataType.of(Kind.BOOLEAN),
          DataType.decimal(10, 2),
          DataType.decimal(38, 2),
          DataType.of(Kind.TIMESTAMP));

  static LongStream seeds() {
    return LongStream.range(0, 150);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void equalKeysHaveEqualIdsAndSortAsOrderBySays(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<DataType> types = new ArrayList<>();
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      types.add(TYPES.get(random.nextInt(TYPES.size())));
    }
    KeyIndex keys = new KeyIndex(types, 10_000, StateBudget.unlimited());
    Map<List<Object>, Integer> model = new HashMap<>();
    for (int step = 0; step < 12; step++) {
      addRows(random, types, keys, model, "seed " + seed);
      checkOrder(random, keys, model, types.size());
      if (random.nextInt(4) == 0) {
        retainSome(random, keys, model);
      }
    }
    for (Map.Entry<List<Object>, Integer> entry : model.entrySet()) {
      assertThat(keyOf(keys, entry.getValue(), types.size()))
          .as("seed %d", seed)
          .isEqualTo(entry.getKey());
    }
  }

  @Test
  void renumberedKeysAreFoundUnderTheirNewIdsInOrder() {
    KeyIndex keys = new KeyIndex(List.of(TYPES.get(0)), 10_000, StateBudget.unlimited());
    String[] names = new String[2000];
    Arrays.setAll(names, i -> "key-" + (i * 7919L % 2003));
    int[] rows = IntStream.range(0, names.length).toArray();
    Column[] column = {new TextColumn(rows.clone(), new Dictionary(names, names.length), false)};
    int[] before = new int[rows.length];
    keys.resolve(column, rows, rows.length, before);
    assertThat(keys.mayReorder()).isTrue();
    int[] mapping = keys.reorder();
    assertThat(keys.mayReorder()).isFalse();
    int[] after = new int[rows.length];
    keys.resolve(column, rows, rows.length, after);
    for (int i = 0; i < rows.length; i++) {
      assertThat(after[i]).isEqualTo(mapping[before[i]]);
      assertThat(keys.keyColumn(0, after, rows.length).value(i)).isEqualTo(names[i]);
    }
    assertThat(keys.size()).isEqualTo(names.length);
    int[] sorted = after.clone();
    keys.sort(sorted, sorted.length);
    assertThat(sorted).isEqualTo(rows);
  }

  private static void addRows(
      SplittableRandom random,
      List<DataType> types,
      KeyIndex keys,
      Map<List<Object>, Integer> model,
      String where) {
    List<Field> fields = new ArrayList<>();
    types.forEach(type -> fields.add(new Field("c" + fields.size(), type)));
    BatchBuilder builder = new BatchBuilder(new Schema(fields));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = random.nextInt(1, 60); i > 0; i--) {
      Object[] row = types.stream().map(type -> value(random, type)).toArray();
      builder.appendRow(row);
      rows.add(Arrays.stream(row).map(KeyIndexTest::canonical).toList());
    }
    ColumnBatch batch = builder.build();
    Column[] columns =
        IntStream.range(0, types.size()).mapToObj(batch::column).toArray(Column[]::new);
    int[] numbers = IntStream.range(0, rows.size()).toArray();
    int[] ids = new int[rows.size()];
    keys.resolve(columns, numbers, rows.size(), ids);
    for (int i = 0; i < ids.length; i++) {
      Integer known = model.putIfAbsent(rows.get(i), ids[i]);
      assertThat(ids[i])
          .as("%s, key %s", where, rows.get(i))
          .isEqualTo(known == null ? model.size() - 1 : known);
    }
    assertThat(keys.size()).as(where).isEqualTo(model.size());
  }

  private static Object canonical(Object value) {
    return value instanceof Double number ? (Object) (number + 0.0) : value;
  }

  private static Object value(SplittableRandom random, DataType type) {
    int number = random.nextInt(12);
    if (number == 0) {
      return null;
    }
    return switch (type.kind()) {
      case VARCHAR -> number == 1 ? "" : "t" + random.nextInt(40);
      case BIGINT, TIMESTAMP -> number == 1 ? 0L : (long) random.nextInt(-20, 20) << 40;
      case DOUBLE ->
          switch (number) {
            case 1 -> -0.0;
            case 2 -> 0.0;
            case 3 -> Double.NaN;
            case 4 -> Double.NEGATIVE_INFINITY;
            default -> random.nextInt(-20, 20) / 4.0;
          };
      case BOOLEAN -> number < 6;
      case DECIMAL ->
          type.precision() > 18 && number < 4
              ? BigDecimal.TEN.pow(30).add(BigDecimal.valueOf(random.nextInt(9), 2))
              : BigDecimal.valueOf(random.nextInt(-50, 50), 2);
      default -> throw new AssertionError(type);
    };
  }

  private static List<Object> keyOf(KeyIndex keys, int id, int columns) {
    List<Object> key = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      key.add(keys.keyColumn(c, new int[] {id}, 1).value(0));
    }
    return key;
  }

  private static void checkOrder(
      SplittableRandom random, KeyIndex keys, Map<List<Object>, Integer> model, int columns) {
    int chance = 1 + random.nextInt(20);
    List<List<Object>> chosen = new ArrayList<>(model.keySet());
    chosen.removeIf(key -> random.nextInt(chance) > 0);
    int[] ids = chosen.stream().mapToInt(model::get).toArray();
    keys.sort(ids, ids.length);
    chosen.sort(order());
    List<List<Object>> sorted = new ArrayList<>();
    for (int id : ids) {
      sorted.add(keyOf(keys, id, columns));
    }
    assertThat(sorted).isEqualTo(chosen);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Comparator<List<Object>> order() {
    Comparator<Object> values =
        Comparator.nullsLast((left, right) -> ((Comparable) left).compareTo(right));
    return (left, right) -> {
      int result = 0;
      for (int i = 0; i < left.size() && result == 0; i++) {
        result = values.compare(left.get(i), right.get(i));
      }
      return result;
    };
  }

  private static void retainSome(
      SplittableRandom random, KeyIndex keys, Map<List<Object>, Integer> model) {
    BitSet live = new BitSet();
    for (int id = 0; id < keys.size(); id++) {
      live.set(id, random.nextBoolean());
    }
    int[] mapping = keys.retain(live);
    model.replaceAll((key, id) -> mapping[id]);
    model.values().removeIf(id -> id < 0);
    assertThat(keys.size()).isEqualTo(live.cardinality()).isEqualTo(model.size());
  }

  @Test
  void aMillionKeysKeepTheirIds() {
    KeyIndex keys = new KeyIndex(List.of(TYPES.get(1)), 1_000_000, StateBudget.unlimited());
    int[] rows = IntStream.range(0, 4000).toArray();
    int[] ids = new int[rows.length];
    for (int round = 0; round < 2; round++) {
      for (int from = 0; from < 1_000_000; from += rows.length) {
        // Keys that differ in their highest bits only, and close ones.
        long[] values = new long[rows.length];
        for (int i = 0; i < values.length; i++) {
          long number = from + i;
          values[i] = (number & 1) == 0 ? number << 44 : number;
        }
        keys.resolve(new Column[] {new LongColumn(values, null)}, rows, rows.length, ids);
        assertThat(ids[0]).isEqualTo(from);
        assertThat(ids[rows.length - 1]).isEqualTo(from + rows.length - 1);
      }
    }
    assertThat(keys.size()).isEqualTo(1_000_000);
    assertThatThrownBy(
            () -> keys.resolve(new Column[] {new LongColumn(new long[] {-1}, null)}, rows, 1, ids))
        .isInstanceOfSatisfying(
            SashException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
              assertThat(e.message()).isEqualTo("the query has more than 1,000,000 keys at a time");
              assertThat(e.hint()).contains("max_keys");
            });
  }

  @Test
  void sameTextHasOneIdWhateverDictionaryAndCodeItComesWith() {
    KeyIndex keys = new KeyIndex(List.of(TYPES.get(0)), 100, StateBudget.unlimited());
    Dictionary first = new Dictionary(new String[] {"a", "b", "a"}, 3);
    assertThat(resolve(keys, first, 0, 1, 2, -1)).containsExactly(0, 1, 0, 2);
    for (int i = 0; i < 10; i++) {
      Dictionary other = new Dictionary(new String[] {"b", "", "a", "a"}, 4);
      assertThat(resolve(keys, other, 3, 2, 0, 1, -1)).containsExactly(0, 0, 1, 3, 2);
    }
    assertThat(resolve(keys, first, 2, -1)).containsExactly(0, 2);
    keys.retain(BitSet.valueOf(new long[] {0b1010}));
    assertThat(resolve(keys, first, 1, 0)).containsExactly(0, 2);
  }

  private static int[] resolve(KeyIndex keys, Dictionary dictionary, int... codes) {
    int[] ids = new int[codes.length];
    int[] rows = IntStream.range(0, codes.length).toArray();
    keys.resolve(new Column[] {new TextColumn(codes, dictionary, true)}, rows, rows.length, ids);
    return ids;
  }

  @Test
  void noKeyColumnsMeanTheSingleKeyZero() {
    KeyIndex keys = new KeyIndex(List.of(), 1, StateBudget.unlimited());
    int[] ids = {7, 7, 7};
    keys.resolve(new Column[0], new int[] {0, 1, 2}, 3, ids);
    assertThat(ids).containsExactly(0, 0, 0);
    assertThat(keys.size()).isEqualTo(1);
    assertThat(keys.mayReclaim(0)).isFalse();
  }

  @Test
  void moreThanSixtyFourColumnsKeepTheirNulls() {
    int columns = 70;
    KeyIndex keys =
        new KeyIndex(
            IntStream.range(0, columns).mapToObj(i -> TYPES.get(1)).toList(),
            100,
            StateBudget.unlimited());
    Column[] batch = new Column[columns];
    for (int c = 0; c < columns; c++) {
      // Row r is NULL in column 5 (r = 0), 69 (r = 1), and nowhere (r = 2).
      long bits = (c == 5 ? 1 : 0) | (c == 69 ? 2 : 0);
      batch[c] = new LongColumn(new long[3], bits == 0 ? null : new long[] {bits});
    }
    int[] ids = new int[3];
    keys.resolve(batch, new int[] {0, 1, 2}, 3, ids);
    assertThat(ids).containsExactly(0, 1, 2);
    assertThat(keys.keyColumn(69, ids, 3).isNull(1)).isTrue();
    assertThat(keys.keyColumn(5, ids, 3).isNull(1)).isFalse();
    keys.sort(ids, 3);
    assertThat(ids).containsExactly(2, 1, 0);
  }
}
