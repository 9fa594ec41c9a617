package dev.sash.jdbc;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import dev.sash.view.RowStream;
import org.jspecify.annotations.Nullable;

/** The first rows of a stream; ends the query behind it when it has them. For one reader. */
final class LimitedRows implements RowStream {
  private final RowStream rows;
  private long left;

  /** At most {@code maxRows} rows, at least one. */
  LimitedRows(RowStream rows, long maxRows) {
    this.rows = rows;
    this.left = maxRows;
  }

  @Override
  public Schema schema() {
    return rows.schema();
  }

  @Override
  public boolean awaitReady(long maxWaitMillis) throws InterruptedException {
    return left == 0 || rows.awaitReady(maxWaitMillis);
  }

  @Override
  public @Nullable ColumnBatch next() throws InterruptedException {
    if (left == 0) {
      return null;
    }
    ColumnBatch batch = rows.next();
    if (batch == null) {
      left = 0;
      return null;
    }
    ColumnBatch taken = batch.rowCount() <= left ? batch : first(batch, (int) left);
    left -= taken.rowCount();
    if (left == 0) {
      rows.close();
    }
    return taken;
  }

  private static ColumnBatch first(ColumnBatch batch, int count) {
    int[] chosen = new int[count];
    for (int i = 0; i < count; i++) {
      chosen[i] = i;
    }
    return batch.gather(chosen, count);
  }

  @Override
  public void close() {
    rows.close();
  }
}
