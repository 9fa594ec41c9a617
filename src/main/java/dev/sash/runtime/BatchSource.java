package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are already there: the tail of a stream, the rows of VALUES. */
public final class BatchSource implements Source {
  private final Iterator<ColumnBatch> batches;

  /** A source that gives the batches and ends. */
  public BatchSource(List<ColumnBatch> batches) {
    this.batches = batches.iterator();
  }

  @Override
  public @Nullable ColumnBatch poll(long maxWaitMillis) {
    return batches.hasNext() ? batches.next() : null;
  }

  @Override
  public boolean isAtEnd() {
    return !batches.hasNext();
  }

  @Override
  public void close() {}
}
