package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.runtime.OverFrame;
import org.jspecify.annotations.Nullable;

/**
 * One function of a {@link PhysicalNode.Over}.
 *
 * @param kind what it does
 * @param frame the rows that it looks at
 * @param aggregate the call, where it is an aggregate
 * @param value ordinal of the value in the input; -1 where it has none
 * @param number how many rows before, or the place in the frame; 0 for the last one
 * @param defaultColumn ordinal of what is given without such a row; -1 for NULL
 * @param ignoresNulls whether rows without a value are not counted
 * @param type of the result
 * @param text the call as SQL, for EXPLAIN
 */
public record OverCall(
    Kind kind,
    OverFrame frame,
    @Nullable AggregateCall aggregate,
    int value,
    int number,
    int defaultColumn,
    boolean ignoresNulls,
    DataType type,
    String text) {

  /** Families of functions. */
  public enum Kind {
    /** Any aggregate. */
    AGGREGATE,
    /** ROW_NUMBER. */
    ROW_NUMBER,
    /** RANK. */
    RANK,
    /** DENSE_RANK. */
    DENSE_RANK,
    /** The value of an earlier row. */
    LAG,
    /** The value of a later row. */
    LEAD,
    /** The value of a row of the frame. */
    VALUE
  }

  /** Whether its frame slides, and does not end with the row itself. */
  boolean endsElsewhere() {
    boolean endsWithRow = kind == Kind.LAG || frame.following() == 0 || frame.isUnbounded();
    return kind == Kind.LEAD || !endsWithRow;
  }
}
