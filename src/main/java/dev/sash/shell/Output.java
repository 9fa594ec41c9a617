package dev.sash.shell;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Buffered UTF-8 text to a stream. A reader that has gone away is an {@link OutputClosedException},
 * so that the shell can end instead of printing into nothing.
 */
final class Output {
  private final CheckedWriter writer;

  /** Writes to a stream. */
  Output(OutputStream stream) {
    this(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
  }

  /** Writes to a writer, such as a terminal's. */
  Output(Writer writer) {
    this.writer = new CheckedWriter(new BufferedWriter(writer, 1 << 16));
  }

  /** Adds text. */
  void print(String text) {
    writer.write(text, 0, text.length());
  }

  /** Adds a line. */
  void line(String text) {
    print(text);
    print("\n");
  }

  /** Hands everything to the stream. */
  void flush() {
    writer.flush();
  }

  /**
   * The same text as a writer, for libraries that format; it throws {@link OutputClosedException}
   * too, because some of them would wrap an {@link IOException} in their own.
   */
  Writer writer() {
    return writer;
  }

  private static final class CheckedWriter extends Writer {
    private final Writer target;

    CheckedWriter(Writer target) {
      this.target = target;
    }

    @Override
    public void write(char[] text, int offset, int length) {
      try {
        target.write(text, offset, length);
      } catch (IOException e) {
        throw new OutputClosedException(e);
      }
    }

    @Override
    public void write(String text, int offset, int length) {
      try {
        target.write(text, offset, length);
      } catch (IOException e) {
        throw new OutputClosedException(e);
      }
    }

    @Override
    public void flush() {
      try {
        target.flush();
      } catch (IOException e) {
        throw new OutputClosedException(e);
      }
    }

    @Override
    public void close() throws IOException {
      target.close();
    }
  }
}
