package dev.sash.session;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import dev.sash.runtime.Source;
import dev.sash.view.RowStream;
import org.jspecify.annotations.Nullable;

/** A bounded source read from its beginning, for a statement of the database. */
final class ScanRows implements RowStream {
  private static final long WAIT_MILLIS = 100;

  private final Schema schema;
  private final Source source;
  private volatile boolean closed;
  private @Nullable ColumnBatch waiting;

  ScanRows(Schema schema, Source source) {
    this.schema = schema;
    this.source = source;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public boolean awaitReady(long maxWaitMillis) throws InterruptedException {
    if (waiting == null && !isAtEnd()) {
      waiting = source.poll(maxWaitMillis);
    }
    return waiting != null || isAtEnd();
  }

  private boolean isAtEnd() {
    return closed || source.isAtEnd();
  }

  @Override
  public @Nullable ColumnBatch next() throws InterruptedException {
    while (!awaitReady(WAIT_MILLIS)) {
      // standard input may be silent for long
    }
    ColumnBatch batch = closed ? null : waiting;
    waiting = null;
    return batch;
  }

  @Override
  public void close() {
    closed = true;
    source.close();
  }
}
