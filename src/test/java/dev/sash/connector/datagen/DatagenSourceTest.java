package dev.sash.connector.datagen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sash.connector.Reading;
import dev.sash.data.ColumnBatch;
import dev.sash.error.SashException;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceFactory;
import dev.sash.runtime.SourceSpec;
import dev.sash.time.ManualClock;
import dev.sash.time.TimestampText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatagenSourceTest {
  private final ManualClock clock = new ManualClock(TimestampText.parse("2026-05-01 12:00:00"));
  private final SourceFactory factory = new DatagenSourceFactory(clock);

  private List<String> rows(String columns, String... options) throws InterruptedException {
    return Reading.of(factory, Reading.spec(columns, options)).rows;
  }

  private SashException error(String columns, String... options) {
    SourceSpec spec = Reading.spec(columns, options);
    SashException error = catchThrowableOfType(SashException.class, () -> factory.check(spec));
    assertThat(error).as("options are refused").isNotNull();
    return error;
  }

  @Test
  void aNumberOfRowsIsAllItNeeds() throws Exception {
    List<String> rows =
        rows(
            "ts TIMESTAMP(3); id BIGINT; user VARCHAR; amount DECIMAL(8,2); x DOUBLE; ok BOOLEAN;"
                + " n TINYINT; r REAL; d DATE; c CHAR(3); tiny DECIMAL(2,2)",
            "rows",
            "10000");
    assertThat(rows).hasSize(10_000);
    assertThat(rows.get(0)).startsWith("2026-01-01 00:00:00.000|1|user");
    assertThat(rows.get(9_999)).startsWith("2026-01-01 02:46:39.000|10000|user");
    for (String row : rows) {
      String[] fields = row.split("\\|", -1);
      assertThat(Double.parseDouble(fields[3])).isBetween(0d, 1000d);
      assertThat(Double.parseDouble(fields[4])).isBetween(0d, 100d);
      assertThat(Integer.parseInt(fields[6])).isBetween(0, 100);
      assertThat(fields[8]).isEqualTo("2026-01-01");
      assertThat(fields[9]).hasSize(3);
    }
  }

  @Test
  void theSameSeedGivesTheSameRowsAndAnotherOneOthers() throws Exception {
    String columns = "ts TIMESTAMP(3); key VARCHAR; x DOUBLE";
    List<String> rows = rows(columns, "rows", "500", "disorder", "5 s");
    assertThat(rows(columns, "rows", "500", "disorder", "5 s", "seed", "1")).isEqualTo(rows);
    assertThat(rows(columns, "rows", "500", "disorder", "5 s", "seed", "2")).isNotEqualTo(rows);
  }

  @Test
  void aColumnDoesNotDependOnTheOthers() throws Exception {
    assertThat(
            rows("a INT; b INT", "rows", "100").stream().map(row -> row.split("\\|")[1]).toList())
        .isEqualTo(rows("b INT", "rows", "100"));
  }

  @Test
  void eventTimesFollowStartIntervalAndDisorder() throws Exception {
    assertThat(rows("ts TIMESTAMP(3)", "rows", "3", "start", "2015-09-12", "interval", "250 ms"))
        .containsExactly(
            "2015-09-12 00:00:00.000", "2015-09-12 00:00:00.250", "2015-09-12 00:00:00.500");
    assertThat(rows("ts TIMESTAMP(0)", "rows", "3", "start", "2015-09-12", "interval", "600 ms"))
        .containsExactly(
            "2015-09-12 00:00:00.000", "2015-09-12 00:00:00.000", "2015-09-12 00:00:01.000");
    long start = TimestampText.parse("2026-01-01 00:00:00");
    List<String> rows = rows("ts TIMESTAMP(3)", "rows", "1000", "disorder", "10 s");
    int backwards = 0;
    for (int i = 0; i < rows.size(); i++) {
      long millis = TimestampText.parse(rows.get(i));
      assertThat(millis).isBetween(start + i * 1000L - 10_000, start + i * 1000L);
      backwards += i > 0 && millis < TimestampText.parse(rows.get(i - 1)) ? 1 : 0;
    }
    assertThat(backwards).isGreaterThan(100);
  }

  @Test
  void columnsCanBeShaped() throws Exception {
    List<String> rows =
        rows(
            "a INT; b VARCHAR; c VARCHAR; d INT; e DOUBLE; f TIMESTAMP(3); g VARCHAR(5)",
            "rows",
            "6",
            "a.kind",
            "sequence",
            "a.min",
            "5",
            "a.max",
            "7",
            "b.kind",
            "sequence",
            "b.values",
            "x, y",
            "c.max",
            "1",
            "d.values",
            "200,404",
            "e.kind",
            "sequence",
            "e.min",
            "0.5",
            "f.min",
            "2020-01-01",
            "f.max",
            "2020-01-01",
            "g.kind",
            "sequence");
    assertThat(rows).hasSize(6);
    String[] starts = {"5|x|c1|", "6|y|c1|", "7|x|c1|", "5|y|c1|", "6|x|c1|", "7|y|c1|"};
    for (int i = 0; i < 6; i++) {
      assertThat(rows.get(i))
          .startsWith(starts[i])
          .endsWith("|" + (i + 0.5) + "|2020-01-01 00:00:00.000|g" + (i + 1))
          .containsPattern("\\|(200|404)\\|");
    }
  }

  @Test
  void aKeyOfChosenSizeIsDrawnFromAllItsValues() throws Exception {
    Set<String> keys = new HashSet<>(rows("key VARCHAR", "rows", "5000", "key.max", "50"));
    assertThat(keys).hasSize(50).contains("key1", "key50");
  }

  @Test
  void nullsComeAtTheirRate() throws Exception {
    List<String> rows = rows("n INT", "rows", "10000", "n.null_rate", "0.25");
    assertThat(rows.stream().filter("null"::equals).count()).isBetween(2300L, 2700L);
    assertThat(rows("n INT", "rows", "10", "n.null_rate", "1")).containsOnly("null");
  }

  @Test
  void withoutRowsItNeverEndsAndComesAtTenASecondFromNow() throws Exception {
    SourceSpec spec = Reading.spec("ts TIMESTAMP(3)");
    assertThat(factory.check(spec)).isFalse();
    Reading reading = new Reading();
    try (Source source = factory.open(spec, reading)) {
      reading.add(source.poll(0));
      assertThat(source.poll(0)).isNull();
      clock.advanceTo(clock.nowMillis() + 99);
      assertThat(source.poll(0)).isNull();
      clock.advanceTo(clock.nowMillis() + 1);
      reading.add(source.poll(0));
      clock.advanceTo(clock.nowMillis() + 200);
      reading.add(source.poll(0));
      assertThat(source.isAtEnd()).isFalse();
    }
    assertThat(reading.rows)
        .containsExactly(
            "2026-05-01 12:00:00.000",
            "2026-05-01 12:00:00.100",
            "2026-05-01 12:00:00.200",
            "2026-05-01 12:00:00.300");
  }

  @Test
  void aRateHoldsOverLongTimesAndLargeBatches() throws Exception {
    SourceSpec spec = Reading.spec("n INT", "rows_per_second", "3000", "rows", "9001");
    try (Source source = factory.open(spec, new Reading())) {
      assertThat(count(source)).isEqualTo(1);
      clock.advanceTo(clock.nowMillis() + 2_999);
      assertThat(count(source)).isEqualTo(8997);
      clock.advanceTo(clock.nowMillis() + 100_000);
      assertThat(count(source)).isEqualTo(3);
      assertThat(source.isAtEnd()).isTrue();
    }
  }

  private static int count(Source source) throws InterruptedException {
    int count = 0;
    for (ColumnBatch batch = source.poll(0); batch != null; batch = source.poll(0)) {
      assertThat(batch.rowCount()).isLessThanOrEqualTo(ColumnBatch.MAX_ROWS);
      count += batch.rowCount();
    }
    return count;
  }

  @Test
  void closingEndsAWaitingPoll() throws Exception {
    Source source = factory.open(Reading.spec("n INT", "rows_per_second", "1"), new Reading());
    assertThat(source.poll(0)).isNotNull();
    Thread closer = new Thread(source::close);
    closer.start();
    // The clock stands still: without the close this would wait for its whole time.
    assertThat(source.poll(60_000)).isNull();
    closer.join();
    assertThat(source.isAtEnd()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "n.knd;sequence;option \"n.knd\" does not exist here;did you mean \"n.kind\"?",
        "m.kind;sequence;option \"m.kind\" is for a column \"m\" that is not declared;did you mean \"n\"?",
        "row;5;option \"row\" does not exist here;did you mean \"rows\"?",
        "rows;-1;option \"rows\" must be a whole number of at least 0, not '-1';",
        "interval;5 parsecs;option \"interval\" must be a length of time like '100 ms' or '2 s', not '5 parsecs';",
        "start;noon;option \"start\" must be a timestamp like '2026-01-01 00:00:00', not 'noon';",
        "n.kind;sequenze;option \"n.kind\" must be sequence or random, not 'sequenze';did you mean \"sequence\"?",
        "n.min;5000000000;option \"n.min\" must be a whole number from -2147483648 to 2147483647, not '5000000000';",
        "n.max;-1;option \"n.max\" must be at least 0, not '-1';",
        "n.values;1,x;option \"n.values\" must be whole numbers like '200,404,500', not '1,x';",
        "n.null_rate;2;option \"n.null_rate\" must be a number from 0 to 1, not '2';",
        "x.max;much;option \"x.max\" must be a number, not 'much';",
        "x.values;1,2;option \"x.values\" must be absent: column \"x\" is DOUBLE, not '1,2';",
        "d.max;1e9;option \"d.max\" must be from -999.99 to 999.99, not '1e9';",
        "ts.min;2020-01-01;option \"ts.min\" must be absent: column \"ts\" is the event time, not '2020-01-01';event times follow from the options start, interval and disorder",
        "u.kind;random;option \"u.kind\" must be sequence, or random with a min and a max, not 'random';",
        "k.values;abcde,f;column \"k\" is VARCHAR(3), too short for \"abcde\";list words that fit: k.values = 'a,b,c'",
        "q.null_rate;0.5;option \"q.null_rate\" must be 0: column \"q\" is NOT NULL, not '0.5';",
      })
  void optionsAreChecked(String name, String value, String message, String hint) {
    SashException error =
        error(
            "n INT; x DOUBLE; d DECIMAL(5,2); ts TIMESTAMP(3); u TIMESTAMP(3); k VARCHAR(3);"
                + " q INT NOT NULL",
            name,
            value);
    assertThat(error).hasMessage(message);
    assertThat(error.hint()).isEqualTo(hint);
  }
}
