package dev.sash.pane;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordTransfer;
import dev.sash.aggregate.StateBudget;
import dev.sash.window.WindowGrid;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Panes of so few keys that splitting these would leave shards without work. Rows are dealt out
 * instead, a run to each shard in turn, whatever their keys; each shard adds them to panes of its
 * own (the first phase). Before anybody looks at state, what the shards have is added to the one
 * store that has all (the second): a step for every shard, key and pane, not for every row.
 *
 * <pre>
 *   COUNT of all, panes of 10 s      shard 0   shard 1   all
 *   100 rows at 3 s                  100       .         .
 *   100 rows at 5 s, 50 at 12 s      100       100, 50   .
 *   the window [0 s, 10 s) closes    .         .         200, 50
 * </pre>
 *
 * <p>What aggregates combine is the same however rows are dealt out, so results are those of one
 * store. Rows that go to a pane which was combined into a window already are not dealt out: the
 * store repairs what it keeps of such windows row by row. Nor are those that are taken back.
 *
 * <p>The two phases are those of every parallel database: A. Shatdal, J. Naughton: Adaptive
 * parallel aggregation algorithms. SIGMOD 1995.
 */
public final class TwoPhasePanes implements Panes {
  private final List<StateBudget> budgets;
  private final PaneStore all;
  private final PaneStore[] parts;
  private final RecordTransfer[] transfers;
  private final ShardQueues queues;
  private final DealtRows dealt;

  /** The panes in which {@link #all} or some shard has rows. */
  private final PaneNumbers panes = new PaneNumbers();

  private int turn;
  private int idSpace = 1;
  private int[] sameIds = {0};
  private boolean gathered = true;
  private boolean keepsExpired;
  private long expiredBefore = Long.MIN_VALUE;

  /** Panes before have been combined into windows that the store remembers. */
  private long rememberedEnd = Long.MIN_VALUE;

  /**
   * Empty panes.
   *
   * @param grid where windows and panes begin; without one, a single window over all time
   * @param aggregates for each shard what is computed, with functions of its own, and first for
   *     what has all
   * @param budgets as many, of one limit together
   */
  public TwoPhasePanes(
      @Nullable WindowGrid grid,
      List<List<AggregateInput>> aggregates,
      List<StateBudget> budgets,
      ShardedPanes.Workers workers) {
    this.budgets = List.copyOf(budgets);
    all = PaneStore.of(grid, aggregates.get(0), budgets.get(0));
    parts = new PaneStore[aggregates.size() - 1];
    transfers = new RecordTransfer[parts.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = PaneStore.of(grid, aggregates.get(i + 1), budgets.get(i + 1));
      transfers[i] = all.transferFrom(parts[i], 0);
    }
    queues = new ShardQueues(parts.length, workers.parallelMin(), workers.threads());
    dealt = new DealtRows(parts.length);
  }

  // Rows

  @Override
  public void trackTouched() {
    all.trackTouched();
  }

  @Override
  public void add(PaneRows rows) {
    change(rows, false);
  }

  @Override
  public void change(PaneRows rows, boolean retract) {
    panes.add(rows);
    if (retract) {
      whole().change(rows, true);
    } else if (queues.isMany(rows.count()) && !goToRemembered(rows)) {
      deal(rows);
    } else {
      all.change(rows, false);
    }
  }

  private boolean goToRemembered(PaneRows rows) {
    boolean some = false;
    for (int i = 0; rememberedEnd > Long.MIN_VALUE && i < rows.count(); i++) {
      some |= rows.panes()[i] < rememberedEnd;
    }
    return some;
  }

  private void deal(PaneRows rows) {
    for (int i = 0; i < rows.count(); i++) {
      idSpace = Math.max(idSpace, rows.ids()[i] + 1);
    }
    turn = (turn + 1) % parts.length;
    PaneStore part = parts[turn];
    PaneRows own = dealt.copy(turn, rows);
    gathered = false;
    queues.post(turn, () -> part.add(own));
  }

  /** The second phase: all that was dealt out is in the one store afterwards. */
  private PaneStore whole() {
    if (gathered) {
      return all;
    }
    queues.await();
    if (sameIds.length < idSpace) {
      sameIds = new int[Integer.highestOneBit(idSpace) * 2];
      Arrays.setAll(sameIds, id -> id);
    }
    for (int i = 0; i < parts.length; i++) {
      for (PaneStore part = parts[i]; !part.isEmpty(); part.removeFirst()) {
        all.addPane(part.shareFirst(transfers[i]), part.firstPane(), sameIds);
      }
    }
    gathered = true;
    return all;
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
    remember(firstPane + paneCount);
    return whole().window(firstPane, paneCount);
  }

  @Override
  public WindowContent window(long firstPane, long paneCount, int[] ids, int count) {
    remember(firstPane + paneCount);
    return whole().window(firstPane, paneCount, ids, count);
  }

  private void remember(long end) {
    if (all.remembersWindows()) {
      rememberedEnd = Math.max(rememberedEnd, end);
    }
  }

  @Override
  public long nearestBefore(int id, long pane, long oldest) {
    return whole().nearestBefore(id, pane, oldest);
  }

  @Override
  public long nearestAfter(int id, long pane, long newest) {
    return whole().nearestAfter(id, pane, newest);
  }

  // Time

  @Override
  public void closeBefore(long pane) {
    whole().closeBefore(pane);
  }

  @Override
  public void expireBefore(long pane) {
    expiredBefore = Math.max(expiredBefore, pane);
    whole().expireBefore(pane);
    forgetPanes();
  }

  private void forgetPanes() {
    panes.forgetBefore(keepsExpired ? all.firstPane() : expiredBefore);
  }

  @Override
  public void dropExpired() {
    whole().dropExpired();
    forgetPanes();
  }

  @Override
  public void keepExpired(long bytes) {
    keepsExpired = bytes > 0;
    all.keepExpired(bytes);
  }

  @Override
  public long keptFrom() {
    return whole().keptFrom();
  }

  @Override
  public TouchedKeys drainTouched() {
    return whole().drainTouched();
  }

  // Keys

  @Override
  public int @Nullable [] reclaim(KeyIndex keys, BitSet alsoLive) {
    return whole().reclaim(keys, alsoLive);
  }

  @Override
  public int @Nullable [] makeRoom(KeyIndex keys, int comingKeys, Supplier<BitSet> alsoLive) {
    return keys.mayOverflow(comingKeys) ? whole().makeRoom(keys, comingKeys, alsoLive) : null;
  }

  @Override
  public int[] reclaimNow(KeyIndex keys, BitSet alsoLive) {
    return whole().reclaimNow(keys, alsoLive);
  }

  @Override
  public long stateBytes() {
    return budgets.get(0).usedBytes();
  }

  @Override
  public int recordsInUse() {
    return whole().recordsInUse();
  }

  // Snapshots

  /** Writes what one store would write, so that it can be read into any number of shards. */
  @Override
  public void write(DataOutput output) throws IOException {
    whole().write(output);
  }

  @Override
  public void read(DataInput input) throws IOException {
    all.read(input);
    for (long pane = all.firstPane(); pane != Long.MAX_VALUE; pane = all.nextPane(pane + 1)) {
      panes.add(pane);
    }
    expiredBefore = all.keptFrom();
    rememberedEnd = Long.MIN_VALUE;
  }
}
