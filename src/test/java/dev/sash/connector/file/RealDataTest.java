package dev.sash.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.connector.Reading;
import dev.sash.data.ColumnBatch;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Real files; the expected figures were computed by another program. */
class RealDataTest {

  private static Reading read(String name, String columns, String... options) throws Exception {
    Path path = Path.of(RealDataTest.class.getResource("/data/" + name).toURI());
    String[] all = new String[options.length + 2];
    all[0] = "path";
    all[1] = path.toString();
    System.arraycopy(options, 0, all, 2, options.length);
    Reading reading = Reading.of(new FileSourceFactory(), Reading.spec(columns, all));
    assertThat(reading.bad).isEmpty();
    return reading;
  }

  private static long sum(Reading reading, int column) {
    long sum = 0;
    for (ColumnBatch batch : reading.batches) {
      for (int row = 0; row < batch.rowCount(); row++) {
        sum += batch.longs(column).values()[row];
      }
    }
    return sum;
  }

  @Test
  void editsOfWikipedia() throws Exception {
    Reading reading =
        read(
            "wiki-sample.csv.gz",
            "ts TIMESTAMP(3); channel VARCHAR NOT NULL; country VARCHAR; is_robot BOOLEAN;"
                + " added INT; delta INT");
    assertThat(reading.rows)
        .hasSize(2000)
        .startsWith("2015-09-12 00:46:58.771|#en.wikipedia|null|false|36|36")
        .endsWith("2015-09-12 02:31:24.736|#en.wikipedia|null|true|0|-152");
    assertThat(sum(reading, 4)).isEqualTo(497_818);
    assertThat(sum(reading, 5)).isEqualTo(471_812);
    Set<Object> channels = new HashSet<>();
    int robots = 0;
    int withoutCountry = 0;
    for (ColumnBatch batch : reading.batches) {
      for (int row = 0; row < batch.rowCount(); row++) {
        channels.add(batch.value(row, 1));
        robots += Boolean.TRUE.equals(batch.value(row, 3)) ? 1 : 0;
        withoutCountry += batch.column(2).isNull(row) ? 1 : 0;
      }
    }
    assertThat(channels).hasSize(34);
    assertThat(robots).isEqualTo(838);
    assertThat(withoutCountry).isEqualTo(1794);
  }

  @Test
  void flights() throws Exception {
    Reading reading =
        read(
            "flights-sample.csv",
            "ts TIMESTAMP(0); origin CHAR(3); destination CHAR(3); delay SMALLINT; distance INT");
    assertThat(reading.rows).hasSize(500).endsWith("2001-01-03 08:50:00.000|CMH|CLT|-6|346");
    assertThat(sum(reading, 3)).isEqualTo(7195);
    assertThat(sum(reading, 4)).isEqualTo(381_858);
  }

  @Test
  void rides() throws Exception {
    Reading reading =
        read(
            "cars-sample.json.gz",
            "ts TIMESTAMP(3); driver_id INT; event_type VARCHAR; location VARCHAR",
            "json.ts",
            "timestamp");
    assertThat(reading.rows)
        .hasSize(2000)
        .startsWith("2023-09-18 14:23:10.000|155|pickup|Yerba Buena")
        .endsWith("2023-09-18 20:33:13.000|138|dropoff|Civic Center");
    assertThat(sum(reading, 1)).isEqualTo(301_416);
    assertThat(reading.rows.stream().filter(row -> row.contains("|pickup|")).count())
        .isEqualTo(1043);
  }
}
