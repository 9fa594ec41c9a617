package dev.sash.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.runtime.Sharding;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The systems of the benchmark compute the same; figures of wrong results would be worth nothing.
 */
class BenchmarkTest {
  @ParameterizedTest
  @CsvSource({
    "Q, 100, 60000, 60000, false",
    "Q, 100, 60000, 10000, true",
    "Q, 7, 60000, 1000, false",
    "D, 1000, 60000, 10000, true",
    "D, 30, 60000, 1000, false"
  })
  void systemsAgree(Query query, int keys, long size, long slide, boolean skewed) throws Exception {
    Workload workload = new Workload(query, keys, skewed, size, slide, 150_000, 3);
    Subject.Outcome sash = new SashSubject(Sharding.NONE, keys == 7).run(workload);
    Subject.Outcome hand = new HandSubject().run(workload);
    Subject.Outcome naive = new NaiveSubject().run(workload);
    assertThat(sash.rowsOut()).isPositive().isEqualTo(hand.rowsOut()).isEqualTo(naive.rowsOut());
    assertThat(sash.checksum()).isEqualTo(hand.checksum()).isEqualTo(naive.checksum());
  }
}
