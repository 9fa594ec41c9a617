package dev.sash.pane;

import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.RecordTransfer;

/**
 * What one pane of a store holds, on its way to another store; see {@link PaneStore#addPane}. Valid
 * until the store that it comes from changes.
 */
public final class SharedPane {
  private final KeyedRecords entries;
  private final RecordStore store;
  private final RecordTransfer transfer;

  SharedPane(KeyedRecords entries, RecordStore store, RecordTransfer transfer) {
    this.entries = entries;
    this.store = store;
    this.transfer = transfer;
  }

  KeyedRecords entries() {
    return entries;
  }

  RecordStore store() {
    return store;
  }

  RecordTransfer transfer() {
    return transfer;
  }

  /** How many keys it has. */
  public int count() {
    return entries.size();
  }

  /** Their ids, in the store that they come from; longer than {@link #count}. Not to be changed. */
  public int[] ids() {
    return entries.ids();
  }
}
