package dev.sash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** House style that no other tool sees, over every text file of the project. */
class LintTest {
  private static final List<String> FOLDERS =
      List.of("src", "sql", "docs", "shell", "bench", ".ci", ".mvn");
  private static final List<String> ENDINGS =
      List.of(".java", ".md", ".sql", ".iq", ".xml", ".ftl", ".fmpp", "sash", "sashrc", "run");

  /** Java files with a good reason to be long would be listed here; there is none. */
  private static final int LINES_MAX = 500;

  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");

  private static final List<Text> TEXTS = new ArrayList<>();

  /** A text file of the project. */
  private record Text(Path path, List<String> lines) {
    boolean endsWith(String ending) {
      return path.toString().endsWith(ending);
    }

    String at(int line) {
      return path + ":" + (line + 1) + ": " + lines.get(line).strip();
    }

    /** The places of lines that a pattern is found in. */
    List<String> find(Pattern pattern) {
      List<String> found = new ArrayList<>();
      for (int i = 0; i < lines.size(); i++) {
        if (pattern.matcher(lines.get(i)).find()) {
          found.add(at(i));
        }
      }
      return found;
    }
  }

  @BeforeAll
  static void readFiles() throws IOException {
    try (Stream<Path> top = Files.list(Path.of(""))) {
      for (Path file : top.filter(Files::isRegularFile).sorted().toList()) {
        read(file);
      }
    }
    for (String folder : FOLDERS) {
      if (Files.isDirectory(Path.of(folder))) {
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
          for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
            read(file);
          }
        }
      }
    }
    assertThat(TEXTS).hasSizeGreaterThan(300);
  }

  private static void read(Path file) throws IOException {
    boolean data = file.startsWith("src/test/resources/cases") || file.startsWith("sql/data");
    boolean known = ENDINGS.stream().anyMatch(file.getFileName().toString()::endsWith);
    if (known && !data) {
      TEXTS.add(new Text(file, Files.readAllLines(file, StandardCharsets.UTF_8)));
    }
  }

  private static List<String> find(String ending, Pattern pattern) {
    return TEXTS.stream()
        .filter(text -> text.endsWith(ending) && !text.endsWith("LintTest.java"))
        .flatMap(text -> text.find(pattern).stream())
        .toList();
  }

  @Test
  void nothingIsLeftToDoInTheCode() {
    assertThat(find(".java", Pattern.compile("\\b(TODO|FIXME|XXX)\\b"))).isEmpty();
  }

  @Test
  void noTestSleepsOrIsSkipped() {
    assertThat(find(".java", Pattern.compile("Thread\\.sleep|TimeUnit\\.\\w+\\.sleep"))).isEmpty();
    assertThat(find(".java", Pattern.compile("@Disabled|@Ignore\\b|assumeTrue|assumeFalse")))
        .isEmpty();
  }

  @Test
  void noFileIsLongerThanOneCanKeepInMind() {
    assertThat(
            TEXTS.stream()
                .filter(text -> text.endsWith(".java") && text.lines().size() > LINES_MAX)
                .map(text -> text.path() + ": " + text.lines().size() + " lines"))
        .isEmpty();
  }

  @Test
  void linesHaveNoTabAndNoSpaceAtTheirEnd() {
    Pattern untidy = Pattern.compile("\\t|\\s$");
    assertThat(
            TEXTS.stream()
                .filter(text -> !text.endsWith(".iq"))
                .flatMap(text -> text.find(untidy).stream()))
        .isEmpty();
    assertThat(find(".iq", Pattern.compile("\\t"))).isEmpty();
  }

  @Test
  void importsNameOneClassEach() {
    assertThat(find(".java", Pattern.compile("^import .*\\*;"))).isEmpty();
  }

  @Test
  void codeDoesNotPrintPastTheShell() {
    assertThat(find(".java", Pattern.compile("System\\.(out|err)\\b|printStackTrace\\(")))
        .allMatch(
            place ->
                place.startsWith("src/main/java/dev/sash/shell/")
                    || place.startsWith("src/main/java/dev/sash/connector/sink/Sinks.java")
                    || place.startsWith("src/bench/java/dev/sash/bench/"));
  }

  @Test
  void linksOfDocumentsResolve() {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Text text : TEXTS) {
      if (!text.endsWith(".md")) {
        continue;
      }
      for (int i = 0; i < text.lines().size(); i++) {
        Matcher matcher = LINK.matcher(text.lines().get(i));
        while (matcher.find()) {
          links++;
          if (!resolves(text.path(), matcher.group(1))) {
            broken.add(text.at(i));
          }
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isPositive();
  }

  private static boolean resolves(Path from, String target) {
    if (target.startsWith("http://") || target.startsWith("https://") || target.startsWith("#")) {
      return true;
    }
    Path folder = from.toAbsolutePath().getParent();
    return Files.exists(folder.resolve(target.replaceFirst("#.*", "")));
  }

  @Test
  void changesAreWrittenDown() {
    assertThat(
            TEXTS.stream()
                .filter(text -> text.path().equals(Path.of("CHANGELOG.md")))
                .flatMap(text -> text.lines().stream()))
        .anyMatch(line -> line.startsWith("## "));
  }

  /** A script says its name and purpose first and its end last, so that a cut one is noticed. */
  @Test
  void scriptsHaveAHeaderAndAFooter() {
    List<String> bare = new ArrayList<>();
    for (Text text : TEXTS) {
      if (text.endsWith(".iq")) {
        String name = text.path().getFileName().toString();
        boolean header = text.lines().get(0).equals("# " + name.replace(".iq", ""));
        boolean footer = text.lines().get(text.lines().size() - 1).equals("# End " + name);
        if (!header || !footer) {
          bare.add(text.path().toString());
        }
      }
    }
    assertThat(bare).isEmpty();
  }
}
