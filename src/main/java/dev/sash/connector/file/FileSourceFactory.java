package dev.sash.connector.file;

import dev.sash.connector.format.ByteInput;
import dev.sash.connector.format.GzipDetector;
import dev.sash.connector.format.InputFormat;
import dev.sash.connector.format.InputSource;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.BadRows;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceFactory;
import dev.sash.runtime.SourceSpec;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * {@code connector = 'file'}: CSV or JSON lines, plain or gzip, read once from beginning to end. Of
 * several files one is read after the other, as one partition.
 */
public final class FileSourceFactory implements SourceFactory {
  private static final String FOLLOW = "follow";
  private static final Set<String> OPTIONS = Set.of(FilePaths.OPTION, FOLLOW);

  @Override
  public String connector() {
    return "file";
  }

  /** Also reads the header of every CSV file. */
  @Override
  public boolean check(SourceSpec spec) {
    List<Path> files = FilePaths.find(spec.options());
    InputFormat format = format(spec, files);
    for (Path file : files) {
      if (!Files.isRegularFile(file)) {
        continue; // what is read from a pipe to check it would be gone
      }
      try (ByteInput input = open(file)) {
        format.check(file.toString(), input);
      } catch (IOException e) {
        throw unreadable(spec.options(), file, e);
      }
    }
    return true;
  }

  @Override
  public Source open(SourceSpec spec, BadRows badRows) {
    List<Path> files = FilePaths.find(spec.options());
    Iterator<Path> rest = files.iterator();
    return new InputSource(
        format(spec, files),
        () -> {
          if (!rest.hasNext()) {
            return null;
          }
          Path file = rest.next();
          return new InputSource.Input(file.toString(), open(file));
        },
        badRows);
  }

  private static InputFormat format(SourceSpec spec, List<Path> files) {
    ConnectorOptions options = spec.options();
    if (options.truth(FOLLOW, false)) {
      throw SashException.at(
              options.place(FOLLOW), ErrorCode.NOT_SUPPORTED, "files cannot be followed yet")
          .hint("pipe the file in: tail -F file | sash ..., with connector = 'stdin'");
    }
    InputFormat format = InputFormat.of(spec, files.get(0).toString(), OPTIONS);
    for (Path file : files) {
      if (!InputFormat.sameByName(file.toString(), files.get(0).toString(), options)) {
        throw options
            .wrong(FilePaths.OPTION, "files of one format")
            .hint("write format = 'csv' or format = 'json' if they are");
      }
    }
    return format;
  }

  private static ByteInput open(Path file) throws IOException {
    FileInputStream stream = new FileInputStream(file.toFile());
    try {
      return ByteInput.of(GzipDetector.plain(stream));
    } catch (IOException e) {
      stream.close();
      throw e;
    }
  }

  private static SashException unreadable(ConnectorOptions options, Path file, IOException e) {
    return SashException.at(
            options.place(FilePaths.OPTION),
            ErrorCode.FILE,
            "file \"" + file + "\" cannot be read: " + GzipDetector.reason(e))
        .causedBy(e);
  }
}
