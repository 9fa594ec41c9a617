package dev.sash.database;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import dev.sash.view.RowStream;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Rows that a test gives; endless unless it ends them. */
final class ListedRows implements RowStream {
  private static final Object END = new Object();

  private final Schema schema;
  private final BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
  private Object next;
  final CountDownLatch waiting = new CountDownLatch(1);
  volatile boolean closed;

  ListedRows(Schema schema) {
    this.schema = schema;
  }

  static ListedRows of(Schema schema, List<ColumnBatch> batches) {
    ListedRows rows = new ListedRows(schema);
    batches.forEach(rows::add);
    rows.end();
    return rows;
  }

  void add(ColumnBatch batch) {
    queue.add(batch);
  }

  void end() {
    queue.add(END);
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public boolean awaitReady(long maxWaitMillis) throws InterruptedException {
    if (next == null) {
      waiting.countDown();
      next = queue.poll(maxWaitMillis, TimeUnit.MILLISECONDS);
    }
    return next != null;
  }

  @Override
  public ColumnBatch next() throws InterruptedException {
    Object given = next == null ? queue.take() : next;
    next = given == END ? END : null;
    return given == END ? null : (ColumnBatch) given;
  }

  @Override
  public void close() {
    closed = true;
  }
}
