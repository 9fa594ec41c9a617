package dev.sash.connector.file;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.runtime.ConnectorOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that the option {@code path} names: one, several separated by commas, or a glob ({@code
 * *}, {@code ?}, {@code [abc]}, {@code {a,b}}, {@code **} over directories), whose files come in
 * the order of their names. A path that exists as it is written is that file.
 */
final class FilePaths {
  static final String OPTION = "path";

  private static final String GLOB_CHARACTERS = "*?[{";

  private final ConnectorOptions options;

  private FilePaths(ConnectorOptions options) {
    this.options = options;
  }

  /**
   * All files in reading order, paths as they were given.
   *
   * @throws SashException when there is no such file; names the one with the nearest name
   */
  static List<Path> find(ConnectorOptions options) {
    String text = options.required(OPTION, "'data/trades.csv'").trim();
    FilePaths paths = new FilePaths(options);
    try {
      return paths.files(text);
    } catch (InvalidPathException | PatternSyntaxException e) {
      throw options.wrong(OPTION, "a path or a glob").hint(e.getMessage()).causedBy(e);
    } catch (IOException e) {
      throw paths.error("path \"" + text + "\" cannot be read: " + e.getMessage()).causedBy(e);
    }
  }

  /**
   * The files that are there now, without a complaint about those that are not.
   *
   * @throws IOException when a directory cannot be read
   */
  static List<Path> present(ConnectorOptions options) throws IOException {
    String text = options.required(OPTION, "'log/app.log'").trim();
    if (Files.isRegularFile(Path.of(text))) {
      return List.of(Path.of(text));
    }
    List<Path> files = new ArrayList<>();
    for (String part : parts(text)) {
      if (Files.isRegularFile(Path.of(part))) {
        files.add(Path.of(part));
      } else if (isGlob(part) && Files.isDirectory(base(part))) {
        files.addAll(matches(part));
      }
    }
    return files;
  }

  /**
   * Fails when a directory in which files will be looked for does not exist: it is a typing
   * mistake. The files may come later.
   */
  static void checkDirectories(ConnectorOptions options) {
    String text = options.required(OPTION, "'log/app.log'").trim();
    FilePaths paths = new FilePaths(options);
    try {
      if (text.isEmpty()) {
        throw options.wrong(OPTION, "the path of a file");
      }
      for (String part : parts(text)) {
        Path parent = Path.of(part).getParent();
        Path directory = isGlob(part) ? base(part) : parent == null ? Path.of("") : parent;
        if (!Files.isDirectory(directory)) {
          throw paths.noDirectory(directory.toString(), directory);
        }
        if (Files.isDirectory(Path.of(part))) {
          paths.file(part);
        }
      }
    } catch (InvalidPathException | PatternSyntaxException e) {
      throw options.wrong(OPTION, "a path or a glob").hint(e.getMessage()).causedBy(e);
    } catch (IOException e) {
      throw paths.error("path \"" + text + "\" cannot be read: " + e.getMessage()).causedBy(e);
    }
  }

  private List<Path> files(String text) throws IOException {
    if (text.isEmpty()) {
      throw options.wrong(OPTION, "the path of a file");
    }
    if (Files.exists(Path.of(text))) {
      return List.of(file(text));
    }
    List<Path> files = new ArrayList<>();
    for (String part : parts(text)) {
      if (isGlob(part) && !Files.exists(Path.of(part))) {
        files.addAll(glob(part));
      } else {
        files.add(file(part));
      }
    }
    return files;
  }

  /** Cuts at commas, but not at those within the braces of a glob. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int at = 0; at <= text.length(); at++) {
      char character = at == text.length() ? ',' : text.charAt(at);
      depth += character == '{' ? 1 : character == '}' ? -1 : 0;
      if (at == text.length() || (character == ',' && depth <= 0)) {
        String part = text.substring(from, at).trim();
        if (!part.isEmpty()) {
          parts.add(part);
        }
        from = at + 1;
      }
    }
    return parts;
  }

  private static boolean isGlob(String text) {
    return text.chars().anyMatch(character -> GLOB_CHARACTERS.indexOf(character) >= 0);
  }

  private Path file(String text) throws IOException {
    Path path = Path.of(text);
    if (Files.isDirectory(path)) {
      throw error("path \"" + text + "\" is a directory")
          .hint("to read its files, write path = '" + path.resolve("*.csv") + "'");
    }
    if (!Files.exists(path)) {
      throw error("file \"" + text + "\" does not exist").hint(nearest(path));
    }
    if (!Files.isReadable(path)) {
      throw error("file \"" + text + "\" cannot be read: permission denied");
    }
    return path;
  }

  private List<Path> glob(String text) throws IOException {
    Path directory = base(text);
    if (!Files.isDirectory(directory)) {
      throw noDirectory(text.substring(0, text.lastIndexOf('/', firstGlob(text)) + 1), directory);
    }
    List<Path> files = matches(text);
    if (files.isEmpty()) {
      throw error("no file matches \"" + text + '"').hint(content(directory));
    }
    return files;
  }

  private static int firstGlob(String text) {
    int firstGlob = 0;
    while (GLOB_CHARACTERS.indexOf(text.charAt(firstGlob)) < 0) {
      firstGlob++;
    }
    return firstGlob;
  }

  /** The directory before the first part with a wildcard. */
  private static Path base(String glob) {
    return Path.of(glob.substring(0, glob.lastIndexOf('/', firstGlob(glob)) + 1));
  }

  private static List<Path> matches(String glob) throws IOException {
    Path directory = base(glob);
    String pattern = glob.substring(glob.lastIndexOf('/', firstGlob(glob)) + 1);
    boolean deep = pattern.contains("**");
    int depth = deep ? Integer.MAX_VALUE : 1 + (int) pattern.chars().filter(c -> c == '/').count();
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    try (Stream<Path> all = Files.walk(directory, depth)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> matcher.matches(directory.relativize(file)))
          .sorted()
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private SashException noDirectory(String shown, Path directory) throws IOException {
    return error("directory \"" + shown + "\" does not exist").hint(nearest(directory));
  }

  private SashException error(String message) {
    return SashException.at(options.place(OPTION), ErrorCode.FILE, message);
  }

  /** What may have been meant: a name in the same directory, or the directory that is missing. */
  private static @Nullable String nearest(Path path) throws IOException {
    Path parent = path.getParent();
    Path directory = parent == null ? Path.of("") : parent;
    if (!Files.isDirectory(directory)) {
      Path above = directory.getParent();
      return Files.isDirectory(above == null ? Path.of("") : above)
          ? orElse(nearest(directory), "directory \"" + directory + "\" does not exist")
          : "directory \"" + directory + "\" does not exist";
    }
    String nearest = Suggestion.nearest(String.valueOf(path.getFileName()), names(directory));
    return nearest == null
        ? content(directory)
        : "did you mean \"" + (parent == null ? nearest : parent.resolve(nearest)) + "\"?";
  }

  private static String orElse(@Nullable String text, String otherwise) {
    return text == null ? otherwise : text;
  }

  private static String content(Path directory) throws IOException {
    List<String> names = names(directory);
    String name = directory.toString().isEmpty() ? "." : directory.toString();
    String shown = String.join(", ", names.subList(0, Math.min(names.size(), 10)));
    return names.isEmpty()
        ? "directory \"" + name + "\" is empty"
        : "directory \"" + name + "\" has " + shown + (names.size() > 10 ? ", ..." : "");
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
