package dev.sash.runtime;

import dev.sash.data.Schema;
import java.util.List;

/**
 * What a join gives.
 *
 * @param leftKeys ordinals of the columns that must be equal
 * @param rightKeys those of the right side, in the same order
 * @param pair the columns of both sides, which the condition looks at
 * @param output the columns that are given
 */
public record JoinForm(
    Kind kind, List<Integer> leftKeys, List<Integer> rightKeys, Schema pair, Schema output) {

  public JoinForm {
    leftKeys = List.copyOf(leftKeys);
    rightKeys = List.copyOf(rightKeys);
  }

  /** Which rows are given. */
  public enum Kind {
    /** Pairs. */
    INNER(false, false),
    /** Pairs, and rows of the left side without a partner. */
    LEFT(true, false),
    /** Pairs, and rows of the right side without a partner. */
    RIGHT(false, true),
    /** Pairs, and rows of either side without a partner. */
    FULL(true, true),
    /** Rows of the left side with a partner, once. */
    SEMI(false, false),
    /** Rows of the left side without a partner. */
    ANTI(true, false);

    private final boolean keepsLeft;
    private final boolean keepsRight;

    Kind(boolean keepsLeft, boolean keepsRight) {
      this.keepsLeft = keepsLeft;
      this.keepsRight = keepsRight;
    }

    /** Whether rows of the left side are given that have no partner. */
    public boolean keepsLeft() {
      return keepsLeft;
    }

    /** Whether rows of the right side are given that have no partner. */
    public boolean keepsRight() {
      return keepsRight;
    }

    /** Whether the columns of the right side are given. */
    public boolean givesRight() {
      return this != SEMI && this != ANTI;
    }
  }
}
