package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate function over one list of argument types. It has no state of its own: its state is a
 * fixed number of words in a record (and at most one object for what does not fit), so that the
 * same function serves every key, pane and window.
 *
 * <p>Every function is a commutative monoid: {@link #combine} is associative and commutative, a new
 * record is its identity. Results therefore depend on the set of rows only, never on their order or
 * on how they were spread over panes. Windows are combined from panes, never subtracted. Where the
 * input itself takes rows back, {@link AggregateFunctions} gives functions that have an inverse.
 *
 * <p>All operations work on runs of records, one call a run: the loop is inside the function, over
 * primitive arrays. Single-threaded.
 */
public abstract class AggregateFunction {
  private final DataType resultType;

  AggregateFunction(DataType resultType) {
    this.resultType = resultType;
  }

  /** The type of the result column. */
  public final DataType resultType() {
    return resultType;
  }

  /** Words of state. */
  abstract int words();

  /** Whether the state needs an object besides its words. */
  boolean hasObject() {
    return false;
  }

  /** Writes the state before any row, at an offset of zeros. */
  void initial(long[] record, int at) {}

  /**
   * Whether keeping combinations of many panes costs no more memory than keeping the panes. False
   * for sets, which grow by being combined.
   */
  boolean isCompact() {
    return true;
  }

  /**
   * The word of the state that counts the rows which were added, where no argument can be NULL: a
   * COUNT(*) of the same rows needs no word of its own then. The lower 61 bits are the count.
   *
   * @return -1 where there is none
   */
  int countWord() {
    return -1;
  }

  /**
   * What the state means. Two functions with equal answers, over the same arguments and filter,
   * have the same state in every record and share it: AVG(x) costs nothing beside SUM(x).
   */
  abstract Object stateMeaning();

  /**
   * Adds rows to their records. The run holds no row that a filter rejects or that has a NULL among
   * the {@link #strictArguments}.
   */
  abstract void accumulate(Column[] arguments, RowRun run, FunctionState state);

  /**
   * The Java statements that add one value to the words of a record, where that takes no more than
   * its words: {@link FusedWriter} puts those of all aggregates into one loop. They may use {@code
   * words} and {@code record}, and call {@code rare(part, record, value)}.
   *
   * @param value names the value, a {@code double} or a {@code long}
   * @param at an expression for the first word
   * @param part a number to give to {@code rare}
   * @return null where rows must be added by {@link #accumulate}
   */
  @Nullable String addition(String value, String at, int part) {
    return null;
  }

  /** What {@link #addition} has found to be uncommon. */
  void addRare(FunctionState state, int record, double value) {
    throw new AssertionError("nothing is rare: function=" + this);
  }

  /** Whether {@link #retract} undoes {@link #accumulate}, of a function made for that. */
  boolean isInvertible() {
    return false;
  }

  /** Takes back rows that were accumulated, exactly; the run is as there. */
  void retract(Column[] arguments, RowRun run, FunctionState state) {
    throw new AssertionError("the function has no inverse: function=" + this);
  }

  /** How many of the arguments, from the first on, leave a row out when they are NULL. */
  int strictArguments() {
    return Integer.MAX_VALUE;
  }

  /** Adds records to records. */
  abstract void combine(FunctionState into, FunctionState from, RecordPairs pairs);

  /**
   * Appends one result a record.
   *
   * @throws dev.sash.error.SashException when a result is outside its type; then the size of {@code
   *     out} says which record it was
   */
  abstract void result(FunctionState state, int[] records, int count, ColumnBuilder out);

  /** Whether the state is in words as long as a record has no object: see {@link StateBlock}. */
  boolean isWordwise() {
    return false;
  }

  /**
   * Combines the records that are the block's source with its rows.
   *
   * @param word the first word of the state
   * @return negative when a row's state is no longer in its words alone
   */
  long combine(StateBlock block, int word) {
    throw new AssertionError("the state is not in words: function=" + this);
  }

  /**
   * Appends a result for each row of a block; throws as {@link #result(FunctionState, int[], int,
   * ColumnBuilder)}.
   */
  void result(StateBlock block, int word, ColumnBuilder out) {
    throw new AssertionError("the state is not in words: function=" + this);
  }

  /** Writes a record's object. */
  void writeObject(Object value, DataOutput output) throws IOException {
    throw new AssertionError(value);
  }

  /** Reads what {@link #writeObject} wrote. */
  Object readObject(DataInput input) throws IOException {
    throw new AssertionError(this);
  }

  /** Writes a record's part of the state. */
  final void write(FunctionState state, int record, DataOutput output) throws IOException {
    long[] words = state.words(record);
    int at = state.at(record);
    for (int i = 0; i < words(); i++) {
      output.writeLong(words[at + i]);
    }
    if (hasObject()) {
      Object value = state.object(record);
      output.writeBoolean(value != null);
      if (value != null) {
        writeObject(value, output);
      }
    }
  }

  /** Reads into a new record what {@link #write} wrote. */
  final void read(FunctionState state, int record, DataInput input) throws IOException {
    long[] words = state.words(record);
    int at = state.at(record);
    for (int i = 0; i < words(); i++) {
      words[at + i] = input.readLong();
    }
    if (hasObject()) {
      @Nullable Object value = input.readBoolean() ? readObject(input) : null;
      state.setObject(record, value);
    }
  }
}
