package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import dev.sash.data.RowKind;

/**
 * Result rows that became known together.
 *
 * @param rows columns as of {@link ResultShape#schema}, in order of (window end, key); of one
 *     window only, unless the query has none
 * @param kind what they are worth; FINAL for a query without aggregation
 * @param removed whether the rows are no longer part of the result (a window that stopped passing
 *     HAVING); then only the identity columns hold values, and a row that was never sent is no
 *     change
 * @param emittedAt the engine clock
 * @param watermark the query's watermark, {@link Long#MAX_VALUE} at the end of a bounded input and
 *     {@link Long#MIN_VALUE} before the first row
 */
public record Emission(
    ColumnBatch rows, RowKind kind, boolean removed, long emittedAt, long watermark) {

  /** The same with other rows. */
  public Emission withRows(ColumnBatch others) {
    return new Emission(others, kind, removed, emittedAt, watermark);
  }

  /** The given rows leave the result at the same moment. */
  public Emission removing(ColumnBatch identities) {
    return new Emission(identities, kind, true, emittedAt, watermark);
  }
}
