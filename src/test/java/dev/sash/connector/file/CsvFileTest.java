package dev.sash.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.connector.Reading;
import dev.sash.data.TextColumn;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvFileTest {
  private static final String COLUMNS = "ts TIMESTAMP(3); key VARCHAR; n INT";

  @TempDir Path directory;

  private Path write(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  private Reading read(String content, String columns, String... options) throws Exception {
    Path path = write("a.csv", content);
    String[] all = new String[options.length + 2];
    all[0] = "path";
    all[1] = path.toString();
    System.arraycopy(options, 0, all, 2, options.length);
    return Reading.of(new FileSourceFactory(), Reading.spec(columns, all));
  }

  @Test
  void columnsAreFoundByNameInAnyCaseAndOthersIgnored() throws Exception {
    Reading reading =
        read(
            "N,extra,Key,TS\n7,x,a,2015-09-12 00:46:58.771\n8,y,b,2015-09-12T00:47:00Z\n", COLUMNS);
    assertThat(reading.rows)
        .containsExactly("2015-09-12 00:46:58.771|a|7", "2015-09-12 00:47:00.000|b|8");
    assertThat(reading.bad).isEmpty();
  }

  @Test
  void anExactNameWinsOverOneInAnotherCase() throws Exception {
    assertThat(read("KEY,key\nupper,lower\n", "key VARCHAR").rows).containsExactly("lower");
  }

  @Test
  void withoutHeaderColumnsAreTakenByPosition() throws Exception {
    Reading reading = read("2015-09-12,a,1\n2015-09-13,b,2", COLUMNS, "header", "false");
    assertThat(reading.rows)
        .containsExactly("2015-09-12 00:00:00.000|a|1", "2015-09-13 00:00:00.000|b|2");
  }

  @Test
  void quotedFieldsHoldDelimitersQuotesAndLineEnds() throws Exception {
    Reading reading =
        read(
            "key,n\r\n\"a,b\",1\r\n\"say \"\"hi\"\"\",2\r\n\"two\nlines\r\nthree\",3\r\n\"\"\"\",4",
            "key VARCHAR; n INT");
    assertThat(reading.rows)
        .containsExactly("a,b|1", "say \"hi\"|2", "two\nlines\r\nthree|3", "\"|4");
    assertThat(reading.bad).isEmpty();
  }

  @Test
  void linesAreCountedThroughQuotedLineEnds() throws Exception {
    Reading reading = read("key,n\n\"a\nb\",1\nc,x\n\"d\r\ne\",y\nf,z\n", "key VARCHAR; n INT");
    assertThat(reading.rows).containsExactly("a\nb|1");
    assertThat(reading.bad)
        .containsExactly(
            "a.csv:4: column \"n\": \"x\" is not a whole number",
            "a.csv:5: column \"n\": \"y\" is not a whole number",
            "a.csv:7: column \"n\": \"z\" is not a whole number");
    assertThat(reading.raw).containsExactly("c,x", "\"d\r\ne\",y", "f,z");
  }

  @Test
  void aQuoteWithinAnUnquotedFieldIsText() throws Exception {
    assertThat(read("key,n\n5\" disk,1\n", "key VARCHAR; n INT").rows)
        .containsExactly("5\" disk|1");
  }

  @Test
  void aByteOrderMarkBlankLinesAndAMissingLastLineEndDoNotMatter() throws Exception {
    Reading reading = read("\uFEFF\nkey,n\n\n  \na,1\n\r\nb,2", "key VARCHAR; n INT");
    assertThat(reading.rows).containsExactly("a|1", "b|2");
    assertThat(reading.bad).isEmpty();
  }

  @Test
  void oldMacLineEndsAreLineEnds() throws Exception {
    assertThat(read("key,n\ra,1\rb,2\r", "key VARCHAR; n INT").rows).containsExactly("a|1", "b|2");
  }

  @Test
  void emptyFilesAndFilesWithAHeaderOnlyHaveNoRows() throws Exception {
    assertThat(read("", COLUMNS).rows).isEmpty();
    assertThat(read("ts,key,n", COLUMNS).rows).isEmpty();
    assertThat(read("ts,key,n\r\n", COLUMNS).rows).isEmpty();
    assertThat(read("\uFEFF", COLUMNS).rows).isEmpty();
  }

  @Test
  void emptyFieldsAreNullAndEmptyQuotedTextIsText() throws Exception {
    Reading reading = read("key,n\n,\n\"\",\"\"\n  , 5 \n", "key VARCHAR; n INT");
    assertThat(reading.rows).containsExactly("null|null", "|null", "  |5");
    assertThat(reading.batches.get(0).column(0).isNull(1)).isFalse();
  }

  @Test
  void nullTextStandsForNull() throws Exception {
    Reading reading =
        read("key,n\nNA, NA \n\"NA\",\"NA\"\n,\n", "key VARCHAR; n INT", "null_text", "NA");
    assertThat(reading.rows).containsExactly("null|null", "NA|null", "|null");
  }

  @Test
  void delimiterAndQuoteCanBeChosen() throws Exception {
    assertThat(read("key;n\n'a;b';1\n", "key VARCHAR; n INT", "delimiter", ";", "quote", "'").rows)
        .containsExactly("a;b|1");
    assertThat(read("key\tn\na\t1\n", "key VARCHAR; n INT", "delimiter", "tab").rows)
        .containsExactly("a|1");
    assertThat(read("key\tn\na\t1\n", "key VARCHAR; n INT", "delimiter", "\\t").rows)
        .containsExactly("a|1");
    assertThat(read("key,n\n\"a,1\n", "key VARCHAR; n INT", "quote", "none").rows)
        .containsExactly("\"a|1");
  }

  @Test
  void aNameOnTsvMeansTabs() throws Exception {
    Path path = write("a.tsv", "key\tn\na,b\t1\n");
    Reading reading =
        Reading.of(
            new FileSourceFactory(), Reading.spec("key VARCHAR; n INT", "path", path.toString()));
    assertThat(reading.rows).containsExactly("a,b|1");
  }

  @Test
  void aWrongNumberOfFieldsCostsOneRow() throws Exception {
    Reading reading = read("key,n\na\nb,1,2\nc,3\n", "key VARCHAR; n INT");
    assertThat(reading.rows).containsExactly("c|3");
    assertThat(reading.bad)
        .containsExactly(
            "a.csv:2: the row has 1 field, expected 2",
            "a.csv:3: the row has 3 fields, expected 2");
    assertThat(reading.raw).containsExactly("a", "b,1,2");
  }

  @Test
  void aQuoteThatDoesNotEndCostsItsFirstLineOnly() throws Exception {
    Reading reading = read("key,n\n\"a,1\nb,2\nc,3\n", "key VARCHAR; n INT");
    assertThat(reading.rows).containsExactly("b|2", "c|3");
    assertThat(reading.bad).containsExactly("a.csv:2: the quote of field 1 is not closed");
    assertThat(reading.raw).containsExactly("\"a,1");
  }

  @Test
  void textBehindAClosingQuoteCostsItsLineOnly() throws Exception {
    Reading reading = read("key,n\n\"a\"b,1\nc,2\n\"d,3\n\"e\",4\n", "key VARCHAR; n INT");
    assertThat(reading.rows).containsExactly("c|2", "e|4");
    assertThat(reading.bad)
        .containsExactly(
            "a.csv:2: text follows the closing quote of field 1",
            "a.csv:4: text follows the closing quote of field 1");
  }

  @Test
  void bytesThatAreNotUtf8CostTheirRowOnly() throws Exception {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.writeBytes("key,n\nZürich,1\nZ".getBytes(StandardCharsets.UTF_8));
    content.write(0xFC);
    content.writeBytes("rich,2\nGenève,3\n".getBytes(StandardCharsets.UTF_8));
    Path path = Files.write(directory.resolve("latin.csv"), content.toByteArray());
    Reading reading =
        Reading.of(
            new FileSourceFactory(), Reading.spec("key VARCHAR; n INT", "path", path.toString()));
    assertThat(reading.rows).containsExactly("Zürich|1", "Genève|3");
    assertThat(reading.bad)
        .containsExactly("latin.csv:3: column \"key\": \"Z\uFFFDrich\" is not UTF-8");
  }

  @Test
  void aRowWithoutEventTimeIsABadRow() throws Exception {
    Reading reading = read("ts,key,n\n,a,1\n2015-09-12,b,2\n", COLUMNS);
    assertThat(reading.rows).containsExactly("2015-09-12 00:00:00.000|b|2");
    assertThat(reading.bad)
        .containsExactly(
            "a.csv:2: column \"ts\" is NULL: a row without event time belongs to no window");
  }

  @Test
  void nullInANotNullColumnIsABadRowAndLeavesNothingBehind() throws Exception {
    Reading reading = read("a,b\n1,\n2,3\n", "a INT; b INT NOT NULL");
    assertThat(reading.rows).containsExactly("2|3");
    assertThat(reading.bad)
        .containsExactly("a.csv:2: column \"b\" is NULL, but was declared NOT NULL");
  }

  @Test
  void theTextOfABadRowIsCut() throws Exception {
    Reading reading = read("key,n\n" + "ä".repeat(5000) + ",x\n", "key VARCHAR; n INT");
    assertThat(reading.raw).containsExactly("ä".repeat(1000));
  }

  @Test
  void gzipIsRecognisedByContentWhateverTheName() throws Exception {
    Path path = directory.resolve("a.csv");
    try (OutputStream out = Files.newOutputStream(path)) {
      // Two members one after the other, as `cat a.gz b.gz` makes them.
      for (String part : new String[] {"key,n\na,1\n", "b,2\n"}) {
        try (GZIPOutputStream gzip = new GZIPOutputStream(keepOpen(out))) {
          gzip.write(part.getBytes(StandardCharsets.UTF_8));
        }
      }
    }
    Reading reading =
        Reading.of(
            new FileSourceFactory(), Reading.spec("key VARCHAR; n INT", "path", path.toString()));
    assertThat(reading.rows).containsExactly("a|1", "b|2");
  }

  private static OutputStream keepOpen(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }

  @Test
  void manyRowsComeInBatchesThatShareTheirDictionary() throws Exception {
    StringBuilder content = new StringBuilder("key,n\n");
    for (int i = 0; i < 10_000; i++) {
      content.append("key").append(i % 7).append(',').append(i).append('\n');
    }
    Reading reading = read(content.toString(), "key VARCHAR; n INT");
    assertThat(reading.rows).hasSize(10_000).endsWith("key3|9999");
    assertThat(reading.batches)
        .extracting(batch -> batch.rowCount())
        .containsExactly(4096, 4096, 1808);
    assertThat(((TextColumn) reading.batches.get(2).column(0)).dictionary())
        .isSameAs(((TextColumn) reading.batches.get(0).column(0)).dictionary());
  }

  @Test
  void aFieldLargerThanTheBufferIsRead() throws Exception {
    String large = "x".repeat(300_000);
    Reading reading = read("key,n\n\"" + large + "\n\",1\nb,2\n", "key VARCHAR; n INT");
    assertThat(reading.rows).containsExactly(large + "\n|1", "b|2");
  }

  @Test
  void aRecordLargerThanTheLimitCostsItselfOnly() throws Exception {
    String large = "x".repeat((16 << 20) + 10);
    Reading reading = read("key,n\n" + large + ",1\nb,2\n", "key VARCHAR; n INT");
    assertThat(reading.rows).containsExactly("b|2");
    assertThat(reading.bad).containsExactly("a.csv:2: the line is longer than 16777216 bytes");
  }
}
