package dev.sash.connector.sink;

import dev.sash.data.ColumnBatch;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.SinkFactory;
import dev.sash.runtime.SinkSpec;
import dev.sash.runtime.SinkWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * {@code connector = 'file'}: lines at the end of a file. A file that exists is not touched unless
 * {@code if_exists} says so. What is written is with the operating system when it is counted; a
 * line is never half there after an error, because it is cut off again.
 */
final class FileSinkFactory implements SinkFactory {
  private static final String PATH = "path";
  private static final String IF_EXISTS = "if_exists";
  private static final String FAIL = "fail";
  private static final String APPEND = "append";
  private static final String REPLACE = "replace";

  @Override
  public String connector() {
    return "file";
  }

  @Override
  public SinkWriter open(SinkSpec spec) {
    ConnectorOptions options = spec.options();
    Set<String> known = new HashSet<>(LineFormat.OPTIONS);
    known.addAll(Set.of(PATH, IF_EXISTS));
    options.rejectUnknown(known);
    String text = options.required(PATH, "'out/alerts.csv'").trim();
    String ifExists = options.oneOf(IF_EXISTS, List.of(FAIL, APPEND, REPLACE), FAIL);
    LineFormat format = LineFormat.of(options, text);
    Path path = path(options, text);
    try {
      Writer writer = new Writer(path, ifExists.equals(APPEND), format);
      if (writer.size == 0) {
        writer.append(format.header(spec.schema()));
      }
      return writer;
    } catch (IOException e) {
      throw SashException.at(
              options.place(PATH),
              ErrorCode.FILE,
              "file \"" + text + "\" cannot be written: " + e.getMessage())
          .causedBy(e);
    }
  }

  private static Path path(ConnectorOptions options, String text) {
    try {
      Path path = Path.of(text);
      Path parent = path.toAbsolutePath().getParent();
      if (text.isEmpty() || Files.isDirectory(path)) {
        throw options.wrong(PATH, "the path of a file");
      }
      if (parent != null && !Files.isDirectory(parent)) {
        throw SashException.at(
                options.place(PATH),
                ErrorCode.FILE,
                "directory \"" + path.getParent() + "\" does not exist")
            .hint("make the directory first");
      }
      if (Files.exists(path) && options.text(IF_EXISTS, FAIL).equalsIgnoreCase(FAIL)) {
        throw SashException.at(
                options.place(PATH), ErrorCode.FILE, "file \"" + text + "\" exists already")
            .hint("write if_exists = 'append' or if_exists = 'replace'");
      }
      return path;
    } catch (InvalidPathException e) {
      throw options.wrong(PATH, "the path of a file").causedBy(e);
    }
  }

  /** An open file. A stream, because an interrupt would close a channel in the middle of a line. */
  private static final class Writer implements SinkWriter {
    private final FileOutputStream file;
    private final LineFormat format;
    private long size;

    Writer(Path path, boolean appends, LineFormat format) throws IOException {
      this.format = format;
      file = new FileOutputStream(path.toFile(), appends);
      size = Files.size(path);
    }

    @Override
    public void write(ColumnBatch rows, boolean[] removed) throws IOException {
      append(format.lines(rows));
    }

    private void append(byte[] bytes) throws IOException {
      try {
        file.write(bytes);
        size += bytes.length;
      } catch (IOException e) {
        file.getChannel().truncate(size);
        throw e;
      }
    }

    @Override
    public void close() {
      try {
        file.close();
      } catch (IOException e) {
        throw SashException.of(ErrorCode.FILE, "a file did not close: " + e.getMessage())
            .causedBy(e);
      }
    }
  }
}
