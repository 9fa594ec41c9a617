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
    requireSame(sash, new HandSubject(false).run(workload));
    requireSame(sash, new HandSubject(true).run(workload));
    requireSame(sash, new NaiveSubject().run(workload));
  }

  @ParameterizedTest
  @CsvSource({
    "U, 100, 60000, 60000, 150000",
    "U, 50, 60000, 10000, 1500000",
    "U, 1000, 60000, 1000, 150000",
    "E, 100, 300000, 10000, 150000",
    "E, 70, 300000, 10000, 4000000",
    "E, 30000, 300000, 10000, 500000",
    "S, 100, 60000, 60000, 150000",
    "S, 100000, 60000, 60000, 1500000",
    "S, 300000, 60000, 60000, 1500000"
  })
  void loopsByHandOfOtherQueriesAgree(Query query, int keys, long size, long slide, long rows)
      throws Exception {
    Workload workload = new Workload(query, keys, false, size, slide, rows, 3);
    Subject.Outcome sash = new SashSubject(Sharding.NONE, false).run(workload);
    requireSame(sash, new HandSubject(false).run(workload));
  }

  private static void requireSame(Subject.Outcome one, Subject.Outcome other) {
    assertThat(one.rowsOut()).isPositive().isEqualTo(other.rowsOut());
    assertThat(one.checksum()).isEqualTo(other.checksum());
  }
}
