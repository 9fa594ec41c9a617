package dev.sash.runtime;

import dev.sash.aggregate.StateBudget;
import dev.sash.data.ColumnBatch;
import dev.sash.pane.KeyHash;
import dev.sash.pane.KeyLimit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;

/**
 * An aggregate whose keys are split among several operators by a hash of their values. Each has
 * keys and state of its own; what they send during one call is put in order before it goes on, so
 * nobody can tell from the results how many there are.
 *
 * <p>Called by one thread, as every operator. During a call the shards may be at work side by side;
 * they have all come to an end when it returns.
 */
public final class ShardedOperator implements AggregateOperator {
  private final AggregateDefinition definition;
  private final AggregateDefinition.Limits limits;
  private final AggregateOutput output;
  private final Sharding sharding;
  private final CallTime time;
  private final List<Shard> shards;
  private final List<ShardOutput> outputs;
  private final ShardMerge merge;
  private final KeyHash hash;
  private final RowNumbers numbers = new RowNumbers();
  private long[] hashes = {};
  private final int[][] chosen;
  private final int[] counts;
  private final boolean[] takenBack;
  private boolean manyRows;
  private volatile long closedEnd;

  private ShardedOperator(
      AggregateDefinition definition,
      AggregateOutput output,
      AggregateDefinition.Limits limits,
      Members members) {
    this.definition = definition;
    this.limits = limits;
    this.output = output;
    sharding = members.sharding;
    time = members.time;
    shards = members.shards;
    outputs = members.outputs;
    merge = new ShardMerge(definition);
    hash = new KeyHash(definition.keyTypes());
    chosen = new int[shards.size()][0];
    counts = new int[shards.size()];
    takenBack = new boolean[shards.size()];
    closedEnd = newestClosedEnd();
  }

  /** Whether the keys of an aggregate can be split: there are some, and none needs another. */
  public static boolean canSplit(AggregateDefinition definition) {
    return definition.keyColumns().length > 0 && definition.onlyKey() == null;
  }

  /**
   * An operator without rows.
   *
   * @param definition what it computes; {@link #canSplit} says whether that is possible
   * @param limits those of all shards together
   * @param maker makes a shard, with aggregate functions of its own
   */
  public static ShardedOperator of(
      AggregateDefinition definition,
      AggregateOutput output,
      AggregateDefinition.Limits limits,
      Sharding sharding,
      BiFunction<AggregateOutput, AggregateDefinition.Limits, Shard> maker) {
    List<ShardOutput> outputs = new ArrayList<>();
    List<Shard> shards = new ArrayList<>();
    CallTime time = new CallTime(output.time());
    for (int i = 0; i < sharding.shards(); i++) {
      outputs.add(new ShardOutput());
      AggregateOutput own = outputs.get(i).output(time);
      shards.add(maker.apply(own, limits.ofShard(sharding.shards())));
    }
    Members members = new Members(shards, outputs, time, sharding);
    return new ShardedOperator(definition, output, limits, members);
  }

  /** The shards, what each writes to, their time, and who works them off. */
  private record Members(
      List<Shard> shards, List<ShardOutput> outputs, CallTime time, Sharding sharding) {}

  // Rows

  @Override
  public void rows(Rows rows) {
    split(rows);
    makeRoom(rows.count());
    manyRows |= rows.count() >= sharding.parallelMin();
    all(rows.count() >= sharding.parallelMin(), shard -> feed(shard, rows));
  }

  private void split(Rows rows) {
    int count = rows.count();
    int[] all = numbers.of(rows);
    if (hashes.length < count) {
      hashes = new long[count];
      Arrays.setAll(chosen, shard -> new int[count]);
    }
    ColumnBatch batch = rows.batch();
    hash.hash(AggregateState.keyColumns(definition, batch), all, count, hashes);
    Arrays.fill(counts, 0);
    long ways = shards.size();
    for (int i = 0; i < count; i++) {
      int shard = (int) ((hashes[i] >>> 33) * ways >>> 31);
      chosen[shard][counts[shard]++] = all[i];
    }
  }

  /**
   * Sessions close at rows of other keys too, and what a shard was made to take back it answers
   * when the rows that follow are in: such shards are called though they take no row.
   */
  private void feed(int number, Rows rows) {
    Shard shard = shards.get(number);
    if (counts[number] > 0 || takenBack[number] || shard instanceof SessionAggregateOperator) {
      takenBack[number] = rows.retracting();
      shard.rows(rows, chosen[number], counts[number]);
    }
  }

  /** The limits are those of all shards together; what can be given up is given up before that. */
  private void makeRoom(int comingRows) {
    StateSize total = stateSize();
    boolean tight = total.bytes() > limits.stateBytes() / 2;
    if (tight || total.keys() > limits.keys() - comingRows) {
      for (Shard shard : shards) {
        long others = total.keys() - shard.stateSize().keys();
        shard.makeRoom((int) Math.min(Integer.MAX_VALUE, comingRows + others), tight);
      }
    }
  }

  // Calls

  private void begin() {
    time.begin();
    outputs.forEach(ShardOutput::begin);
  }

  private void all(boolean large, IntConsumer call) {
    begin();
    (large ? sharding.parallel() : Parallel.INLINE).run(shards.size(), call);
    finish();
  }

  private void finish() {
    merge.results(outputs, output.results());
    merge.late(outputs, output.late());
    closedEnd = newestClosedEnd();
    StateSize total = stateSize();
    if (total.keys() > limits.keys()) {
      throw KeyLimit.exceeded(limits.keys());
    }
    if (total.bytes() > limits.stateBytes()) {
      throw StateBudget.exceeded(total.bytes(), limits.stateBytes());
    }
  }

  private boolean holdsMany() {
    return stateSize().keys() >= sharding.parallelMin();
  }

  // Time

  /** Sessions close at rows that a condition has dropped, too. */
  @Override
  public void fed(Arrival arrival, int to) {
    if (shards.get(0) instanceof SessionAggregateOperator) {
      all(false, shard -> shards.get(shard).fed(arrival, to));
    }
  }

  @Override
  public long settledEnd() {
    return shards.stream().mapToLong(Shard::settledEnd).min().orElse(Long.MAX_VALUE);
  }

  @Override
  public long nextBoundary() {
    long boundary = Long.MAX_VALUE;
    for (Shard shard : shards) {
      boundary = Math.min(boundary, shard.nextBoundary());
    }
    return boundary;
  }

  @Override
  public void watermark() {
    all(holdsMany(), shard -> shards.get(shard).watermark());
  }

  @Override
  public boolean hasUnsent() {
    for (Shard shard : shards) {
      if (shard.hasUnsent()) {
        return true;
      }
    }
    return false;
  }

  /** Every shard sees every tick: which windows were in its scope is the same for all. */
  @Override
  public void tick(long tickMillis) {
    all(holdsMany(), shard -> shards.get(shard).tick(tickMillis));
  }

  @Override
  public void batchEnd() {
    boolean large = manyRows && definition.emit().onChange();
    manyRows = false;
    all(large, shard -> shards.get(shard).batchEnd());
    Arrays.fill(takenBack, false);
  }

  // Snapshots

  @Override
  public void snapshot(DataOutput data) throws IOException {
    data.writeInt(shards.size());
    for (Shard shard : shards) {
      shard.snapshot(data);
    }
  }

  @Override
  public void restore(DataInput data) throws IOException {
    int written = data.readInt();
    if (written != shards.size()) {
      throw new IOException(
          "a snapshot has the shards of its query: written=" + written + ", has=" + shards.size());
    }
    for (Shard shard : shards) {
      shard.restore(data);
    }
    closedEnd = newestClosedEnd();
  }

  // Progress

  /** What one waits with, all wait with; else as far as the one that has come furthest. */
  private long newestClosedEnd() {
    long waits = Long.MAX_VALUE;
    long sent = Long.MIN_VALUE;
    for (Shard shard : shards) {
      waits = Math.min(waits, shard.waitsAt());
      sent = Math.max(sent, shard.sentEnd());
    }
    return Math.min(waits, sent);
  }

  @Override
  public long closedEnd() {
    return closedEnd;
  }

  @Override
  public long lateRows() {
    return shards.stream().mapToLong(Shard::lateRows).sum();
  }

  @Override
  public long nextClose() {
    return shards.stream().mapToLong(Shard::nextClose).min().orElse(Long.MAX_VALUE);
  }

  /** Windows on a grid are the same for all keys, sessions and counted rows are a key's own. */
  @Override
  public long openWindows() {
    boolean own =
        shards.get(0) instanceof SessionAggregateOperator
            || shards.get(0) instanceof RowCountAggregateOperator;
    return own
        ? shards.stream().mapToLong(Shard::openWindows).sum()
        : shards.stream().mapToLong(Shard::openWindows).max().orElse(0);
  }

  @Override
  public StateSize stateSize() {
    StateSize total = StateSize.EMPTY;
    for (Shard shard : shards) {
      total = total.plus(shard.stateSize());
    }
    return total;
  }
}
