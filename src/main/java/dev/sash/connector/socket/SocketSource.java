package dev.sash.connector.socket;

import dev.sash.connector.format.InputFormat;
import dev.sash.connector.format.InputRows;
import dev.sash.data.ColumnBatch;
import dev.sash.error.SashException;
import dev.sash.runtime.BadRows;
import dev.sash.runtime.Source;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Reads a connection to its end, then makes the next one, and so on. While there is none it tries
 * after a tenth of a second, and then after twice as long each time, up to five seconds; {@link
 * #trouble} says why.
 */
final class SocketSource implements Source {
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private final InetSocketAddress address;
  private final String origin;
  private final InputRows rows;
  private final boolean reconnects;
  private final Object closing = new Object();
  private @Nullable Connection connection;
  private InputRows.@Nullable Reader reader;
  private long pauseMillis;
  private volatile @Nullable String trouble;
  private int connections;
  private volatile boolean ended;
  private volatile boolean closed;

  SocketSource(InetSocketAddress address, InputFormat format, BadRows badRows, boolean reconnects) {
    this.address = address;
    this.reconnects = reconnects;
    origin = address.getHostString() + ":" + address.getPort();
    rows = new InputRows(format, badRows);
  }

  @Override
  public @Nullable ColumnBatch poll(long maxWaitMillis) throws InterruptedException {
    if (reader == null) {
      pause(Math.min(maxWaitMillis, pauseMillis));
      connect();
    }
    read();
    Connection open = connection;
    if (rows.isEmpty() && open != null) {
      open.await(maxWaitMillis);
      read();
    }
    return rows.isEmpty() || closed ? null : rows.build();
  }

  @SuppressWarnings("WaitNotInLoop") // trying too early does no harm
  private void pause(long millis) throws InterruptedException {
    synchronized (closing) {
      if (millis > 0 && !closed) {
        closing.wait(millis);
      }
    }
  }

  private void connect() {
    if (isAtEnd()) {
      return;
    }
    try {
      Connection open = Connection.to(address);
      synchronized (closing) {
        if (closed) {
          open.close();
          return;
        }
        connection = open;
      }
      connections++;
      reader = rows.reader(origin(), open);
      pauseMillis = 0;
      trouble = null;
    } catch (IOException e) {
      trouble("no connection: " + e.getMessage());
    }
  }

  private void read() {
    InputRows.Reader current = reader;
    if (current == null || closed) {
      return;
    }
    try {
      if (current.read()) {
        disconnect();
        ended = !reconnects;
        pauseMillis = FIRST_PAUSE_MILLIS;
      }
    } catch (IOException e) {
      trouble("the connection broke: " + e.getMessage());
    } catch (SashException e) {
      trouble(e.message());
    }
  }

  private void trouble(String reason) {
    disconnect();
    trouble = reason + "; it is tried again";
    pauseMillis = Math.min(Math.max(FIRST_PAUSE_MILLIS, 2 * pauseMillis), LONGEST_PAUSE_MILLIS);
  }

  @Override
  public @Nullable String trouble() {
    return trouble;
  }

  /** A line is known by its number and the connection on which it came. */
  private String origin() {
    return connections < 2 ? origin : origin + " (" + connections + ")";
  }

  private void disconnect() {
    reader = null;
    synchronized (closing) {
      if (connection != null) {
        connection.close();
        connection = null;
      }
    }
  }

  @Override
  public boolean isAtEnd() {
    return ended || closed;
  }

  /** A read that is going on in another thread finds the connection closed. */
  @Override
  public void close() {
    synchronized (closing) {
      closed = true;
      closing.notifyAll();
      if (connection != null) {
        connection.close();
      }
    }
  }
}
