package dev.sash.runtime;

/**
 * Into how many shards the keys of an aggregate are split, and who works them off.
 *
 * @param shards how many, at least 1
 * @param parallelMin rows of a run, or keys of a window, from which on shards are worked off side
 *     by side: fewer are not worth waking other threads for
 * @param parallel works them off
 */
public record Sharding(int shards, int parallelMin, Parallel parallel) {
  private static final int WORTH_WAKING = 512;

  /** One operator does all keys. */
  public static final Sharding NONE = new Sharding(1, Parallel.INLINE);

  /** So many shards, side by side where it pays. */
  public Sharding(int shards, Parallel parallel) {
    this(shards, WORTH_WAKING, parallel);
  }

  /**
   * How many stores the state of an aggregate over windows on a grid, or over all time, has: one
   * for each shard where there are keys to split; without a key one for each shard to which rows
   * are dealt out, and one that has all.
   */
  public int stores(AggregateDefinition definition) {
    boolean hasKeys = definition.keyColumns().length > 0;
    if (shards == 1 || definition.emit().fills() && !hasKeys) {
      return 1;
    }
    return hasKeys ? shards : shards + 1;
  }
}
