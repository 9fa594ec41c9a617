package dev.sash.pane;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The panes that exist, by ordinal. Years may lie between two of them, so this is a sorted list and
 * not a ring: the newest end takes almost every new pane, the oldest end gives up the expired ones,
 * and a search costs O(log n). A small cache answers for the panes that rows are going to now.
 */
final class PaneDirectory {
  private static final int CACHE = 64;

  private long[] ordinals = new long[16];
  private @Nullable Pane[] panes = new Pane[16];
  private int head;
  private int tail;
  private final @Nullable Pane[] cache = new Pane[CACHE];

  int size() {
    return tail - head;
  }

  /** The pane at an index from 0, in order of ordinals. */
  Pane at(int index) {
    Pane pane = panes[head + index];
    if (pane == null) {
      throw new IndexOutOfBoundsException(index);
    }
    return pane;
  }

  /** The index of the first pane at or after an ordinal; {@link #size} when there is none. */
  int indexFrom(long ordinal) {
    int low = head;
    int high = tail;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ordinals[middle] < ordinal) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - head;
  }

  /** The pane of that ordinal, or null. */
  @Nullable Pane find(long ordinal) {
    int place = (int) ordinal & (CACHE - 1);
    Pane cached = cache[place];
    if (cached != null && cached.ordinal == ordinal) {
      return cached;
    }
    int index = indexFrom(ordinal);
    if (index == size() || ordinals[head + index] != ordinal) {
      return null;
    }
    cache[place] = panes[head + index];
    return cache[place];
  }

  /** See {@link Panes#nearestBefore}. */
  long nearestBefore(int id, long pane, long oldest) {
    for (int i = indexFrom(pane + 1) - 1; i >= 0 && at(i).ordinal >= oldest; i--) {
      if (at(i).entries.slot(id) >= 0) {
        return at(i).ordinal;
      }
    }
    return Long.MIN_VALUE;
  }

  /** See {@link Panes#nearestAfter}. */
  long nearestAfter(int id, long pane, long newest) {
    for (int i = indexFrom(pane + 1); i < size() && at(i).ordinal <= newest; i++) {
      if (at(i).entries.slot(id) >= 0) {
        return at(i).ordinal;
      }
    }
    return Long.MAX_VALUE;
  }

  /** Adds a pane whose ordinal is new. */
  void insert(Pane pane) {
    if (tail == ordinals.length) {
      makeRoom();
    }
    int at = head + indexFrom(pane.ordinal);
    System.arraycopy(ordinals, at, ordinals, at + 1, tail - at);
    System.arraycopy(panes, at, panes, at + 1, tail - at);
    ordinals[at] = pane.ordinal;
    panes[at] = pane;
    tail++;
  }

  private void makeRoom() {
    int size = size();
    int length = Math.max(16, size * 2);
    ordinals = Arrays.copyOf(Arrays.copyOfRange(ordinals, head, tail), length);
    panes = Arrays.copyOf(Arrays.copyOfRange(panes, head, tail), length);
    head = 0;
    tail = size;
  }

  /** Takes the oldest pane out. */
  Pane removeFirst() {
    Pane pane = at(0);
    int place = (int) pane.ordinal & (CACHE - 1);
    if (cache[place] == pane) {
      cache[place] = null;
    }
    panes[head++] = null;
    if (head == tail) {
      head = 0;
      tail = 0;
    }
    return pane;
  }
}
