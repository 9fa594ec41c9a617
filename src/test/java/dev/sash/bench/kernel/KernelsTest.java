package dev.sash.bench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DoubleColumn;
import dev.sash.data.LongColumn;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernels of the benchmark do what they are measured for. */
class KernelsTest {

  @ParameterizedTest
  @CsvSource({"100, 1", "100, 20", "5000, 1", "5000, 20"})
  void aWindowHasTheRowsOfItsPanes(int keys, int each) {
    CombineBenchmark kernel = new CombineBenchmark();
    kernel.keys = keys;
    kernel.each = each;
    kernel.prepare();
    double sumBefore = 0;
    for (int window = 0; window < 150; window++) {
      kernel.slide();
      Column[] rows = kernel.nextWindow();
      double sum = Arrays.stream(((DoubleColumn) rows[2]).values(), 0, keys).sum();
      assertThat(sum).isNotEqualTo(sumBefore);
      sumBefore = sum;
      assertThat(rows[0].value(0)).isEqualTo("key-0");
      assertThat(counts(rows[1], keys)).hasSize(keys).containsOnly(60 / each);
    }
  }

  private static long[] counts(Column counts, int keys) {
    return Arrays.copyOf(((LongColumn) counts).values(), keys);
  }

  @Test
  void aWindowOfOnePaneIsEmittedWithAllKeys() {
    EmitBenchmark kernel = new EmitBenchmark();
    kernel.keys = 5000;
    kernel.prepare();
    ColumnBatch rows = kernel.window().rows();
    assertThat(rows.rowCount()).isEqualTo(5000);
    assertThat(counts(rows.column(1), 5000)).containsOnly(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3000})
  void keysBecomeDenseIds(int keys) {
    KeyIndexBenchmark kernel = new KeyIndexBenchmark();
    kernel.keys = keys;
    kernel.prepare();
    int most = 0;
    for (int i = 0; i < 64; i++) {
      for (int[] ids :
          new int[][] {
            kernel.text().clone(),
            kernel.textOfOtherDictionary().clone(),
            kernel.number().clone(),
            kernel.textAndNumber().clone()
          }) {
        most = Math.max(most, Arrays.stream(ids).max().orElse(0));
      }
    }
    assertThat(most).isEqualTo(keys - 1);
  }
}
