package dev.sash.pane;

/** Which record belongs to which key, for some keys. */
sealed interface KeyedState permits KeyedRecords, DenseRecords {

  /** The record of an id, or {@link KeyedRecords#NONE}. */
  int record(int id);

  /** Finds the records of some ids from one on, {@link KeyedRecords#NONE} where there is none. */
  void lookUp(int[] wanted, int from, int count, int[] found);

  /** How many keys there are, or more. */
  int size();

  /**
   * Copies the ids of the keys, and no others.
   *
   * @param into has room for {@link #size}
   * @return how many
   */
  int copyIds(int[] into);
}
