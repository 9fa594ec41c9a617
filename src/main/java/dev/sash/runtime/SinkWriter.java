package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import java.io.IOException;

/** Writes rows of a sink to where they shall go. Used by one thread. */
public interface SinkWriter extends AutoCloseable {

  /**
   * Writes rows that have become visible together: all of them are there when it returns.
   *
   * @param removed by row, whether it is a row that is there no longer; of such a row the key
   *     columns count
   * @throws IOException when the other side does not answer: the same rows may be written again
   *     after a while
   * @throws dev.sash.error.SashException when they can not be written at all
   */
  void write(ColumnBatch rows, boolean[] removed) throws IOException;

  @Override
  void close();
}
