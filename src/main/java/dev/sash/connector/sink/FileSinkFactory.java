package dev.sash.connector.sink;

import dev.sash.data.ColumnBatch;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.SinkFactory;
import dev.sash.runtime.SinkSpec;
import dev.sash.runtime.SinkWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
      FileChannel channel = FileChannel.open(path, how(ifExists));
      Writer writer = new Writer(channel, format);
      if (channel.size() == 0) {
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

  private static Set<OpenOption> how(String ifExists) {
    return switch (ifExists) {
      case APPEND -> Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      case REPLACE ->
          Set.of(
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING);
      default -> Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    };
  }

  /** An open file. */
  private static final class Writer implements SinkWriter {
    private final FileChannel channel;
    private final LineFormat format;

    Writer(FileChannel channel, LineFormat format) {
      this.channel = channel;
      this.format = format;
    }

    @Override
    public void write(ColumnBatch rows, boolean[] removed) throws IOException {
      long before = channel.size();
      try {
        append(format.lines(rows));
      } catch (IOException e) {
        channel.truncate(before);
        throw e;
      }
    }

    void append(byte[] bytes) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw SashException.of(ErrorCode.FILE, "a file did not close: " + e.getMessage())
            .causedBy(e);
      }
    }
  }
}
