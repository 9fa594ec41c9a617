package dev.sash.connector.format;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.sash.connector.format.CsvScanner.Found;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the scanner with an RFC 4180 reader, over bytes that come in pieces of any size. */
class CsvScannerTest {

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 300);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void recordsAndLinesAgreeWithAnotherReader(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    String text = text(random);
    assertThat(scan(text, random)).as("seed %d", seed).isEqualTo(expected(text));
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    String[] ends = {"\n", "\r\n", "\r"};
    String end = ends[random.nextInt(3)];
    int records = random.nextInt(40);
    for (int record = 0; record < records; record++) {
      int fields = random.nextInt(5);
      for (int field = 0; field < fields; field++) {
        text.append(field == 0 ? "" : ",").append(field(random, end));
      }
      text.append(record == records - 1 && random.nextBoolean() ? "" : end);
    }
    return text.toString();
  }

  private static String field(SplittableRandom random, String end) {
    String[] parts = {"a", "Zürich", " ", "", "x\"y", "12", "\t"};
    String part = parts[random.nextInt(parts.length)];
    if (random.nextInt(3) > 0) {
      return part;
    }
    String inner = part + parts[random.nextInt(parts.length)] + (random.nextBoolean() ? end : ",");
    return '"' + inner.replace("\"", "\"\"") + '"';
  }

  private static List<String> expected(String text) throws IOException {
    List<String> records = new ArrayList<>();
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .skipEmptyLines(false)
            .allowExtraFields(true)
            .allowMissingFields(true)
            .ofCsvRecord(text)) {
      for (CsvRecord record : reader) {
        records.add(record.getStartingLineNumber() + ": " + record.getFields());
      }
    }
    return records;
  }

  private static List<String> scan(String text, SplittableRandom random) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    RecordBuffer buffer = new RecordBuffer(pieces(bytes, random));
    CsvScanner scanner = new CsvScanner(buffer, new CsvDialect((byte) ',', '"', false, ""));
    List<String> records = new ArrayList<>();
    for (Found found = scanner.next(); found != Found.END; found = scanner.next()) {
      assertThat(found).isNotEqualTo(Found.MALFORMED);
      if (found == Found.RECORD) {
        List<String> fields = new ArrayList<>();
        for (int field = 0; field < scanner.fieldCount(); field++) {
          int start = scanner.fieldStart(field);
          int length = scanner.fieldEnd(field) - start;
          String value = new String(buffer.bytes, start, length, StandardCharsets.UTF_8);
          fields.add(scanner.isEscaped(field) ? value.replace("\"\"", "\"") : value);
        }
        records.add(scanner.line() + ": " + fields);
      }
    }
    return records;
  }

  private static ByteInput pieces(byte[] bytes, SplittableRandom random) {
    return new ByteInput() {
      private int at;

      @Override
      public int read(byte[] into, int from, int length) {
        if (at == bytes.length) {
          return END;
        }
        int count = Math.min(Math.min(length, random.nextInt(8)), bytes.length - at);
        System.arraycopy(bytes, at, into, from, count);
        at += count;
        return count;
      }

      @Override
      public void close() {}
    };
  }
}
