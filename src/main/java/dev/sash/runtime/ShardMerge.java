package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Interleave;
import dev.sash.data.RowKind;
import dev.sash.data.RowOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts what the shards have sent during one call into the order in which one operator would have
 * sent it: what belongs to a row of the run by that row; else rows that leave first, early rows
 * last, and within that by window end and key.
 *
 * <pre>
 *   shard 0   FINAL ([0, 10), a)  FINAL ([0, 10), d)  EARLY ([10, 20), a)
 *   shard 1   FINAL ([0, 10), b)  LATE ([0, 10), c)
 *   merged    FINAL a, b          LATE c              FINAL d              EARLY a
 * </pre>
 */
final class ShardMerge {
  private final RowOrder order;

  /** What comes together, in this order. */
  private record Group(int step, int phase) implements Comparable<Group> {
    @Override
    public int compareTo(Group other) {
      int result = Integer.compare(step, other.step);
      return result != 0 ? result : Integer.compare(phase, other.phase);
    }
  }

  /** The next row of a shard that was not taken yet. */
  private static final class Cursor {
    final List<ShardOutput.Sent> all;
    final SlotList indexes;
    int at;
    int row;

    Cursor(List<ShardOutput.Sent> all, SlotList indexes) {
      this.all = all;
      this.indexes = indexes;
    }

    ShardOutput.Sent sent() {
      return all.get(indexes.get(at));
    }

    /** Whether there is another row. */
    boolean next() {
      if (++row == sent().rows().rowCount()) {
        row = 0;
        at++;
      }
      return at < indexes.size();
    }
  }

  /** Rows of several batches, in order. */
  private static final class Picks {
    int[] sources = new int[16];
    int[] rows = new int[16];
    int count;

    /** By source its number among those of one run, plus 1; 0 for the others. */
    final int[] numberOf;

    Picks(int sourceCount) {
      numberOf = new int[sourceCount];
    }

    void add(int source, int row) {
      if (count == rows.length) {
        sources = Arrays.copyOf(sources, count * 2);
        rows = Arrays.copyOf(rows, count * 2);
      }
      sources[count] = source;
      rows[count++] = row;
    }
  }

  ShardMerge(AggregateDefinition definition) {
    order = resultOrder(definition);
  }

  /** The order of the result rows of an aggregate: by window end and key. */
  static RowOrder resultOrder(AggregateDefinition definition) {
    int keys = definition.keyColumns().length;
    boolean windows = definition.output().size() == keys + 2 + definition.aggregates().size();
    List<Integer> columns = new ArrayList<>();
    if (windows) {
      columns.add(keys + 1);
    }
    for (int key = 0; key < keys; key++) {
      columns.add(key);
    }
    if (windows) {
      columns.add(keys);
    }
    return new RowOrder(definition.output(), columns);
  }

  /** Hands on the results of all shards. */
  void results(List<ShardOutput> shards, ResultConsumer next) {
    ShardOutput only = only(shards, false);
    if (only != null) {
      only.results().forEach(sent -> emit(sent, sent.rows(), next));
      return;
    }
    List<ShardOutput.Sent> all = new ArrayList<>();
    Map<Group, List<SlotList>> groups = new TreeMap<>();
    for (ShardOutput shard : shards) {
      Map<Group, SlotList> own = new TreeMap<>();
      for (ShardOutput.Sent sent : shard.results()) {
        own.computeIfAbsent(group(sent), group -> new SlotList()).add(all.size());
        all.add(sent);
      }
      own.forEach((group, sent) -> groups.computeIfAbsent(group, g -> new ArrayList<>()).add(sent));
    }
    groups.forEach((group, sent) -> merge(all, sent, (head, rows) -> emit(head, rows, next)));
  }

  /** Hands on the late rows of all shards: together what arrived at one time. */
  void late(List<ShardOutput> shards, Consumer<LateRows> next) {
    ShardOutput only = only(shards, true);
    if (only != null) {
      only.late().forEach(sent -> next.accept(lateRows(sent)));
      return;
    }
    List<ShardOutput.Sent> all = new ArrayList<>();
    List<SlotList> own = new ArrayList<>();
    for (ShardOutput shard : shards) {
      SlotList indexes = new SlotList();
      for (ShardOutput.Sent sent : shard.late()) {
        indexes.add(all.size());
        all.add(sent);
      }
      if (indexes.size() > 0) {
        own.add(indexes);
      }
    }
    if (all.isEmpty()) {
      return;
    }
    Picks picks = picks(all, own);
    for (int from = 0, to; from < picks.count; from = to) {
      long arrivedAt = lateRows(all.get(picks.sources[from])).arrivedAt();
      to = from + 1;
      while (to < picks.count && lateRows(all.get(picks.sources[to])).arrivedAt() == arrivedAt) {
        to++;
      }
      next.accept(late(all, picks, from, to));
    }
  }

  private static LateRows late(List<ShardOutput.Sent> all, Picks picks, int from, int to) {
    long[] lateness = new long[to - from];
    int[] dropped = new int[to - from];
    int[] accepted = new int[to - from];
    for (int i = from; i < to; i++) {
      LateRows late = lateRows(all.get(picks.sources[i]));
      lateness[i - from] = late.latenessMillis()[picks.rows[i]];
      dropped[i - from] = late.windowsDropped()[picks.rows[i]];
      accepted[i - from] = late.windowsAccepted()[picks.rows[i]];
    }
    long arrivedAt = lateRows(all.get(picks.sources[from])).arrivedAt();
    return new LateRows(rows(all, picks, from, to), arrivedAt, lateness, dropped, accepted);
  }

  /** The only shard that has sent anything, or null. */
  private static @Nullable ShardOutput only(List<ShardOutput> shards, boolean late) {
    ShardOutput only = null;
    for (ShardOutput shard : shards) {
      if (!(late ? shard.late() : shard.results()).isEmpty()) {
        if (only != null) {
          return null;
        }
        only = shard;
      }
    }
    return only;
  }

  private Group group(ShardOutput.Sent sent) {
    Emission emission = emission(sent);
    int phase = (emission.kind() == RowKind.EARLY ? 2 : 0) + (emission.removed() ? 0 : 1);
    return new Group(sent.step(), phase);
  }

  /** Takes rows that belong together. */
  private interface Run {
    void accept(ShardOutput.Sent head, ColumnBatch rows);
  }

  private void merge(List<ShardOutput.Sent> all, List<SlotList> shards, Run next) {
    if (shards.size() == 1) {
      for (int i = 0; i < shards.get(0).size(); i++) {
        ShardOutput.Sent sent = all.get(shards.get(0).get(i));
        next.accept(sent, sent.rows());
      }
      return;
    }
    Picks picks = picks(all, shards);
    for (int from = 0, to; from < picks.count; from = to) {
      ShardOutput.Sent head = all.get(picks.sources[from]);
      to = from + 1;
      while (to < picks.count && together(head, all.get(picks.sources[to]))) {
        to++;
      }
      next.accept(head, rows(all, picks, from, to));
    }
  }

  private static boolean together(ShardOutput.Sent left, ShardOutput.Sent right) {
    Emission one = emission(left);
    Emission other = emission(right);
    return one.kind() == other.kind()
        && one.removed() == other.removed()
        && one.emittedAt() == other.emittedAt()
        && one.watermark() == other.watermark();
  }

  /** All rows of some shards in order: the one with the least next row is always first. */
  private Picks picks(List<ShardOutput.Sent> all, List<SlotList> shards) {
    Picks picks = new Picks(all.size());
    Cursor[] cursors = new Cursor[shards.size()];
    int count = 0;
    for (SlotList indexes : shards) {
      insert(cursors, count++, new Cursor(all, indexes));
    }
    while (count > 0) {
      Cursor first = cursors[0];
      picks.add(first.indexes.get(first.at), first.row);
      boolean more = first.next();
      if (more && (count == 1 || compare(first, cursors[1]) <= 0)) {
        continue;
      }
      System.arraycopy(cursors, 1, cursors, 0, --count);
      if (more) {
        insert(cursors, count++, first);
      }
    }
    return picks;
  }

  private void insert(Cursor[] cursors, int count, Cursor cursor) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(cursors[middle], cursor) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    System.arraycopy(cursors, low, cursors, low + 1, count - low);
    cursors[low] = cursor;
  }

  private int compare(Cursor left, Cursor right) {
    ShardOutput.Sent one = left.sent();
    ShardOutput.Sent other = right.sent();
    int[] places = one.places();
    int[] others = other.places();
    return places != null && others != null
        ? Integer.compare(places[left.row], others[right.row])
        : order.compare(one.rows(), left.row, other.rows(), right.row);
  }

  private static ColumnBatch rows(List<ShardOutput.Sent> all, Picks picks, int from, int to) {
    List<ColumnBatch> batches = new ArrayList<>();
    int[] sources = new int[to - from];
    for (int i = from; i < to; i++) {
      int source = picks.sources[i];
      if (picks.numberOf[source] == 0) {
        batches.add(all.get(source).rows());
        picks.numberOf[source] = batches.size();
      }
      sources[i - from] = picks.numberOf[source] - 1;
    }
    for (int i = from; i < to; i++) {
      picks.numberOf[picks.sources[i]] = 0;
    }
    return batches.size() == 1 && batches.get(0).rowCount() == sources.length
        ? batches.get(0)
        : Interleave.rows(batches, sources, Arrays.copyOfRange(picks.rows, from, to));
  }

  private static void emit(ShardOutput.Sent head, ColumnBatch rows, ResultConsumer next) {
    Emission emission = emission(head);
    next.emit(rows == emission.rows() ? emission : emission.withRows(rows));
  }

  private static Emission emission(ShardOutput.Sent sent) {
    Emission emission = sent.emission();
    if (emission == null) {
      throw new AssertionError("late rows are no results");
    }
    return emission;
  }

  private static LateRows lateRows(ShardOutput.Sent sent) {
    LateRows late = sent.lateRows();
    if (late == null) {
      throw new AssertionError("results are not late");
    }
    return late;
  }
}
