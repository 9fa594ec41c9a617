package dev.sash.database;

import dev.sash.data.ColumnBatch;
import java.util.List;

/** Takes the rows that are inserted into a stream; the engine implements it. Thread-safe. */
public interface StreamInserts {

  /**
   * Whether rows are welcome; called before the first row of each statement. May wait to slow the
   * writer down.
   *
   * @throws dev.sash.error.SashException when the stream takes no rows now: the statement fails
   */
  default void admit() {}

  /**
   * Takes the rows of one committed transaction, all or none visible to a query at a time. Called
   * by the committing thread after the commit, so it must not throw: there is no way back.
   *
   * @param batches of up to {@code ColumnBatch.MAX_ROWS} rows each, at least one
   */
  void deliver(List<ColumnBatch> batches);
}
