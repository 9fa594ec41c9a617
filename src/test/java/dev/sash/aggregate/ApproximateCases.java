package dev.sash.aggregate;

import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sketches must give the same for a set of rows whatever their order and panes: what one record
 * gives that has taken all rows at once, the last one first. How near that is to the truth {@link
 * SketchTest} says.
 */
final class ApproximateCases {
  private ApproximateCases() {}

  static void addTo(List<AggregateCase> cases) {
    for (int column = 0; column < AggregateCase.ROW.size(); column++) {
      cases.add(
          new AggregateCase(
              "APPROX_COUNT_DISTINCT",
              false,
              List.of(column),
              DataType.of(Kind.BIGINT),
              List.of(),
              List.of()));
    }
    for (int column = 0; column < 5; column++) {
      cases.add(
          new AggregateCase(
              "APPROX_PERCENTILE",
              false,
              List.of(column),
              DataType.of(Kind.DOUBLE),
              List.of(new BigDecimal("0.9")),
              List.of()));
    }
  }

  static @Nullable Object result(AggregateCase call, List<@Nullable Object[]> rows) {
    List<@Nullable Object[]> backwards = new ArrayList<>(rows);
    Collections.reverse(backwards);
    RecordLayout layout = new RecordLayout(List.of(call.input(-1)));
    RecordStore store = layout.newStore(StateBudget.unlimited());
    int[] record = {store.allocate()};
    int[] numbers = IntStream.range(0, rows.size()).toArray();
    layout.add(RandomRows.batch(backwards), numbers, new int[rows.size()], rows.size(), store);
    ColumnBuilder out = ColumnBuilder.of(call.result());
    layout.result(0, store, record, 1, out);
    return out.build().value(0);
  }
}
