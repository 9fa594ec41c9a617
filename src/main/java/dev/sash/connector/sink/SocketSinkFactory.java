package dev.sash.connector.sink;

import dev.sash.data.ColumnBatch;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.SinkFactory;
import dev.sash.runtime.SinkSpec;
import dev.sash.runtime.SinkWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code connector = 'socket'}: lines to a port that somebody listens at. A connection that breaks
 * is made anew, and the rows that were on their way are sent again: the other side sees each row at
 * least once, but for those that it had taken in and lost itself.
 */
final class SocketSinkFactory implements SinkFactory {
  private static final int CONNECT_MILLIS = 5_000;

  @Override
  public String connector() {
    return "socket";
  }

  @Override
  public SinkWriter open(SinkSpec spec) {
    ConnectorOptions options = spec.options();
    Set<String> known = new HashSet<>(LineFormat.OPTIONS);
    known.addAll(Set.of(ConnectorOptions.HOST, ConnectorOptions.PORT));
    options.rejectUnknown(known);
    InetSocketAddress address = options.address();
    LineFormat format = LineFormat.of(options, "");
    return new Writer(address, format, format.header(spec.schema()));
  }

  /** A connection that is made when there is something to write. */
  private static final class Writer implements SinkWriter {
    private final InetSocketAddress address;
    private final LineFormat format;
    private final byte[] header;
    private @Nullable Socket socket;

    Writer(InetSocketAddress address, LineFormat format, byte[] header) {
      this.address = address;
      this.format = format;
      this.header = header;
    }

    @Override
    public void write(ColumnBatch rows, boolean[] removed) throws IOException {
      try {
        OutputStream output = connected().getOutputStream();
        output.write(format.lines(rows));
        output.flush();
      } catch (IOException e) {
        close();
        throw e;
      }
    }

    private Socket connected() throws IOException {
      Socket open = socket;
      if (open == null) {
        open = new Socket();
        socket = open;
        open.connect(address, CONNECT_MILLIS);
        open.getOutputStream().write(header);
      }
      return open;
    }

    @Override
    public void close() {
      Socket open = socket;
      socket = null;
      if (open != null) {
        try {
          open.close();
        } catch (IOException e) {
          throw SashException.of(ErrorCode.FILE, "a connection did not close: " + e.getMessage())
              .causedBy(e);
        }
      }
    }
  }
}
