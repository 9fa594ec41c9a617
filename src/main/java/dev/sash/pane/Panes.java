package dev.sash.pane;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The panes of one operator, in one store or in several. Called by one thread. */
public sealed interface Panes permits PaneStore, ShardedPanes, TwoPhasePanes {

  /** Makes {@link #drainTouched} report the keys of all rows from now on. */
  void trackTouched();

  /**
   * Adds rows.
   *
   * @throws dev.sash.error.SashException when the state would grow past its limit; the store cannot
   *     be used after that
   */
  void add(PaneRows rows);

  /**
   * Adds rows, or takes them back: each was added before, to the same pane. A key all of whose rows
   * were taken back stays, with the state of no rows; a COUNT(*) tells it.
   */
  void change(PaneRows rows, boolean retract);

  /** Whether there is no pane. */
  boolean isEmpty();

  /** The oldest pane that has rows, {@link Long#MAX_VALUE} without one. */
  long firstPane();

  /** The newest pane that has rows, {@link Long#MIN_VALUE} without one. */
  long lastPane();

  /** The first pane at or after the given one that has rows, {@link Long#MAX_VALUE} without one. */
  long nextPane(long pane);

  /**
   * The state of all keys that have rows in a window. Cheapest when windows are asked for in
   * ascending order.
   *
   * @param firstPane the window's first pane
   * @param paneCount how many panes it has, above 0
   * @return valid until the next call of this store
   */
  WindowContent window(long firstPane, long paneCount);

  /**
   * The state of some keys in a window; of those that have no rows there it has no entry.
   *
   * @param ids distinct ids, in the order in which the state shall have them unless it is sorted
   * @return valid until the next call of this store
   */
  WindowContent window(long firstPane, long paneCount, int[] ids, int count);

  /**
   * The newest pane at or before the given one, but not before {@code oldest}, in which a key has
   * rows; {@link Long#MIN_VALUE} without one.
   */
  long nearestBefore(int id, long pane, long oldest);

  /**
   * The oldest pane after the given one, but not after {@code newest}, in which a key has rows;
   * {@link Long#MAX_VALUE} without one.
   */
  long nearestAfter(int id, long pane, long newest);

  /** Is told that windows over the panes before the given one have closed; they may be asked on. */
  void closeBefore(long pane);

  /**
   * Drops all panes before the given one, or puts them by as far as {@link #keepExpired} says. What
   * is put by is as it was, but its keys no longer count as touched.
   */
  void expireBefore(long pane);

  /** Gives up the panes that were put by. */
  void dropExpired();

  /** Keeps so many bytes of panes that have expired, the newest, as long as there is room. */
  void keepExpired(long bytes);

  /** All panes from here on are there, expired or not. */
  long keptFrom();

  /**
   * The keys to which rows were added since the last call, or since {@link #trackTouched}. Those of
   * panes that have expired meanwhile are left out.
   */
  TouchedKeys drainTouched();

  /**
   * Gives the ids of keys that are in no pane any more back to the index, when enough keys have
   * come since the last time; to be called after panes have expired. Without it an index of
   * ever-new keys would grow for ever. Ids change their meaning, here and everywhere.
   *
   * @param alsoLive ids that must be kept though they may be in no pane
   * @return null when nothing was changed, else the new id by old id, -1 for those that are gone
   */
  int @Nullable [] reclaim(KeyIndex keys, BitSet alsoLive);

  /**
   * Reclaims as {@link #reclaim} does where so many keys more would not fit otherwise: the limit is
   * one of keys in use. May renumber the keys in their order too. To be called before rows are
   * resolved, because ids change their meaning.
   */
  int @Nullable [] makeRoom(KeyIndex keys, int comingKeys, Supplier<BitSet> alsoLive);

  /** Bytes counted against the budget, by this store and whoever shares it. */
  long stateBytes();

  /** Writes all panes. */
  void write(DataOutput output) throws IOException;

  /** Reads into an empty store of the same aggregates what {@link #write} wrote. */
  void read(DataInput input) throws IOException;

  /** As {@link #reclaim}, whether it pays or not. */
  int[] reclaimNow(KeyIndex keys, BitSet alsoLive);

  /** Records of all panes. */
  int recordsInUse();
}
