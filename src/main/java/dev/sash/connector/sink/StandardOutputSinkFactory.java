package dev.sash.connector.sink;

import dev.sash.data.ColumnBatch;
import dev.sash.runtime.SinkFactory;
import dev.sash.runtime.SinkSpec;
import dev.sash.runtime.SinkWriter;
import java.io.IOException;
import java.io.OutputStream;

/** {@code connector = 'stdout'}: lines on the standard output of the process. */
final class StandardOutputSinkFactory implements SinkFactory {
  private final OutputStream output;

  StandardOutputSinkFactory(OutputStream output) {
    this.output = output;
  }

  @Override
  public String connector() {
    return "stdout";
  }

  @Override
  public SinkWriter open(SinkSpec spec) {
    spec.options().rejectUnknown(LineFormat.OPTIONS);
    return new Writer(output, LineFormat.of(spec.options(), ""), spec);
  }

  private static final class Writer implements SinkWriter {
    private final OutputStream output;
    private final LineFormat format;
    private byte[] header;

    Writer(OutputStream output, LineFormat format, SinkSpec spec) {
      this.output = output;
      this.format = format;
      header = format.header(spec.schema());
    }

    @Override
    public void write(ColumnBatch rows, boolean[] removed) throws IOException {
      synchronized (output) {
        output.write(header);
        header = new byte[0];
        output.write(format.lines(rows));
        output.flush();
      }
    }

    @Override
    public void close() {
      // the process goes on with its output
    }
  }
}
