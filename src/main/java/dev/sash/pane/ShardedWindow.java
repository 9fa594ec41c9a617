package dev.sash.pane;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.error.SashException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A window whose keys are split among shards. Each shard combines its part and makes results of it;
 * keys are put into their order once, for all, and what the shards have made is put to its places
 * column by column. Both is done side by side.
 *
 * <p>As in a {@link WindowState}, rows that have not changed since the window before are copied.
 */
final class ShardedWindow implements WindowContent {
  private final ShardQueues queues;
  private final ShardKeys keys;
  private final List<AggregateInput> aggregates;
  private final WindowState[] parts;
  private boolean isLarge;

  private int[] ids = {};
  private int count;
  private boolean hasIds;

  private final KeptRows kept;
  private final ChangedKeys changed = new ChangedKeys();
  private boolean isPlanned;
  private int[] fresh = {};
  private int freshCount;

  private int failedId = -1;

  ShardedWindow(
      ShardQueues queues, ShardKeys keys, List<AggregateInput> aggregates, StateBudget budget) {
    this.queues = queues;
    this.keys = keys;
    this.aggregates = aggregates;
    parts = new WindowState[queues.shards()];
    kept = new KeptRows(budget);
  }

  /**
   * Begins a window.
   *
   * @param large whether it is worth doing its parts side by side
   */
  void start(boolean large) {
    isLarge = large;
    hasIds = false;
    isPlanned = false;
  }

  /** The shard's part of the window. */
  void part(int shard, WindowState state) {
    parts[shard] = state;
  }

  // Keys

  private void findIds() {
    if (hasIds) {
      return;
    }
    queues.each(isLarge, shard -> parts[shard].count());
    int total = 0;
    for (WindowState part : parts) {
      total += part.count();
    }
    ids = new int[total];
    count = 0;
    for (int shard = 0; shard < parts.length; shard++) {
      int[] numbers = parts[shard].ids();
      int[] idOfNumber = keys.ids(shard);
      for (int i = 0; i < parts[shard].count(); i++) {
        ids[count++] = idOfNumber[numbers[i]];
      }
    }
    hasIds = true;
  }

  @Override
  public int count() {
    findIds();
    return count;
  }

  @Override
  public int[] ids() {
    findIds();
    return ids;
  }

  @Override
  public void include(int[] emptyIds) {
    for (int shard = 0; emptyIds.length > 0 && shard < parts.length; shard++) {
      ShardPicks own = new ShardPicks(keys, shard, emptyIds, emptyIds.length);
      parts[shard].include(Arrays.copyOf(own.numbers, own.count));
      hasIds = false;
      isPlanned = false;
    }
  }

  @Override
  public void sort(KeyIndex index) {
    if (!hasIds && isCloseToKept()) {
      plan(index);
    } else {
      findIds();
      ids = index.sorted(ids, count);
    }
  }

  private boolean isCloseToKept() {
    int total = 0;
    for (WindowState part : parts) {
      ChangedKeys own = part.changed();
      if (own == null || own.isAll() || !part.isInWords()) {
        return false;
      }
      total += own.count();
    }
    return kept.isClose(total);
  }

  private void plan(KeyIndex index) {
    changed.clear();
    for (int shard = 0; shard < parts.length; shard++) {
      ChangedKeys own = parts[shard].changed();
      int[] idOfNumber = keys.ids(shard);
      for (int i = 0; own != null && i < own.count(); i++) {
        changed.add(idOfNumber[own.ids()[i]]);
      }
    }
    int total = changed.count();
    int[] sorted = index.sorted(changed.ids(), total);
    boolean[] isPresent = new boolean[total];
    queues.each(
        isLarge,
        shard -> {
          ShardPicks own = new ShardPicks(keys, shard, sorted, total);
          boolean[] present = parts[shard].present(own.numbers, own.count);
          for (int i = 0; i < own.count; i++) {
            isPresent[own.places[i]] = present[i];
          }
        });
    fresh = new int[total];
    freshCount = 0;
    for (int i = 0; i < total; i++) {
      fresh[freshCount] = sorted[i];
      freshCount += isPresent[i] ? 1 : 0;
    }
    kept.plan(changed, sorted, isPresent, index);
    ids = kept.patchedIds(fresh);
    count = kept.patchedCount();
    hasIds = true;
    isPlanned = true;
  }

  // Results

  @Override
  public Column[] rows(KeyIndex index, int aggregateCount) {
    findIds();
    int keyCount = index.columnCount();
    Column[] columns = new Column[keyCount + aggregateCount];
    boolean patches = isPlanned && kept.columnCount() == columns.length;
    int[] wanted = patches ? fresh : ids;
    int wantedCount = patches ? freshCount : count;
    Results results = results(wanted, wantedCount, 0, aggregateCount);
    queues.each(
        isLarge,
        shard -> {
          for (int i = shard; i < columns.length; i += parts.length) {
            if (patches && i < keyCount && kept.hasSameKeys()) {
              columns[i] = kept.column(i);
              continue;
            }
            Column made =
                i < keyCount
                    ? index.keyColumn(i, wanted, wantedCount)
                    : results.column(i - keyCount);
            columns[i] = patches ? kept.patched(i, made) : made;
          }
        });
    keep(columns);
    return columns;
  }

  /** Keeps the rows, unless it is not known what changes after them. */
  private void keep(Column[] columns) {
    for (WindowState part : parts) {
      if (part.changed() == null) {
        return;
      }
    }
    kept.keep(ids, count, columns);
    for (WindowState part : parts) {
      part.rowsAreKept();
    }
    isPlanned = false;
  }

  @Override
  public Column result(int aggregate) {
    findIds();
    return results(ids, count, aggregate, aggregate + 1).column(0);
  }

  /** What the shards have made of their keys. */
  private final class Results {
    final ShardPicks[] picks = new ShardPicks[parts.length];
    final Column[][] columns = new Column[parts.length][];
    final int first;
    final int count;

    Results(int first, int count) {
      this.first = first;
      this.count = count;
    }

    Column column(int number) {
      Column[] own = new Column[parts.length];
      for (int shard = 0; shard < own.length; shard++) {
        own[shard] = columns[shard][number];
      }
      return ShardPicks.assembled(
          aggregates.get(first + number).function().resultType(), picks, own, count);
    }
  }

  private Results results(int[] wanted, int wantedCount, int first, int end) {
    Results results = new Results(first, wantedCount);
    @Nullable SashException[] failures = new SashException[parts.length];
    queues.each(
        isLarge,
        shard -> {
          ShardPicks own = new ShardPicks(keys, shard, wanted, wantedCount);
          results.picks[shard] = own;
          try {
            results.columns[shard] = parts[shard].results(own.numbers, own.count, first, end);
          } catch (SashException e) {
            failures[shard] = e;
          }
        });
    throwFirst(failures, results.picks);
    return results;
  }

  /** Of what has failed, the key that comes first is the one that a single store would name. */
  private void throwFirst(@Nullable SashException[] failures, ShardPicks[] picks) {
    failedId = -1;
    int place = Integer.MAX_VALUE;
    SashException first = null;
    for (int shard = 0; shard < failures.length; shard++) {
      if (failures[shard] != null) {
        int number = parts[shard].failedId();
        int failed = picks[shard].place(number);
        if (failed < place) {
          place = failed;
          first = failures[shard];
          failedId = number < 0 ? -1 : keys.ids(shard)[number];
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  @Override
  public int failedId() {
    return failedId;
  }
}
