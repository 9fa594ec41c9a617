package dev.sash.connector.socket;

import dev.sash.connector.format.ByteInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** The bytes that come over a connection; reading never waits for them. */
final class Connection implements ByteInput {
  private static final int CONNECT_MILLIS = 5_000;

  private final SocketChannel channel;
  private final Selector selector;

  private Connection(SocketChannel channel, Selector selector) {
    this.channel = channel;
    this.selector = selector;
  }

  /** A new connection; waits for it for some seconds at most. */
  static Connection to(InetSocketAddress address) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.socket().connect(address, CONNECT_MILLIS);
      channel.configureBlocking(false);
      Selector selector = Selector.open();
      channel.register(selector, SelectionKey.OP_READ);
      return new Connection(channel, selector);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    return channel.read(ByteBuffer.wrap(into, from, length));
  }

  @Override
  public void await(long maxWaitMillis) throws InterruptedException {
    try {
      if (maxWaitMillis > 0 && selector.isOpen()) {
        selector.select(key -> {}, maxWaitMillis);
      }
    } catch (ClosedSelectorException e) {
      return; // the next read tells
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  @Override
  public void wake() {
    selector.wakeup();
  }

  @Override
  public void close() {
    try {
      selector.close();
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
