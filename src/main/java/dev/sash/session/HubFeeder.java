package dev.sash.session;

import dev.sash.data.ColumnBatch;
import dev.sash.error.SashException;
import dev.sash.runtime.Source;
import dev.sash.runtime.StreamHub;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads an endless connector into the hub of its stream. */
final class HubFeeder implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(HubFeeder.class.getName());
  private static final long WAIT_MILLIS = 1_000;

  private final String stream;
  private final Supplier<Source> opener;
  private final StreamHub hub;
  private final Thread thread;
  private boolean started;
  private volatile @Nullable Source reading;
  private volatile @Nullable String failure;

  /** A feeder that opens the connector when it is started. */
  HubFeeder(String stream, Supplier<Source> opener, StreamHub hub) {
    this.stream = stream;
    this.opener = opener;
    this.hub = hub;
    thread = new Thread(this::run, "sash-source-" + stream);
    thread.setDaemon(true);
  }

  /** Starts reading; further calls do nothing. */
  synchronized void start() {
    if (!started) {
      started = true;
      thread.start();
    }
  }

  private void run() {
    try (Source source = opener.get()) {
      reading = source;
      while (!source.isAtEnd() && !Thread.currentThread().isInterrupted()) {
        ColumnBatch batch = source.poll(WAIT_MILLIS);
        if (batch != null) {
          hub.publish(List.of(batch));
        }
      }
      hub.end();
    } catch (InterruptedException e) {
      LOGGER.log(Level.DEBUG, "source ended: stream={0}", stream);
    } catch (RuntimeException e) {
      LOGGER.log(Level.ERROR, "source failed: stream=" + stream, e);
      failure = e instanceof SashException known ? known.message() : String.valueOf(e);
      hub.end();
    }
  }

  /** Why no rows come, or null. */
  @Nullable String trouble() {
    Source source = reading;
    String known = failure;
    return known != null ? known : source == null ? null : source.trouble();
  }

  @Override
  public synchronized void close() {
    started = true;
    thread.interrupt();
  }
}
