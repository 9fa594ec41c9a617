package dev.sash.connector.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.connector.Reading;
import dev.sash.runtime.SourceSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The short cut for plain rows gives what the way through the scanner gives, on any bytes. */
class PlainCsvRowsTest {
  private static final byte[] REPLACEMENTS =
      ",,\"\n\r; \t0-.e\u00fcT|x".getBytes(StandardCharsets.ISO_8859_1);
  private static final String[] COLUMNS = {
    "ts TIMESTAMP(3); key VARCHAR; value DOUBLE; status VARCHAR(6)",
    "status CHAR(3); value DECIMAL(7, 2); key TINYINT; other REAL",
    "value BIGINT NOT NULL; key VARCHAR NOT NULL; ts TIMESTAMP(0)",
    "d DATE; b BOOLEAN; value INT; key VARCHAR; t TIME"
  };
  private static final String[] TIME_FORMATS = {"iso", "epoch_millis", "epoch_seconds"};

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 600);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void rowsAndComplaintsAreTheSame(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    CsvDialect dialect =
        new CsvDialect(
            (byte) ",;|\t".charAt(random.nextInt(4)),
            random.nextInt(5) == 0 ? CsvDialect.NO_QUOTE : '"',
            true,
            random.nextInt(8) == 0 ? "ok" : "");
    SourceSpec spec =
        Reading.spec(
            COLUMNS[random.nextInt(COLUMNS.length)],
            "format",
            "csv",
            "timestamp_format",
            TIME_FORMATS[Math.max(0, random.nextInt(8) - 5)]);
    byte[] bytes = text(random, dialect).getBytes(StandardCharsets.UTF_8);
    int header = header(dialect).length();
    byte[] changed =
        random.nextBoolean() ? bytes : ReadingFormats.mutated(bytes, random, REPLACEMENTS);
    System.arraycopy(bytes, 0, changed, 0, Math.min(header, changed.length));
    int most = random.nextBoolean() ? 8 : 4000;
    assertThat(read(spec, changed, dialect, true, seed, most))
        .as("seed %d", seed)
        .isEqualTo(read(spec, changed, dialect, false, seed, most));
  }

  private static List<List<String>> read(
      SourceSpec spec, byte[] bytes, CsvDialect dialect, boolean plain, long seed, int most)
      throws IOException {
    return ReadingFormats.read(
        spec,
        ReadingFormats.pieces(bytes, new SplittableRandom(seed), most),
        input -> new CsvReader(input, dialect, "input", spec, plain));
  }

  private static String header(CsvDialect dialect) {
    return "ts,key,value,status,d,b,other,t\n".replace(',', (char) dialect.delimiter());
  }

  private static String text(SplittableRandom random, CsvDialect dialect) {
    RandomValues values = new RandomValues(random);
    String end = random.nextBoolean() ? "\n" : random.nextBoolean() ? "\r\n" : "\r";
    StringBuilder text = new StringBuilder(header(dialect));
    int rows = random.nextInt(120);
    for (int row = 0; row < rows; row++) {
      String[] fields = {
        values.time(),
        values.any(),
        values.number(),
        values.text(),
        "2026-01-02",
        "true",
        values.number(),
        "12:30:00.5"
      };
      int swapped = random.nextInt(100);
      if (swapped < fields.length) {
        fields[swapped] = values.any();
      }
      int blank = random.nextInt(40);
      if (blank < fields.length) {
        fields[blank] = blank % 2 == 0 ? "" : " 12 ";
      }
      int quoted = random.nextInt(60);
      if (quoted < fields.length) {
        fields[quoted] = "\"" + fields[quoted] + "\"";
      }
      text.append(String.join(String.valueOf((char) dialect.delimiter()), fields));
      text.append(row == rows - 1 && random.nextBoolean() ? "" : end);
    }
    return text.toString();
  }
}
