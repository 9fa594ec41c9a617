package dev.sash.aggregate;

import dev.sash.data.BooleanColumn;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All aggregates of a query side by side in one record, and the operations on such records, each a
 * run at a time. Aggregates with the same state share it.
 *
 * <pre>
 *   COUNT(*), SUM(x), AVG(x), MIN(x)  of DOUBLE
 *   words    | 0     | 1   2   3     | 4   |       object 0: what two doubles do not take
 *            | count | sum, for both | min |
 * </pre>
 *
 * <p>Where x is never NULL, COUNT(*) is the third word of the sum and has none of its own.
 */
public final class RecordLayout {
  /** Records that are combined at a time: they stay in the first cache from part to part. */
  private static final int BLOCK = 128;

  private final List<AggregateInput> aggregates;
  private final List<Part> parts = new ArrayList<>();
  private final Part[] partOf;
  private final int objectSlots;
  private final long[] initial;
  private final RowAddition addition;
  private final int[] blockInto = new int[BLOCK];
  private final int[] blockFrom = new int[BLOCK];
  private final RowRun all = new RowRun();
  private final RowRun filtered = new RowRun();
  private final RowRun notNull = new RowRun();

  /**
   * One state that aggregates share.
   *
   * @param word its first word in the record
   * @param slot its object in the record, where it has one
   */
  record Part(AggregateInput input, int word, int slot) {
    FunctionState in(RecordStore store) {
      return new FunctionState(store, word, slot);
    }
  }

  /** A layout of the given aggregates. */
  public RecordLayout(List<AggregateInput> aggregates) {
    this.aggregates = List.copyOf(aggregates);
    partOf = new Part[aggregates.size()];
    int word = 0;
    int slot = 0;
    for (int i = 0; i < partOf.length; i++) {
      AggregateInput input = aggregates.get(i);
      if (counter(input) != null) {
        continue;
      }
      Part part = find(input);
      if (part == null) {
        part = new Part(input, word, slot);
        parts.add(part);
        word += input.function().words();
        slot += input.function().hasObject() ? 1 : 0;
      }
      partOf[i] = part;
    }
    for (int i = 0; i < partOf.length; i++) {
      AggregateInput counter = counter(aggregates.get(i));
      Part part = counter == null ? null : find(counter);
      if (counter != null && part != null) {
        partOf[i] = new Part(aggregates.get(i), part.word + counter.function().countWord(), 0);
      }
    }
    objectSlots = slot;
    initial = new long[word];
    for (Part part : parts) {
      part.input.function().initial(initial, part.word);
    }
    addition = new RowAddition(parts, word);
  }

  /** For COUNT(*), an aggregate that counts the same rows; null without one. */
  private @Nullable AggregateInput counter(AggregateInput count) {
    if (!(count.function() instanceof CountFunction) || !count.arguments().isEmpty()) {
      return null;
    }
    for (AggregateInput other : aggregates) {
      if (other.function().countWord() >= 0 && other.filterColumn() == count.filterColumn()) {
        return other;
      }
    }
    return null;
  }

  private @Nullable Part find(AggregateInput input) {
    for (Part part : parts) {
      if (part.input.sharesState(input)) {
        return part;
      }
    }
    return null;
  }

  /** The aggregates, by ordinal. */
  public List<AggregateInput> aggregates() {
    return aggregates;
  }

  /** Bytes of a record, without what its objects hold. */
  public int recordBytes() {
    return Long.BYTES * (initial.length + objectSlots);
  }

  /** Whether combinations of many panes may be kept: see {@link AggregateFunction#isCompact}. */
  public boolean isCompact() {
    return parts.stream().allMatch(part -> part.input.function().isCompact());
  }

  /** Whether records without objects are combined word by word, in a {@link StateBlock}. */
  public boolean isWordwise() {
    return parts.stream().allMatch(part -> part.input.function().isWordwise());
  }

  /** A block of the state of some keys. */
  public StateBlock newBlock() {
    StateBlock.Part[] states =
        parts.stream()
            .map(part -> new StateBlock.Part(part.input.function(), part.word))
            .toArray(StateBlock.Part[]::new);
    StateBlock.Part[] results = new StateBlock.Part[partOf.length];
    for (int i = 0; i < results.length; i++) {
      results[i] = new StateBlock.Part(aggregates.get(i).function(), partOf[i].word);
    }
    return new StateBlock(states, results, initial, newStore(StateBudget.unlimited()));
  }

  /** An empty store of such records. */
  public RecordStore newStore(StateBudget budget) {
    return new RecordStore(initial, objectSlots, budget);
  }

  /** A store for one function alone. */
  static RecordStore storeOf(AggregateFunction function) {
    AggregateInput input = new AggregateInput(function, List.of(0), -1);
    return new RecordLayout(List.of(input)).newStore(StateBudget.unlimited());
  }

  /**
   * Adds rows of a batch to records.
   *
   * @param rows numbers of the rows
   * @param records parallel to {@code rows}: the record that each row goes to
   */
  public void add(ColumnBatch batch, int[] rows, int[] records, int count, RecordStore store) {
    RowRun added = all.of(rows, records, count);
    boolean done = addition.add(batch, added, store);
    change(done ? addition.others() : parts, batch, added, store, false);
  }

  /** Takes back rows that were added; parameters as of {@link #add}. */
  public void retract(ColumnBatch batch, int[] rows, int[] records, int count, RecordStore store) {
    change(parts, batch, all.of(rows, records, count), store, true);
  }

  private void change(
      List<Part> changing, ColumnBatch batch, RowRun changed, RecordStore store, boolean retract) {
    int filteredBy = -1;
    for (Part part : changing) {
      int filter = part.input.filterColumn();
      if (filter >= 0 && filter != filteredBy) {
        filtered.whereTrue(changed, (BooleanColumn) batch.column(filter));
        filteredBy = filter;
      }
      RowRun run = filter >= 0 ? filtered : changed;
      List<Integer> ordinals = part.input.arguments();
      Column[] arguments = new Column[ordinals.size()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = batch.column(ordinals.get(i));
        if (arguments[i].hasNulls() && i < part.input.function().strictArguments()) {
          run = notNull.whereNotNull(run, arguments[i]);
        }
      }
      if (retract) {
        part.input.function().retract(arguments, run, part.in(store));
      } else {
        part.input.function().accumulate(arguments, run, part.in(store));
      }
    }
  }

  /**
   * Adds records to records; those on the left side change, those on the right stay as they are.
   */
  public void combine(RecordStore into, RecordStore from, RecordPairs pairs) {
    boolean isOne = pairs.count() <= BLOCK;
    RecordPairs block = isOne ? pairs : new RecordPairs(blockInto, blockFrom, 0);
    for (int start = 0; start < pairs.count(); start += BLOCK) {
      if (!isOne) {
        int count = Math.min(BLOCK, pairs.count() - start);
        System.arraycopy(pairs.into(), start, blockInto, 0, count);
        System.arraycopy(pairs.from(), start, blockFrom, 0, count);
        block = new RecordPairs(blockInto, blockFrom, count);
      }
      for (Part part : parts) {
        part.input.function().combine(part.in(into), part.in(from), block);
      }
    }
  }

  /**
   * How records of another layout are added to records of this one.
   *
   * @param first the aggregate there that is this layout's first; the others follow it
   */
  public RecordTransfer transferFrom(RecordLayout other, int first) {
    List<RecordTransfer.Move> moves = new ArrayList<>();
    for (Part part : parts) {
      int aggregate = Arrays.asList(partOf).indexOf(part);
      moves.add(new RecordTransfer.Move(part, other.partOf[first + aggregate]));
    }
    return new RecordTransfer(moves);
  }

  /**
   * Appends the results of one aggregate.
   *
   * @throws dev.sash.error.SashException when a result is outside its type; then the size of {@code
   *     out} says which record it was
   */
  public void result(
      int aggregate, RecordStore store, int[] records, int count, ColumnBuilder out) {
    AggregateFunction function = aggregates.get(aggregate).function();
    function.result(partOf[aggregate].in(store), records, count, out);
  }

  /** Writes records. */
  public void write(RecordStore store, int[] records, int count, DataOutput output)
      throws IOException {
    for (int i = 0; i < count; i++) {
      for (Part part : parts) {
        part.input.function().write(part.in(store), records[i], output);
      }
    }
  }

  /** Reads into new records what {@link #write} wrote for a layout of the same aggregates. */
  public void read(RecordStore store, int[] records, int count, DataInput input)
      throws IOException {
    for (int i = 0; i < count; i++) {
      for (Part part : parts) {
        part.input.function().read(part.in(store), records[i], input);
      }
    }
  }

  @Override
  public String toString() {
    return aggregates.size() + " aggregates in " + Arrays.toString(initial);
  }
}
