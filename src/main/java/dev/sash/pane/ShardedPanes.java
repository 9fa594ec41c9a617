package dev.sash.pane;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.StateBudget;
import dev.sash.window.WindowGrid;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Panes whose keys are split among shards, each a {@link PaneStore} that one thread at a time works
 * on. The caller finds panes and ids of a batch, hands each shard its rows, and goes on with the
 * next batch while they are added; whatever looks at state waits for that, see {@link ShardQueues}.
 *
 * <pre>
 *   caller   | find 1 | find 2 | find 3 | wait: add 3b | window b | order, show
 *   spare             | add 1a, 1b | add 2a, 2b | add 3a | window a |
 * </pre>
 *
 * <p>Which panes there are is known here, because it is asked for after every batch.
 */
public final class ShardedPanes implements Panes {
  private final StateBudget budget;
  private final PaneStore[] stores;
  private final ShardQueues queues;
  private final ShardKeys keys;
  private final DealtRows copies = new DealtRows(1);
  private final ShardRows[] rowsOfShards;
  private final ShardedWindow window;

  /** The panes in which some shard has rows. */
  private final PaneNumbers panes = new PaneNumbers();

  private boolean keepsExpired;
  private long expiredBefore = Long.MIN_VALUE;
  private long keyBytes;

  /**
   * Who works on the shards.
   *
   * @param parallelMin rows of a batch, or keys of a window, that are worth another thread
   * @param threads do what the caller does not
   */
  public record Workers(int parallelMin, SpareThreads threads) {}

  /**
   * Empty shards.
   *
   * @param aggregates for each shard what is computed, with functions of its own
   * @param budgets one for the caller, then one for each shard, of one limit together
   */
  public ShardedPanes(
      @Nullable WindowGrid grid,
      List<List<AggregateInput>> aggregates,
      List<StateBudget> budgets,
      Workers workers) {
    int shards = aggregates.size();
    budget = budgets.get(0);
    stores = new PaneStore[shards];
    Arrays.setAll(stores, i -> PaneStore.of(grid, aggregates.get(i), budgets.get(i + 1)));
    queues = new ShardQueues(shards, workers.parallelMin, workers.threads);
    keys = new ShardKeys(shards);
    rowsOfShards = new ShardRows[shards];
    Arrays.setAll(rowsOfShards, i -> new ShardRows(i, keys));
    window = new ShardedWindow(queues, keys, aggregates.get(0), budget);
  }

  // Rows

  @Override
  public void trackTouched() {
    each(PaneStore::trackTouched);
  }

  @Override
  public void add(PaneRows rows) {
    change(rows, false);
  }

  @Override
  public void change(PaneRows rows, boolean retract) {
    int count = rows.count();
    if (keepsExpired && budget.isTight()) {
      dropExpired();
    }
    panes.add(rows);
    int newest = -1;
    for (int i = 0; i < count; i++) {
      newest = Math.max(newest, rows.ids()[i]);
    }
    reserve(newest + 1);
    boolean many = queues.isMany(count) || !queues.areEmpty();
    PaneRows taken = many ? copies.copy(0, rows) : rows;
    int[] places = keys.places();
    for (int shard = stores.length - 1; shard >= 0; shard--) {
      int own = shard;
      if (many) {
        queues.post(shard, () -> change(own, taken, places, retract));
      } else {
        change(shard, taken, places, retract);
      }
    }
  }

  private void change(int shard, PaneRows rows, int[] places, boolean retract) {
    PaneRows own = rowsOfShards[shard].of(rows, places);
    if (own.count() > 0) {
      stores[shard].change(own, retract);
    }
  }

  private void reserve(int idSpace) {
    keys.reserve(idSpace);
    budget.reserve(keys.bytes() - keyBytes);
    keyBytes = keys.bytes();
  }

  // Panes

  @Override
  public boolean isEmpty() {
    return panes.isEmpty();
  }

  @Override
  public long firstPane() {
    return panes.first();
  }

  @Override
  public long lastPane() {
    return panes.last();
  }

  @Override
  public long nextPane(long pane) {
    return panes.from(pane);
  }

  // Windows

  @Override
  public WindowContent window(long firstPane, long paneCount) {
    boolean large = queues.isMany(keys.size());
    queues.each(large, shard -> window.part(shard, stores[shard].window(firstPane, paneCount)));
    window.start(large);
    return window;
  }

  @Override
  public WindowContent window(long firstPane, long paneCount, int[] ids, int count) {
    int newest = -1;
    for (int i = 0; i < count; i++) {
      newest = Math.max(newest, ids[i]);
    }
    reserve(newest + 1);
    boolean large = queues.isMany(count);
    IntConsumer find =
        shard -> {
          ShardPicks own = new ShardPicks(keys, shard, ids, count);
          window.part(shard, stores[shard].window(firstPane, paneCount, own.numbers, own.count));
        };
    queues.each(large, find);
    window.start(large);
    return window;
  }

  @Override
  public long nearestBefore(int id, long pane, long oldest) {
    return queuesDone().storeOf(id).nearestBefore(number(id), pane, oldest);
  }

  @Override
  public long nearestAfter(int id, long pane, long newest) {
    return queuesDone().storeOf(id).nearestAfter(number(id), pane, newest);
  }

  private ShardedPanes queuesDone() {
    queues.await();
    return this;
  }

  private PaneStore storeOf(int id) {
    reserve(id + 1);
    return stores[keys.shard(keys.places()[id])];
  }

  private int number(int id) {
    return keys.number(keys.places()[id]);
  }

  // Time

  @Override
  public void closeBefore(long pane) {
    postAll(store -> store.closeBefore(pane));
  }

  @Override
  public void expireBefore(long pane) {
    expiredBefore = Math.max(expiredBefore, pane);
    postAll(store -> store.expireBefore(pane));
    forgetPanes();
  }

  /** The next call that looks at state waits for it. */
  private void postAll(Consumer<PaneStore> work) {
    boolean many = queues.isMany(keys.size()) || !queues.areEmpty();
    for (int shard = stores.length - 1; shard >= 0; shard--) {
      PaneStore store = stores[shard];
      if (many) {
        queues.post(shard, () -> work.accept(store));
      } else {
        work.accept(store);
      }
    }
  }

  private void each(Consumer<PaneStore> work) {
    queues.each(false, shard -> work.accept(stores[shard]));
  }

  private void forgetPanes() {
    long from = expiredBefore;
    if (keepsExpired) {
      queues.await();
      for (PaneStore store : stores) {
        from = Math.min(from, store.firstPane());
      }
    }
    panes.forgetBefore(from);
  }

  @Override
  public void dropExpired() {
    each(PaneStore::dropExpired);
    forgetPanes();
  }

  @Override
  public void keepExpired(long bytes) {
    keepsExpired = bytes > 0;
    each(store -> store.keepExpired(bytes / stores.length));
  }

  /** A window lacks a pane that any shard has dropped. */
  @Override
  public long keptFrom() {
    long from = expiredBefore;
    if (keepsExpired) {
      queues.await();
      from = Long.MIN_VALUE;
      for (PaneStore store : stores) {
        from = Math.max(from, store.keptFrom());
      }
    }
    return from;
  }

  @Override
  public TouchedKeys drainTouched() {
    TouchedKeys[] parts = new TouchedKeys[stores.length];
    queues.each(queues.isMany(keys.size()), shard -> parts[shard] = stores[shard].drainTouched());
    return TouchedKeys.merged(parts, keys);
  }

  // Keys

  @Override
  public int @Nullable [] reclaim(KeyIndex index, BitSet alsoLive) {
    if (!index.mayReclaim(0) || !hasExpired() || !index.mayReclaim(keysTogether())) {
      return stores[0].gainsByOrder() && index.mayReorder() ? reorder(index) : null;
    }
    if (index.isTight()) {
      dropExpired();
    }
    return reclaimNow(index, alsoLive);
  }

  @Override
  public int @Nullable [] makeRoom(KeyIndex index, int comingKeys, Supplier<BitSet> alsoLive) {
    if (!index.mayOverflow(comingKeys)) {
      return null;
    }
    dropExpired();
    return hasExpired() ? reclaimNow(index, alsoLive.get()) : null;
  }

  private boolean hasExpired() {
    queues.await();
    return Arrays.stream(stores).anyMatch(PaneStore::hasExpired);
  }

  private int keysTogether() {
    return Arrays.stream(stores).mapToInt(PaneStore::keysTogether).sum();
  }

  private int[] reorder(KeyIndex index) {
    queues.await();
    reserve(index.size());
    int[] mapping = index.reorder();
    int[][] numbers = keys.renumber(mapping, index.size());
    queues.each(queues.isMany(keys.size()), shard -> stores[shard].renumber(numbers[shard]));
    return mapping;
  }

  @Override
  public int[] reclaimNow(KeyIndex index, BitSet alsoLive) {
    queues.await();
    reserve(index.size());
    BitSet live = new BitSet(index.size());
    live.or(alsoLive);
    for (int shard = 0; shard < stores.length; shard++) {
      int[] ids = keys.ids(shard);
      stores[shard].live().stream().forEach(number -> live.set(ids[number]));
    }
    int[] mapping = index.retain(live);
    int[][] numbers = keys.renumber(mapping, index.size());
    for (int shard = 0; shard < stores.length; shard++) {
      stores[shard].renumber(numbers[shard], keys.size(shard));
    }
    return mapping;
  }

  @Override
  public long stateBytes() {
    return budget.usedBytes();
  }

  @Override
  public int recordsInUse() {
    queues.await();
    return Arrays.stream(stores).mapToInt(PaneStore::recordsInUse).sum();
  }

  // Snapshots

  @Override
  public void write(DataOutput output) throws IOException {
    queues.await();
    output.writeInt(stores.length);
    panes.write(output);
    output.writeLong(expiredBefore);
    keys.write(output);
    for (PaneStore store : stores) {
      store.write(output);
    }
  }

  @Override
  public void read(DataInput input) throws IOException {
    int written = input.readInt();
    if (written != stores.length) {
      throw new IOException(
          "a snapshot has the shards of its query: written=" + written + ", has=" + stores.length);
    }
    panes.read(input);
    expiredBefore = input.readLong();
    keys.read(input);
    for (PaneStore store : stores) {
      store.read(input);
    }
  }
}
