package dev.sash.runtime;

import dev.sash.aggregate.AggregateInput;
import dev.sash.data.DataType;
import dev.sash.data.Schema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an aggregate operator computes.
 *
 * @param input the columns that it takes
 * @param keyColumns ordinals of the group key
 * @param timeColumn ordinal of the event time; -1 without windows
 * @param onlyKey the key of the one group that there is even when nothing has come, or null
 * @param aggregates what is computed for each key and window
 * @param emit when results become visible
 * @param output key columns, window start and end if there are windows, aggregates
 * @param lateAsArrived whether late rows are shown as the stream delivered them
 */
public record AggregateDefinition(
    Schema input,
    int[] keyColumns,
    int timeColumn,
    @Nullable List<@Nullable Long> onlyKey,
    List<AggregateInput> aggregates,
    EmitSpec emit,
    Schema output,
    boolean lateAsArrived) {

  /** The types of the group key. */
  public List<DataType> keyTypes() {
    return Arrays.stream(keyColumns).mapToObj(input::type).toList();
  }

  /**
   * Bounds of an operator's state.
   *
   * @param keys most group keys at a time
   * @param stateBytes most bytes
   * @param fillRows most rows that fill one gap in the input
   * @param reprocessBytes most bytes of closed panes that are kept for late rows; 0 for none
   * @param lateRows most late rows that are kept with them
   */
  public record Limits(
      int keys, long stateBytes, long fillRows, long reprocessBytes, long lateRows) {
    /** The same without closed panes for late rows. */
    public Limits withoutReprocessing() {
      return new Limits(keys, stateBytes, fillRows, 0, lateRows);
    }

    /**
     * Those of one of so many shards. What may be kept for later is divided among them; keys and
     * bytes that are needed are not, because one shard may need more of them than another.
     */
    Limits ofShard(int shards) {
      long late = Math.max(1, lateRows / shards);
      return new Limits(keys, stateBytes, fillRows, reprocessBytes / shards, late);
    }

    /** Limits that keep nothing for late rows. */
    public Limits(int keys, long stateBytes) {
      this(keys, stateBytes, 100_000, 0, 0);
    }
  }
}
