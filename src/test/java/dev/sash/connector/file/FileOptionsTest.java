package dev.sash.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sash.connector.Reading;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileOptionsTest {
  private static final String COLUMNS = "key VARCHAR; n INT";

  @TempDir Path directory;

  @BeforeEach
  void writeFiles() throws IOException {
    Files.writeString(directory.resolve("trades.csv"), "key,n\na,1\n");
    Files.writeString(directory.resolve("trades-2.csv"), "n,key\n2,b\n");
    Files.writeString(directory.resolve("orders.json"), "{\"key\": \"o\", \"n\": 3}\n");
    Files.writeString(directory.resolve("notes"), "key,n\nx,9\n");
    Files.createDirectories(directory.resolve("sub/deep"));
    Files.writeString(directory.resolve("sub/deep/trades-3.csv"), "key,n\nc,3\nd,oops\n");
  }

  private String at(String name) {
    return directory + "/" + name;
  }

  private SashException error(String... options) {
    return errorOf(COLUMNS, options);
  }

  private SashException errorOf(String columns, String... options) {
    SourceSpec spec = Reading.spec(columns, options);
    SashException error =
        catchThrowableOfType(SashException.class, () -> new FileSourceFactory().check(spec));
    assertThat(error).as("options are refused").isNotNull();
    return error;
  }

  private Reading read(String... options) throws InterruptedException {
    return Reading.of(new FileSourceFactory(), Reading.spec(COLUMNS, options));
  }

  @Test
  void filesAreBounded() {
    assertThat(new FileSourceFactory().connector()).isEqualTo("file");
    assertThat(new FileSourceFactory().check(Reading.spec(COLUMNS, "path", at("trades.csv"))))
        .isTrue();
  }

  @Test
  void aGlobReadsItsFilesInOrderOfTheirNamesEachByItsOwnHeader() throws Exception {
    assertThat(read("path", at("trades*.csv")).rows).containsExactly("b|2", "a|1");
    assertThat(read("path", at("trades{,-2}.csv")).rows).containsExactly("b|2", "a|1");
    assertThat(read("path", at("trade?.csv")).rows).containsExactly("a|1");
  }

  @Test
  void aGlobReachesIntoDirectories() throws Exception {
    Reading reading = read("path", at("sub/*/*.csv"));
    assertThat(reading.rows).containsExactly("c|3");
    assertThat(reading.bad)
        .containsExactly("trades-3.csv:3: column \"n\": \"oops\" is not a whole number");
    assertThat(read("path", at("**.csv")).rows).containsExactly("c|3", "b|2", "a|1");
  }

  @Test
  void severalFilesAreReadInTheGivenOrder() throws Exception {
    assertThat(read("path", at("trades.csv") + ", " + at("trades-2.csv")).rows)
        .containsExactly("a|1", "b|2");
  }

  @Test
  void aPathThatExistsAsWrittenIsNoGlob() throws Exception {
    Files.writeString(directory.resolve("odd[1],{x}.csv"), "key,n\nodd,1\n");
    assertThat(read("path", at("odd[1],{x}.csv")).rows).containsExactly("odd|1");
  }

  @Test
  void badRowsNameTheFileAsItWasGiven() throws Exception {
    Path working = Path.of("").toAbsolutePath();
    Path relative = working.relativize(directory.toAbsolutePath()).resolve("trades.csv");
    Files.writeString(directory.resolve("trades.csv"), "key,n\na,x\n");
    SourceSpec spec = Reading.spec(COLUMNS, "path", relative.toString());
    StringBuilder origin = new StringBuilder();
    new FileSourceFactory()
        .open(spec, (from, line, reason, raw) -> origin.append(from).append(':').append(line))
        .poll(0);
    assertThat(origin).hasToString(relative + ":2");
  }

  @Test
  void theFormatOptionWinsOverTheName() throws Exception {
    assertThat(read("path", at("notes"), "format", "CSV").rows).containsExactly("x|9");
    assertThat(read("path", at("orders.json"), "format", "csv", "header", "false").rows).hasSize(0);
  }

  @Test
  void aNameThatSaysNoFormatNeedsTheOption() {
    SashException error = error("path", at("notes"));
    assertThat(error.code()).isEqualTo(ErrorCode.OPTION);
    assertThat(error)
        .hasMessage(
            "option \"format\" is missing and the name \"" + at("notes") + "\" does not say it");
    assertThat(error.hint()).isEqualTo("write format = 'csv' or format = 'json'");
  }

  @Test
  void filesOfTwoFormatsNeedTheOption() {
    assertThat(error("path", at("trades.csv") + "," + at("orders.json")))
        .hasMessageContaining("option \"path\" must be files of one format");
  }

  @Test
  void aMissingFileNamesTheNearestOne() {
    SashException error = error("path", at("trade.csv"));
    assertThat(error.code()).isEqualTo(ErrorCode.FILE);
    assertThat(error).hasMessage("file \"" + at("trade.csv") + "\" does not exist");
    assertThat(error.hint()).isEqualTo("did you mean \"" + at("trades.csv") + "\"?");
    assertThat(error("path", at("quite-another-name.parquet")).hint())
        .isEqualTo(
            "directory \""
                + directory
                + "\" has notes, orders.json, sub, trades-2.csv, trades.csv");
  }

  @Test
  void aMissingDirectoryNamesTheNearestOne() {
    assertThat(error("path", at("sup/deep.csv")).hint())
        .isEqualTo("did you mean \"" + at("sub") + "\"?");
    assertThat(error("path", at("sup/*.csv")).hint())
        .isEqualTo("did you mean \"" + at("sub") + "\"?");
  }

  @Test
  void aGlobWithoutFilesShowsWhatIsThere() {
    SashException error = error("path", at("*.tsv"));
    assertThat(error).hasMessage("no file matches \"" + at("*.tsv") + "\"");
    assertThat(error.hint()).contains("orders.json");
  }

  @Test
  void aDirectoryIsRefused() {
    SashException error = error("path", directory.toString());
    assertThat(error).hasMessage("path \"" + directory + "\" is a directory");
    assertThat(error.hint()).isEqualTo("to read its files, write path = '" + directory + "/*.csv'");
  }

  @Test
  void theErrorPointsAtTheOptionInTheStatement() {
    SourceSpan span = SourceSpan.at(3, 9);
    ConnectorOptions options =
        new ConnectorOptions(Map.of("path", at("trade.csv")), Map.of("path", span));
    SourceSpec plain = Reading.spec(COLUMNS);
    SourceSpec spec = new SourceSpec("s", plain.schema(), -1, options);
    assertThat(
            catchThrowableOfType(SashException.class, () -> new FileSourceFactory().check(spec))
                .span())
        .isEqualTo(span);
  }

  @Test
  void anOptionThatDoesNotExistNamesTheNearestOne() {
    SashException error = error("path", at("trades.csv"), "delimeter", ";");
    assertThat(error).hasMessage("option \"delimeter\" does not exist here");
    assertThat(error.hint()).isEqualTo("did you mean \"delimiter\"?");
  }

  @Test
  void anOptionOfTheOtherFormatSaysSo() {
    assertThat(error("path", at("orders.json"), "header", "true"))
        .hasMessage("option \"header\" is for format 'csv', not 'json'");
    assertThat(error("path", at("trades.csv"), "json.key", "a"))
        .hasMessage("option \"json.key\" is for format 'json', not 'csv'");
  }

  @Test
  void theOptionsOfTheStreamAreNotTheConnectorsBusiness() throws Exception {
    assertThat(
            read(
                    "path",
                    at("trades.csv"),
                    "connector",
                    "file",
                    "retain_rows",
                    "5",
                    "on_error",
                    "fail")
                .rows)
        .containsExactly("a|1");
  }

  @Test
  void valuesOfTheWrongTypeAreRefused() {
    String path = at("trades.csv");
    assertThat(error("path", path, "format", "cvs").hint()).isEqualTo("did you mean \"csv\"?");
    assertThat(error("path", path, "header", "maybe"))
        .hasMessage("option \"header\" must be true or false, not 'maybe'");
    assertThat(error("path", path, "delimiter", ";;"))
        .hasMessage("option \"delimiter\" must be one character, or 'tab', not ';;'");
    assertThat(error("path", path, "quote", ","))
        .hasMessage("option \"quote\" must be another character than the delimiter, not ','");
    assertThat(error("path", path, "charset", "latin1"))
        .hasMessageStartingWith("option \"charset\" must be utf-8");
    assertThat(error("path", path, "timestamp_format", "epoch_secnds").hint())
        .isEqualTo("did you mean \"epoch_seconds\"?");
    assertThat(error("path", path, "timestamp_format", "HH:mm"))
        .hasMessage(
            "option \"timestamp_format\" must be iso, epoch_seconds, epoch_millis or a pattern, not"
                + " 'HH:mm'");
    assertThat(error("path", path, "timestamp_format", "HH:mm").hint())
        .contains("year, month and day must be in the pattern");
    assertThat(error("path", path, "date_format", "epoch_seconds"))
        .hasMessageStartingWith("option \"date_format\" must be iso or a pattern");
    assertThat(error("path", " "))
        .hasMessage("option \"path\" must be the path of a file, not ' '");
    assertThat(error().message()).isEqualTo("option \"path\" is missing");
    assertThat(error("path", at("[.csv")))
        .hasMessageContaining("option \"path\" must be a path or a glob");
  }

  @Test
  void aFileThatIsFollowedHasNoEndAndMayComeLater() {
    FileSourceFactory factory = new FileSourceFactory();
    assertThat(factory.check(Reading.spec(COLUMNS, "path", at("later.csv"), "follow", "true")))
        .isFalse();
    assertThat(factory.check(Reading.spec(COLUMNS, "path", at("trades.csv"), "follow", "false")))
        .isTrue();
    assertThat(error("path", at("sbu/later.csv"), "follow", "true").message())
        .isEqualTo("directory \"" + at("sbu") + "\" does not exist");
    assertThat(error("path", at("sub"), "follow", "true").message())
        .isEqualTo("path \"" + at("sub") + "\" is a directory");
    assertThat(error("path", at("later"), "follow", "true").message())
        .startsWith("option \"format\" is missing");
    assertThat(errorOf("key VARCHAR; m INT", "path", at("trades.csv"), "follow", "true").code())
        .isEqualTo(ErrorCode.COLUMN_NOT_FOUND);
  }

  @Test
  void pollIntervalIsForFilesThatAreFollowed() {
    assertThat(error("path", at("trades.csv"), "poll_interval", "1 s").hint())
        .isEqualTo("write follow = true beside it");
    for (String wrong : new String[] {"soon", "0 ms"}) {
      assertThat(
              error("path", at("trades.csv"), "follow", "true", "poll_interval", wrong).message())
          .isEqualTo(
              "option \"poll_interval\" must be a length of time like '100 ms' or '2 s', not '"
                  + wrong
                  + "'");
    }
  }

  @Test
  void aColumnThatTheHeaderLacksIsAnErrorOfTheDeclaration() {
    SashException error = errorOf("keys VARCHAR", "path", at("trades*.csv"));
    assertThat(error.code()).isEqualTo(ErrorCode.COLUMN_NOT_FOUND);
    assertThat(error)
        .hasMessage("column \"keys\" not found in the header of \"" + at("trades-2.csv") + "\"");
    assertThat(error.hint()).isEqualTo("did you mean \"key\"?");
    assertThat(errorOf("another VARCHAR", "path", at("trades.csv")).hint())
        .isEqualTo("the header has key, n; without a header line write header = false");
    assertThat(errorOf("key VARCHAR", "path", at("trades.csv"), "delimiter", ";").hint())
        .contains("is the delimiter right?");
  }

  @Test
  void aDamagedGzipFileEndsWithAnErrorThatNamesIt() throws Exception {
    Path path = directory.resolve("cut.csv.gz");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < 100_000; i++) {
        gzip.write(("key" + i * 31 + "," + i + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    Files.write(path, Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));
    SourceSpec spec = Reading.spec(COLUMNS, "path", path.toString(), "header", "false");
    Reading reading = new Reading();
    Source source = new FileSourceFactory().open(spec, reading);
    SashException error = catchThrowableOfType(SashException.class, () -> reading.readAll(source));
    assertThat(reading.rows).hasSizeGreaterThan(10_000).startsWith("key0|0", "key31|1");
    assertThat(error)
        .hasMessage(
            "input \""
                + path
                + "\" cannot be read to its end: its gzip data is damaged or cut off");
    assertThat(error.code()).isEqualTo(ErrorCode.FILE);
  }

  @Test
  void aClosedSourceIsAtItsEnd() {
    Source source =
        new FileSourceFactory()
            .open(Reading.spec(COLUMNS, "path", at("trades.csv")), new Reading());
    assertThat(source.isAtEnd()).isFalse();
    source.close();
    assertThat(source.isAtEnd()).isTrue();
  }
}
