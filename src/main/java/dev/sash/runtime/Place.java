package dev.sash.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Where in a run of rows an operator is. It says so before it sends something that belongs to one
 * row, and what several shards send during one call is put into that order.
 */
public final class Place {
  /** Behind all rows of the run. */
  static final int LAST = Integer.MAX_VALUE;

  private int step;
  private int @Nullable [] rows;

  /** At the beginning of a call. */
  public Place() {
    begin();
  }

  /** A new call. */
  void begin() {
    step = 0;
    rows = null;
  }

  /** What is sent next comes after what was sent at smaller steps. */
  void at(int next) {
    step = next;
  }

  /** The rows of the next batch that is sent belong to these rows of the run; null for none. */
  void atRows(int @Nullable [] numbers) {
    rows = numbers;
  }

  int step() {
    return step;
  }

  int @Nullable [] rows() {
    return rows;
  }
}
