package dev.sash.plan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A physical node and what identifies its rows.
 *
 * @param identity null for rows that only come, one after another
 */
record PlannedRows(PhysicalNode node, @Nullable Identity identity) {

  /**
   * Where the parts of a row's identity are.
   *
   * @param keys ordinals of the group key, in the order of GROUP BY
   * @param windowStart ordinal of the window's start, -1 without windows
   * @param windowEnd ordinal of the window's end, -1 without windows
   */
  record Identity(List<Integer> keys, int windowStart, int windowEnd) {
    Identity {
      keys = List.copyOf(keys);
    }

    /** All parts, each once. */
    List<Integer> parts() {
      List<Integer> parts = new ArrayList<>(keys);
      if (windowStart >= 0) {
        parts.add(windowStart);
        parts.add(windowEnd);
      }
      return parts.stream().distinct().toList();
    }
  }
}
