package dev.sash.connector.file;

import dev.sash.connector.format.ByteInput;
import dev.sash.connector.format.GzipDetector;
import dev.sash.connector.format.InputFormat;
import dev.sash.connector.format.InputRows;
import dev.sash.connector.format.InputSource;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.BadRows;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceFactory;
import dev.sash.runtime.SourcePartition;
import dev.sash.runtime.SourceSpec;
import dev.sash.time.DurationText;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * {@code connector = 'file'}: CSV or JSON lines, plain or gzip, read once from beginning to end. Of
 * several files one is read after the other, as one partition. With {@code follow = true} it never
 * ends: lines that are added and files that appear are read as they come.
 */
public final class FileSourceFactory implements SourceFactory {
  private static final String FOLLOW = "follow";
  private static final String POLL_INTERVAL = "poll_interval";
  private static final String PARTITIONS = "partitions";
  private static final String FILES = "files";
  private static final String ONE = "one";
  private static final long POLL_INTERVAL_DEFAULT_MILLIS = 250;
  private static final Set<String> OPTIONS =
      Set.of(FilePaths.OPTION, FOLLOW, POLL_INTERVAL, PARTITIONS);

  @Override
  public String connector() {
    return "file";
  }

  /** Also reads the header of every CSV file. */
  @Override
  public boolean check(SourceSpec spec) {
    boolean follows = spec.options().truth(FOLLOW, false);
    List<Path> files = follows ? followed(spec.options()) : FilePaths.find(spec.options());
    InputFormat format = format(spec, files);
    pollIntervalMillis(spec.options(), follows);
    if (isPartitioned(spec.options()) && follows) {
      throw SashException.at(
              spec.options().place(PARTITIONS),
              ErrorCode.NOT_SUPPORTED,
              "files that are followed are one partition")
          .hint("write partition_by = 'column' for a column that tells them apart");
    }
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
    return !follows;
  }

  private static List<Path> followed(ConnectorOptions options) {
    FilePaths.checkDirectories(options);
    try {
      return FilePaths.present(options);
    } catch (IOException e) {
      throw options.wrong(FilePaths.OPTION, "a path that can be read").causedBy(e);
    }
  }

  private static long pollIntervalMillis(ConnectorOptions options, boolean follows) {
    String text = options.text(POLL_INTERVAL);
    if (text == null) {
      return POLL_INTERVAL_DEFAULT_MILLIS;
    }
    if (!follows) {
      throw SashException.at(
              options.place(POLL_INTERVAL),
              ErrorCode.OPTION,
              "option \"poll_interval\" is for files that are followed")
          .hint("write follow = true beside it");
    }
    Long millis = DurationText.parse(text);
    if (millis == null || millis == 0) {
      throw options.wrong(POLL_INTERVAL, "a length of time like '100 ms' or '2 s'");
    }
    return millis;
  }

  @Override
  public Source open(SourceSpec spec, BadRows badRows) {
    if (spec.options().truth(FOLLOW, false)) {
      return follow(spec, badRows);
    }
    List<Path> files = FilePaths.find(spec.options());
    return new InputSource(format(spec, files), inOrder(files), badRows);
  }

  /** With {@code partitions = 'files'} each file is one. */
  @Override
  public List<SourcePartition> openPartitions(SourceSpec spec, BadRows badRows) {
    if (!isPartitioned(spec.options())) {
      return List.of();
    }
    List<Path> files = FilePaths.find(spec.options());
    InputFormat format = format(spec, files);
    List<SourcePartition> partitions = new ArrayList<>();
    for (Path file : files) {
      partitions.add(
          new SourcePartition(
              file.toString(), new InputSource(format, inOrder(List.of(file)), badRows)));
    }
    return partitions;
  }

  private static boolean isPartitioned(ConnectorOptions options) {
    return options.oneOf(PARTITIONS, List.of(FILES, ONE), ONE).equals(FILES);
  }

  private static InputSource.Inputs inOrder(List<Path> files) {
    Iterator<Path> rest = files.iterator();
    return () -> {
      if (!rest.hasNext()) {
        return null;
      }
      Path file = rest.next();
      return new InputSource.Input(file.toString(), open(file));
    };
  }

  private static Source follow(SourceSpec spec, BadRows badRows) {
    ConnectorOptions options = spec.options();
    InputRows rows = new InputRows(format(spec, followed(options)), badRows);
    return new FollowSource(
        new FollowedFiles(options, rows), rows, pollIntervalMillis(options, true));
  }

  private static InputFormat format(SourceSpec spec, List<Path> files) {
    ConnectorOptions options = spec.options();
    String name =
        files.isEmpty() ? options.text(FilePaths.OPTION, "").trim() : files.get(0).toString();
    InputFormat format = InputFormat.of(spec, name, OPTIONS);
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
