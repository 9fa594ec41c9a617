package dev.sash.aggregate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A loop that adds rows to all aggregates of their records at once; {@link FusedWriter} writes it.
 */
public abstract class FusedAddition {
  private List<AggregateFunction> functions = List.of();
  private List<FunctionState> states = List.of();

  /** Sets where the parts are whose values may not fit. */
  final FusedAddition over(List<AggregateFunction> partFunctions, List<FunctionState> partStates) {
    functions = partFunctions;
    states = partStates;
    return this;
  }

  /**
   * Adds rows.
   *
   * @param chunks the words of the records: see {@link RecordStore#chunks}
   * @param values by ordinal of the column the array of its values, where it is an argument
   * @param nulls by ordinal of the column its null bitmap, or null when it has no NULL
   * @param rows numbers of the rows
   * @param records the record of each
   */
  public abstract void add(
      long[][] chunks,
      int shift,
      int mask,
      @Nullable Object[] values,
      long[] @Nullable [] nulls,
      int[] rows,
      int[] records,
      int count);

  /** What the words of a part cannot take in one addition. */
  protected final void rare(int part, int record, double value) {
    functions.get(part).addRare(states.get(part), record, value);
  }
}
