package dev.sash.runtime;

/**
 * An aggregate operator that can do some of a query's keys while others do the rest. It takes its
 * rows out of runs that all shards are given, and says in {@link AggregateOutput#place} to which
 * row belongs what it sends. It is called by one thread at a time, not always the same one; time
 * stands still meanwhile.
 */
public interface Shard extends AggregateOperator {

  /**
   * Takes some rows of a run.
   *
   * @param run all rows, those of other shards too
   * @param chosen the numbers of this shard's rows, ascending; the first {@code count} count
   */
  void rows(Rows run, int[] chosen, int count);

  /**
   * Makes room for keys that are about to come.
   *
   * @param comingKeys how many more there may be than this shard has
   * @param tight whether memory is short
   */
  default void makeRoom(int comingKeys, boolean tight) {}

  /** As {@link #closedEnd}, without regard to what {@link #waitsAt} says. */
  default long sentEnd() {
    return closedEnd();
  }

  /** Closed windows that wait to be sent lie behind this end; {@link Long#MAX_VALUE} for none. */
  default long waitsAt() {
    return Long.MAX_VALUE;
  }
}
