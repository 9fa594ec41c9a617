package dev.sash.runtime;

import dev.sash.data.RowKind;

/** The end of a query without aggregation: each row is a result of its own, and final. */
public final class AppendOperator implements RowConsumer {
  private final QueryTime time;
  private final ResultConsumer next;

  /** An operator that stamps rows with the query's time. */
  public AppendOperator(QueryTime time, ResultConsumer next) {
    this.time = time;
    this.next = next;
  }

  @Override
  public void rows(Rows rows) {
    if (rows.count() > 0) {
      next.emit(
          new Emission(rows.toBatch(), RowKind.FINAL, false, time.nowMillis(), time.watermark()));
    }
  }
}
