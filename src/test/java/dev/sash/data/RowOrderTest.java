package dev.sash.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of rows against the sort of the JDK, which keeps equal ones as they are too. */
class RowOrderTest {
  private static final Schema SCHEMA =
      Schema.of(
          new Field("n", DataType.of(DataType.Kind.BIGINT)),
          new Field("t", DataType.of(DataType.Kind.VARCHAR)));

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 7, 100, 1000})
  void rowsAreSortedAndEqualOnesStay(int count) {
    SplittableRandom random = new SplittableRandom(count);
    BatchBuilder builder = new BatchBuilder(SCHEMA);
    for (int i = 0; i < count; i++) {
      builder.appendRow(
          random.nextInt(5) == 0 ? null : (Object) random.nextLong(4),
          random.nextInt(5) == 0 ? null : "t" + random.nextInt(3));
    }
    ColumnBatch rows = builder.build();
    RowOrder order =
        RowOrder.of(
            SCHEMA, List.of(new RowOrder.Key(1, true, true), new RowOrder.Key(0, false, false)));
    Comparator<Integer> comparator = (left, right) -> order.compare(rows, left, rows, right);
    assertThat(order.rows(rows))
        .containsExactly(
            IntStream.range(0, count)
                .boxed()
                .sorted(comparator)
                .mapToInt(Integer::intValue)
                .toArray());
  }
}
