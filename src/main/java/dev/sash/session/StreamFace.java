package dev.sash.session;

import dev.sash.data.ColumnBatch;
import dev.sash.database.StreamInserts;
import java.util.List;

/** Takes the rows that a client has committed into a stream. */
final class StreamFace implements StreamInserts {
  private final StreamEntry entry;

  StreamFace(StreamEntry entry) {
    this.entry = entry;
  }

  @Override
  public void deliver(List<ColumnBatch> batches) {
    try {
      entry.deliver(batches);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
