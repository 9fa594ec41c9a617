package dev.sash.connector.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.connector.Reading;
import dev.sash.runtime.SourceSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The short cut for flat objects gives what Jackson gives, on any bytes. */
class FlatJsonTest {
  private static final byte[] REPLACEMENTS =
      "\"\"{}[]:,,\\ntf \t\r\n0-.e1\u00fc\u0001x".getBytes(StandardCharsets.ISO_8859_1);
  private static final String[] COLUMNS = {
    "ts TIMESTAMP(3); key VARCHAR; value DOUBLE; status VARCHAR(6)",
    "status CHAR(3); value DECIMAL(7, 2); key TINYINT; other REAL",
    "value BIGINT NOT NULL; key VARCHAR NOT NULL; ts TIMESTAMP(0)",
    "d DATE; b BOOLEAN; value INT; key VARCHAR; t TIME; key.x INT"
  };
  private static final String[] TIME_FORMATS = {"iso", "epoch_millis", "epoch_seconds"};
  private static final String[] NAMES = {
    "ts",
    "key",
    "value",
    "status",
    "other",
    "d",
    "b",
    "t",
    "KEY",
    "Value",
    "unwanted",
    "ü",
    "k\\u0065y",
    "a name of more than sixteen bytes",
    ""
  };

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 1000);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void rowsAndComplaintsAreTheSame(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    SourceSpec spec =
        Reading.spec(
            COLUMNS[random.nextInt(COLUMNS.length)],
            "format",
            "json",
            "timestamp_format",
            TIME_FORMATS[Math.max(0, random.nextInt(8) - 5)]);
    byte[] bytes = text(random).getBytes(StandardCharsets.UTF_8);
    byte[] changed =
        random.nextBoolean() ? bytes : ReadingFormats.mutated(bytes, random, REPLACEMENTS);
    int most = random.nextBoolean() ? 8 : 4000;
    assertThat(read(spec, changed, true, seed, most))
        .as("seed %d", seed)
        .isEqualTo(read(spec, changed, false, seed, most));
  }

  private static List<List<String>> read(
      SourceSpec spec, byte[] bytes, boolean flat, long seed, int most) throws IOException {
    JsonPaths paths = JsonPaths.of(spec.options(), spec.schema());
    return ReadingFormats.read(
        spec,
        ReadingFormats.pieces(bytes, new SplittableRandom(seed), most),
        input -> new JsonReader(input, paths, flat));
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    boolean wide = random.nextInt(20) == 0;
    String blank = random.nextInt(3) == 0 ? " " : "";
    int rows = random.nextInt(120);
    for (int row = 0; row < rows; row++) {
      List<String> fields = fields(new RandomValues(random), wide, blank);
      if (random.nextInt(5) == 0) {
        fields.add(
            random.nextInt(fields.size() + 1),
            field(NAMES[random.nextInt(NAMES.length)], value(new RandomValues(random)), blank));
      }
      if (random.nextInt(8) == 0) {
        fields.remove(random.nextInt(fields.size()));
      }
      text.append('{').append(blank).append(String.join(blank + "," + blank, fields));
      text.append(blank).append('}').append(random.nextInt(30) == 0 ? " x" : blank);
      text.append(
          row == rows - 1 && random.nextBoolean() ? "" : random.nextInt(9) == 0 ? "\r\n" : "\n");
    }
    return text.toString();
  }

  private static List<String> fields(RandomValues values, boolean wide, String blank) {
    List<String> fields = new ArrayList<>();
    fields.add(field("ts", '"' + values.time() + '"', blank));
    fields.add(field("key", '"' + values.any() + '"', blank));
    fields.add(field("value", values.random().nextInt(50) == 0 ? value(values) : "12.5", blank));
    fields.add(field("status", '"' + values.text().replace('\t', ' ') + '"', blank));
    if (wide) {
      int from = values.random().nextInt(50);
      for (int i = from; i < from + 40; i++) {
        fields.add(field("n" + i, String.valueOf(i), blank));
      }
    }
    return fields;
  }

  private static String field(String name, String value, String blank) {
    return '"' + name + '"' + blank + ':' + blank + value;
  }

  private static String value(RandomValues values) {
    return switch (values.random().nextInt(12)) {
      case 0 -> "true";
      case 1 -> "false";
      case 2 -> "null";
      case 3 -> "{\"x\": 1}";
      case 4 -> "[1, \"a\"]";
      case 5 -> "\"a\\nb\"";
      case 6 -> "\"\\ud83d\\ude00\"";
      case 7 -> "nul";
      case 8 -> '"' + values.any() + '"';
      case 9 -> values.time();
      default -> values.number();
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"ts\":\"2026-01-01T00:00:00.123Z\",\"key\":\"a\",\"value\":1.25,\"status\":\"ok\"}",
        " { \"value\" : -12e3 , \"key\" : \"Zürich\" , \"ts\" : \"2026-01-01\" } ",
        "{\"other\":true,\"ts\":\"2026-01-01T00:00:00+02:00\",\"value\":null,\"a\":\"b\"}"
      })
  void plainLinesTakeTheShortCut(String line) {
    assertThat(isFlat(line)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"ts\":\"2026-01-01T00:00:00Z\",\"key\":\"a\\n\"}",
        "{\"ts\":\"2026-01-01T00:00:00Z\",\"key\":\"a\",\"KEY\":\"b\"}",
        "{\"ts\":\"2026-01-01T00:00:00Z\",\"key\":{}}",
        "{\"ts\":\"2026-01-01T00:00:00Z\",\"value\":01}",
        "{\"ts\":\"2026-01-01T00:00:00Z\",\"value\":1.}",
        "{\"ts\":2026-01-01T00:00:00Z}",
        "{\"ts\":\"2026-01-01T00:00:00Z\",}",
        "{\"ts\":\"2026-01-01T00:00:00Z\"",
        "{\"key\":\"no time\"}",
        "{\"ts\":\"2026-01-01T00:00:00Z\"} {}"
      })
  void whatIsSpecialDoesNot(String line) {
    assertThat(isFlat(line)).isFalse();
  }

  private static boolean isFlat(String line) {
    SourceSpec spec = Reading.spec(COLUMNS[0], "format", "json");
    InputFormat format = InputFormat.of(spec, "input", Set.of());
    byte[] bytes = (line + "\n01234567").getBytes(StandardCharsets.UTF_8);
    FlatJson flat = new FlatJson(JsonPaths.of(spec.options(), spec.schema()));
    return flat.read(
        bytes, 0, bytes.length - 9, new RowCollector(spec, format.times(), new Reading()));
  }
}
