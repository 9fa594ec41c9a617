package dev.sash.aggregate;

import org.jspecify.annotations.Nullable;

/**
 * One aggregate's part of the records of a store.
 *
 * @param records the store
 * @param word the part's first word within a record
 * @param slot the part's object within a record, if it has one
 */
public record FunctionState(RecordStore records, int word, int slot) {

  /** The array that holds the part of a record. */
  long[] words(int record) {
    return records.words(record);
  }

  /** Where the part begins in {@link #words}. */
  int at(int record) {
    return records.at(record) + word;
  }

  @Nullable Object object(int record) {
    return records.object(record, slot);
  }

  void setObject(int record, @Nullable Object value) {
    records.setObject(record, slot, value);
  }
}
