package dev.sash.database;

import org.h2.index.IndexCondition;

/** What conditions on a column promise to the planner. */
final class Conditions {
  private Conditions() {}

  /** By how much fewer rows there are between bounds. */
  static double rangeSelectivity(int mask) {
    if ((mask & IndexCondition.RANGE) == IndexCondition.RANGE) {
      return 4;
    }
    return (mask & IndexCondition.RANGE) != 0 ? 3 : 1;
  }
}
