package dev.sash.runtime;

import dev.sash.data.ColumnBatch;

/**
 * A table that lies outside of a query: what it holds may change from one look to the next. Used by
 * one thread.
 */
public interface TableLookup {

  /**
   * The rows of the table whose key is one of those of some rows, as the table is now. More may
   * come.
   *
   * @param rows the rows that ask; of them the ones whose key is not NULL
   * @param keyColumn ordinal of the key in {@code rows}; -1 for all rows of the table
   */
  ColumnBatch find(ColumnBatch rows, int keyColumn);
}
