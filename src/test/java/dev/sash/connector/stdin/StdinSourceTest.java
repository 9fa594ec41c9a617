package dev.sash.connector.stdin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sash.connector.Reading;
import dev.sash.data.ColumnBatch;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StdinSourceTest {
  private static final String COLUMNS = "key VARCHAR; n INT";

  private static StdinSourceFactory factory(String content) {
    return new StdinSourceFactory(new ByteArrayInputStream(bytes(content)));
  }

  private static byte[] bytes(String content) {
    return content.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void everyReaderGetsAllOfIt() throws Exception {
    StdinSourceFactory factory = factory("key,n\na,1\nb,x\nc,3\n");
    for (int i = 0; i < 3; i++) {
      Reading reading = Reading.of(factory, Reading.spec(COLUMNS));
      assertThat(reading.rows).containsExactly("a|1", "c|3");
      assertThat(reading.bad).containsExactly("stdin:3: column \"n\": \"x\" is not a whole number");
    }
  }

  @Test
  void readersMayReadItInDifferentWays() throws Exception {
    StdinSourceFactory factory = factory("{\"key\": 1}\n");
    assertThat(Reading.of(factory, Reading.spec("key INT", "format", "json")).rows)
        .containsExactly("1");
    assertThat(
            Reading.of(factory, Reading.spec("line VARCHAR", "header", "false", "quote", "none"))
                .rows)
        .containsExactly("{\"key\": 1}");
  }

  @Test
  void gzipIsRecognised() throws Exception {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
      gzip.write(bytes("key,n\na,1\n"));
    }
    InputStream stream = new ByteArrayInputStream(zipped.toByteArray());
    assertThat(Reading.of(new StdinSourceFactory(stream), Reading.spec(COLUMNS)).rows)
        .containsExactly("a|1");
  }

  @Test
  void emptyInputHasNoRows() throws Exception {
    assertThat(Reading.of(factory(""), Reading.spec(COLUMNS)).rows).isEmpty();
  }

  @Test
  void rowsAreThereBeforeTheInputEnds() throws Exception {
    try (PipedOutputStream writer = new PipedOutputStream()) {
      StdinSourceFactory factory = new StdinSourceFactory(new PipedInputStream(writer));
      SourceSpec spec = Reading.spec(COLUMNS);
      assertThat(factory.check(spec)).isTrue();
      Reading reading = new Reading();
      try (Source source = factory.open(spec, reading)) {
        assertThat(source.poll(0)).isNull();
        write(writer, "key,n\na,1\nb,");
        reading.add(waitForRows(source));
        assertThat(reading.rows).containsExactly("a|1");
        assertThat(source.poll(0)).isNull();
        assertThat(source.isAtEnd()).isFalse();
        write(writer, "2\n");
        reading.add(waitForRows(source));
        write(writer, "c,3");
        writer.close();
        reading.readAll(source);
      }
      assertThat(reading.rows).containsExactly("a|1", "b|2", "c|3");
      assertThat(Reading.of(factory, spec).rows).isEqualTo(reading.rows);
    }
  }

  private static void write(PipedOutputStream writer, String text) throws IOException {
    writer.write(bytes(text));
    writer.flush();
  }

  private static ColumnBatch waitForRows(Source source) throws InterruptedException {
    ColumnBatch batch = source.poll(1000);
    while (batch == null) {
      batch = source.poll(1000);
    }
    return batch;
  }

  @Test
  void closingEndsAWaitingPoll() throws Exception {
    try (PipedOutputStream writer = new PipedOutputStream()) {
      StdinSourceFactory factory = new StdinSourceFactory(new PipedInputStream(writer));
      Source source = factory.open(Reading.spec(COLUMNS), new Reading());
      Thread closer = new Thread(source::close);
      closer.start();
      assertThat(source.poll(600_000)).isNull();
      closer.join();
      assertThat(source.isAtEnd()).isTrue();
    }
  }

  @Test
  void moreThanTheSpoolHoldsIsAnErrorThatNamesTheOption() throws Exception {
    StdinSourceFactory factory = factory("key,n\n" + "a,1\n".repeat(100_000));
    SourceSpec spec = Reading.spec(COLUMNS, "spool_bytes", "1000");
    SashException error =
        catchThrowableOfType(SashException.class, () -> Reading.of(factory, spec));
    assertThat(error).hasMessage("stdin is longer than spool_bytes = 1000");
    assertThat(error.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
    assertThat(error.hint()).contains("larger spool_bytes");
  }

  @Test
  void aFailingInputIsAnErrorAfterItsRows() throws Exception {
    InputStream failing =
        new InputStream() {
          private final InputStream start = new ByteArrayInputStream(bytes("key,n\na,1\n"));

          @Override
          public int read() throws IOException {
            int next = start.read();
            if (next < 0) {
              throw new IOException("pipe is broken");
            }
            return next;
          }
        };
    Reading reading = new Reading();
    try (Source source = new StdinSourceFactory(failing).open(Reading.spec(COLUMNS), reading)) {
      SashException error =
          catchThrowableOfType(SashException.class, () -> reading.readAll(source));
      assertThat(error).hasMessage("stdin cannot be read to its end: pipe is broken");
    }
    assertThat(reading.rows).containsExactly("a|1");
  }

  @Test
  void aColumnThatTheHeaderLacksIsAnErrorOfTheFirstRead() {
    SashException error =
        catchThrowableOfType(
            SashException.class, () -> Reading.of(factory("key,n\n"), Reading.spec("kye VARCHAR")));
    assertThat(error).hasMessage("column \"kye\" not found in the header of \"stdin\"");
    assertThat(error.hint()).isEqualTo("did you mean \"key\"?");
  }

  @Test
  void optionsAreChecked() {
    assertThat(
            catchThrowableOfType(
                    SashException.class,
                    () -> factory("").check(Reading.spec(COLUMNS, "path", "x")))
                .message())
        .isEqualTo("option \"path\" does not exist here");
    assertThat(
            catchThrowableOfType(
                    SashException.class,
                    () -> factory("").check(Reading.spec(COLUMNS, "spool_bytes", "0")))
                .message())
        .isEqualTo("option \"spool_bytes\" must be a whole number of at least 1, not '0'");
  }
}
