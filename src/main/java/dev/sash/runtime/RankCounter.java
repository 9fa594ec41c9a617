package dev.sash.runtime;

/** Counts through the sorted rows of partitions, as the ranking functions do. */
final class RankCounter {
  private long place;
  private long rank;
  private long dense;

  /** A partition begins. */
  void start() {
    place = 0;
    rank = 0;
    dense = 0;
  }

  /**
   * The next row.
   *
   * @param isPeer whether it is equal in the order to the row before it in its partition
   */
  void next(boolean isPeer) {
    place++;
    if (!isPeer) {
      rank = place;
      dense++;
    }
  }

  /** What a function gives for the row. */
  long number(WindowTopNOperator.Function function) {
    return switch (function) {
      case ROW_NUMBER -> place;
      case RANK -> rank;
      case DENSE_RANK -> dense;
    };
  }
}
