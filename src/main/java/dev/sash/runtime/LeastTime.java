package dev.sash.runtime;

import java.util.Arrays;

/**
 * The least of many times, each of which moves often: a tournament. A change costs as many steps as
 * the number of times has binary digits. Times that do not take part are {@link Long#MAX_VALUE}.
 *
 * <pre>
 *   times:       7   3   9   (none)
 *   tournament:      3
 *                3       9
 *              7   3   9   MAX
 * </pre>
 */
final class LeastTime {
  private long[] nodes = {Long.MAX_VALUE, Long.MAX_VALUE};
  private int leaves = 1;

  /** The least time, {@link Long#MAX_VALUE} when none takes part. */
  long least() {
    return nodes[1];
  }

  /** Changes the time at an ordinal from 0, for which there is always room. */
  void set(int ordinal, long time) {
    if (ordinal >= leaves) {
      grow(ordinal + 1);
    }
    int node = leaves + ordinal;
    nodes[node] = time;
    while (node > 1) {
      node >>= 1;
      long winner = Math.min(nodes[2 * node], nodes[2 * node + 1]);
      if (nodes[node] == winner) {
        return;
      }
      nodes[node] = winner;
    }
  }

  private void grow(int count) {
    int wider = leaves;
    while (wider < count) {
      wider *= 2;
    }
    long[] grown = new long[wider * 2];
    Arrays.fill(grown, Long.MAX_VALUE);
    System.arraycopy(nodes, leaves, grown, wider, leaves);
    for (int node = wider - 1; node > 0; node--) {
      grown[node] = Math.min(grown[2 * node], grown[2 * node + 1]);
    }
    nodes = grown;
    leaves = wider;
  }
}
