package dev.sash.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.connector.Reading;
import dev.sash.data.ColumnBatch;
import dev.sash.runtime.Source;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are followed, look by look: nothing waits. */
class FollowSourceTest {
  @TempDir Path directory;

  private final Reading reading = new Reading();
  private Source source;

  @AfterEach
  void close() {
    if (source != null) {
      source.close();
    }
  }

  private void follow(String path, String... options) {
    List<String> all = new ArrayList<>(List.of("path", directory + "/" + path, "follow", "true"));
    all.addAll(List.of(options));
    source =
        new FileSourceFactory()
            .open(Reading.spec("k VARCHAR; n INT", all.toArray(String[]::new)), reading);
  }

  /** The rows that one look finds. */
  private List<String> look() {
    reading.rows.clear();
    try {
      for (ColumnBatch batch = source.poll(0); batch != null; batch = source.poll(0)) {
        reading.add(batch);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return List.copyOf(reading.rows);
  }

  private Path at(String name) {
    return directory.resolve(name);
  }

  private void append(String name, String text) throws IOException {
    Files.writeString(at(name), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void rename(String from, String to) throws IOException {
    Files.move(at(from), at(to));
  }

  private void gzip(String name, String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    Files.write(at(name), bytes.toByteArray());
  }

  @Test
  void whatIsThereIsReadAndThenWhatIsAdded() throws IOException {
    append("a.csv", "k,n\nx,1\ny,2\n");
    follow("a.csv");
    assertThat(look()).containsExactly("x|1", "y|2");
    assertThat(look()).isEmpty();
    append("a.csv", "z,3\n");
    assertThat(look()).containsExactly("z|3");
    assertThat(source.isAtEnd()).isFalse();
  }

  @Test
  void aLineWaitsForItsEnd() throws IOException {
    append("a.csv", "k,");
    follow("a.csv");
    assertThat(look()).isEmpty();
    append("a.csv", "n\nx,1");
    assertThat(look()).isEmpty();
    append("a.csv", "2\ny");
    assertThat(look()).containsExactly("x|12");
    append("a.csv", ",\"two\nlines\"\n\"q");
    assertThat(look()).isEmpty();
    assertThat(reading.bad).hasSize(1).first().asString().startsWith("a.csv:3: column \"n\"");
    append("a.csv", "\",4\n");
    assertThat(look()).containsExactly("q|4");
  }

  @Test
  void aFileMayComeLater() throws IOException {
    follow("a.csv");
    assertThat(look()).isEmpty();
    append("a.csv", "n,k\n1,x\n");
    assertThat(look()).containsExactly("x|1");
  }

  @Test
  void renamedFilesAreReadToTheirEndBeforeTheirSuccessors() throws IOException {
    append("a.csv", "k,n\nx,1\n");
    follow("a.csv");
    assertThat(look()).containsExactly("x|1");
    rename("a.csv", "a.csv.1");
    append("a.csv.1", "y,2\n");
    assertThat(look()).as("still written to under its new name").containsExactly("y|2");
    append("a.csv.1", "last,3");
    append("a.csv", "k,n\nnew,4\n");
    assertThat(look()).as("its last line lacks an end").containsExactly("last|3", "new|4");
    append("a.csv.1", "\nnobody,5\n");
    append("a.csv", "newer,6\n");
    assertThat(look()).containsExactly("newer|6");
  }

  @Test
  void underAGlobARenamedFileIsNotReadAgain() throws IOException {
    append("a.csv", "k,n\nx,1\n");
    follow("a.csv*", "format", "csv");
    assertThat(look()).containsExactly("x|1");
    rename("a.csv", "a.csv.1");
    append("a.csv", "k,n\nnew,2\nnew,bad\n");
    append("a.csv.1", "old,3\nold,bad\n");
    assertThat(look()).containsExactly("old|3", "new|2");
    assertThat(reading.bad).anyMatch(line -> line.startsWith("a.csv:4: "));
    assertThat(reading.bad).anyMatch(line -> line.startsWith("a.csv (2):3: "));
  }

  @Test
  void aFileThatIsCutBeginsAnew() throws IOException {
    append("a.csv", "k,n\nx,1\ny,2\n");
    follow("a.csv");
    assertThat(look()).containsExactly("x|1", "y|2");
    Files.writeString(at("a.csv"), "");
    assertThat(look()).isEmpty();
    append("a.csv", "n,k\n3,z\n");
    assertThat(look()).containsExactly("z|3");
    Files.writeString(at("a.csv"), "n,k\n4,q\n", StandardOpenOption.TRUNCATE_EXISTING);
    assertThat(look()).as("the same number of bytes cannot be told apart").isEmpty();
  }

  @Test
  void filesOfAGlobAreReadInOrderOfNamesEachWithItsHeader() throws IOException {
    append("b.csv", "n,k\n2,b\n");
    append("a.csv", "k,n\na,1\n");
    follow("*.csv");
    assertThat(look()).containsExactly("a|1", "b|2");
    append("c.csv", "k,n\nc,3\n");
    append("a.csv", "a,4\n");
    append("b.csv", "5,b\n");
    assertThat(look()).containsExactly("a|4", "b|5", "c|3");
  }

  @Test
  void aFileWithoutAColumnIsABadRowAndTheOthersGoOn() throws IOException {
    append("a.csv", "k,n\na,1\n");
    follow("*.csv");
    look();
    append("b.csv", "k,m\nb,2\n");
    append("c.csv", "k,n\nc,3\n");
    assertThat(look()).containsExactly("c|3");
    assertThat(reading.bad)
        .containsExactly(
            "b.csv:1: column \"n\" not found in the header of \""
                + at("b.csv")
                + "\"; did you mean \"k\"?");
  }

  @Test
  void gzipIsReadWholeWhenItHasStoppedGrowing() throws IOException {
    follow("*", "format", "csv");
    gzip("a.csv.gz", "k,n\nx,1\n");
    assertThat(look()).as("it may not be whole yet").isEmpty();
    assertThat(look()).containsExactly("x|1");
    assertThat(look()).isEmpty();
    gzip("b.csv.gz", "k,n\nlonger,2\n");
    byte[] bytes = Files.readAllBytes(at("b.csv.gz"));
    Files.write(at("b.csv.gz"), Arrays.copyOf(bytes, bytes.length - 9));
    look();
    look();
    assertThat(reading.bad).containsExactly("b.csv.gz:1: its gzip data is damaged or cut off");
    rename("a.csv.gz", "c.csv.gz");
    assertThat(look()).as("renamed, not new").isEmpty();
  }

  @Test
  void aDeletedFileIsForgotten() throws IOException {
    append("a.csv", "k,n\nx,1\ny,2");
    follow("a.csv");
    assertThat(look()).containsExactly("x|1");
    Files.delete(at("a.csv"));
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      rows.addAll(look());
    }
    assertThat(rows).as("its last line, when nobody can write to it").containsExactly("y|2");
    append("a.csv", "k,n\nz,3\n");
    assertThat(look()).containsExactly("z|3");
  }

  @Test
  void moreRowsThanABatchComeInSeveral() throws IOException {
    StringBuilder text = new StringBuilder("k,n\n");
    for (int i = 0; i < 10_000; i++) {
      text.append("r,").append(i).append('\n');
    }
    append("a.csv", text.toString());
    append("b.csv", "k,n\nlast,0\n");
    follow("*.csv");
    List<String> rows = look();
    assertThat(rows).hasSize(10_001);
    assertThat(rows.get(9_999)).isEqualTo("r|9999");
    assertThat(rows.get(10_000)).isEqualTo("last|0");
  }

  @Test
  void jsonLinesAreFollowed() throws IOException {
    append("a.json", "{\"k\": \"x\", \"n\": 1}\n{\"k\":");
    follow("a.json");
    assertThat(look()).containsExactly("x|1");
    append("a.json", " \"y\"}\n");
    assertThat(look()).containsExactly("y|null");
  }
}
