package dev.sash.connector.format;

import dev.sash.connector.format.RecordReader.Progress;
import dev.sash.data.ColumnBatch;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.BadRows;
import dev.sash.runtime.Source;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Reads one input after the other as one sequence of rows. */
public final class InputSource implements Source {

  /** An input and the name it has in messages. */
  public record Input(String origin, ByteInput bytes) {}

  /** The inputs in order, opened when it is their turn. */
  @FunctionalInterface
  public interface Inputs {
    /** The next one, or null after the last. */
    @Nullable Input next() throws IOException;
  }

  private final InputFormat format;
  private final Inputs inputs;
  private final RowCollector rows;
  private final ReentrantLock reading = new ReentrantLock();
  private @Nullable RecordReader reader;
  private @Nullable SashException failure;
  private volatile @Nullable Input input;
  private volatile boolean atEnd;
  private volatile boolean closed;

  /** A source at the beginning of the first input. */
  public InputSource(InputFormat format, Inputs inputs, BadRows badRows) {
    this.format = format;
    this.inputs = inputs;
    rows = new RowCollector(format.spec(), format.times(), badRows);
  }

  @Override
  public @Nullable ColumnBatch poll(long maxWaitMillis) throws InterruptedException {
    Progress progress = read();
    Input waiting = input;
    if (progress == Progress.NONE_YET && rows.rowCount() == 0 && waiting != null) {
      waiting.bytes().await(maxWaitMillis);
      read();
    }
    return rows.rowCount() == 0 || closed ? null : rows.build();
  }

  private Progress read() {
    if (failure != null) {
      throw failure;
    }
    reading.lock();
    try {
      return readInputs();
    } catch (IOException e) {
      return failAfterRows(unreadable(e));
    } catch (SashException e) {
      return failAfterRows(e);
    } finally {
      reading.unlock();
      if (closed) {
        closeUnlessReading();
      }
    }
  }

  private Progress readInputs() throws IOException {
    while (!atEnd && !closed) {
      RecordReader current = reader != null ? reader : open();
      if (current == null) {
        break;
      }
      Progress progress = current.read(rows);
      if (progress != Progress.END) {
        return progress;
      }
      closeInput();
    }
    return Progress.END;
  }

  /** Rows that were read before the failure are delivered first. */
  private Progress failAfterRows(SashException e) {
    failure = e;
    if (rows.rowCount() == 0) {
      throw e;
    }
    return Progress.FULL;
  }

  private @Nullable RecordReader open() throws IOException {
    Input next = inputs.next();
    input = next;
    if (next == null) {
      atEnd = true;
      return null;
    }
    rows.origin(next.origin());
    reader = format.reader(next.origin(), next.bytes());
    return reader;
  }

  private SashException unreadable(IOException e) {
    Input current = input;
    String name = current == null ? "" : " \"" + current.origin() + '"';
    return SashException.of(
            ErrorCode.FILE,
            "input" + name + " cannot be read to its end: " + GzipDetector.reason(e))
        .causedBy(e);
  }

  private void closeInput() throws IOException {
    Input current = input;
    reader = null;
    input = null;
    if (current != null) {
      current.bytes().close();
    }
  }

  @Override
  public boolean isAtEnd() {
    return closed || atEnd;
  }

  /**
   * Ends the source. A read that is going on in another thread is not disturbed; it closes the
   * input itself when it returns.
   */
  @Override
  public void close() {
    closed = true;
    Input current = input;
    if (current != null) {
      current.bytes().wake();
    }
    closeUnlessReading();
  }

  private void closeUnlessReading() {
    if (reading.tryLock()) {
      try {
        closeInput();
      } catch (IOException e) {
        throw unreadable(e);
      } finally {
        reading.unlock();
      }
    }
  }
}
