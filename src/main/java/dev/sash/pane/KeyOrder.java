package dev.sash.pane;

import dev.sash.aggregate.StateBudget;
import java.util.Arrays;

/**
 * Sorts ids by their keys. Comparing texts is dear, and the same keys are sorted window after
 * window, so the rank of each key among all is kept and extended when keys are added. Where few ids
 * of many are sorted and some have no rank yet, these are compared directly: extending the ranks
 * costs a step for every key there is.
 */
final class KeyOrder {
  /** Extending the ranks pays when one in so many keys was sorted since the last time. */
  private static final int SPARSE = 16;

  private static final int INSERTION_LENGTH = 12;

  /** Arrays are made an eighth longer than they have to be. */
  private static final int SPARE_SHARE = 8;

  private final KeyIndex keys;

  /** All ids below {@link #ranked} in order, and the place of each in it. */
  private int[] inOrder = {};

  private int[] ranks = {};
  private int ranked;

  /** Numbers in the order of the keys by id, so that hardly any two have to be compared. */
  private long[] numbers = {};

  private int numbered;
  private long sortedSinceExtended;
  private int[] scratch = {};
  private long[] marks = {};

  KeyOrder(KeyIndex keys) {
    this.keys = keys;
  }

  /** The order of two keys. */
  int compare(int left, int right) {
    return left < ranked && right < ranked
        ? Integer.compare(ranks[left], ranks[right])
        : keys.compare(left, right);
  }

  /** Sorted ids, in an array that is not to be changed: it may be the order of all keys itself. */
  int[] sorted(int[] ids, int count) {
    if (count < 2) {
      return ids;
    }
    if (count == keys.size()) {
      if (ranked < count) {
        extend();
      }
      return inOrder;
    }
    int[] sorted = Arrays.copyOf(ids, count);
    sort(sorted, count);
    return sorted;
  }

  void sort(int[] ids, int count) {
    if (count < 2) {
      return;
    }
    number();
    if (ranked < keys.size()) {
      sortedSinceExtended += count;
      if (sortedSinceExtended * SPARSE >= keys.size()) {
        extend();
        sortedSinceExtended = 0;
      }
    }
    for (int i = 0; i < count; i++) {
      if (ids[i] >= ranked) {
        sortByNumber(ids, count);
        return;
      }
    }
    sortByRank(ids, count);
  }

  private void sortByRank(int[] ids, int count) {
    if ((long) count * SPARSE < ranked) {
      reserve(count);
      for (int i = 0; i < count; i++) {
        scratch[i] = ranks[ids[i]];
      }
      Arrays.sort(scratch, 0, count);
      for (int i = 0; i < count; i++) {
        ids[i] = inOrder[scratch[i]];
      }
      return;
    }
    int length = (ranked >> 6) + 1;
    marks = marks.length < length ? new long[length + length / 2] : marks;
    for (int i = 0; i < count; i++) {
      int rank = ranks[ids[i]];
      marks[rank >> 6] |= 1L << rank;
    }
    int sorted = 0;
    for (int word = 0; word < length; word++) {
      for (long bits = marks[word]; bits != 0; bits &= bits - 1) {
        ids[sorted++] = inOrder[(word << 6) + Long.numberOfTrailingZeros(bits)];
      }
      marks[word] = 0;
    }
  }

  /**
   * Is told that keys are about to be numbered by their ranks.
   *
   * @return the ids so far, in order
   */
  int[] becomeIdentity() {
    if (ranked < keys.size()) {
      extend();
    }
    int[] sorted = inOrder;
    long[] moved = new long[numbers.length];
    inOrder = new int[sorted.length];
    for (int id = 0; id < ranked; id++) {
      moved[id] = numbers[sorted[id]];
      inOrder[id] = id;
      ranks[id] = id;
    }
    numbers = moved;
    return sorted;
  }

  private void number() {
    int size = keys.size();
    if (numbered < size) {
      numbers = numbers.length < size ? Arrays.copyOf(numbers, size + size / SPARE_SHARE) : numbers;
      if (!keys.number(numbered, numbers)) {
        keys.number(0, numbers);
      }
      numbered = size;
    }
  }

  private boolean isOrdered(int left, int right) {
    return numbers[left] == numbers[right]
        ? keys.compare(left, right) <= 0
        : numbers[left] < numbers[right];
  }

  private void extend() {
    number();
    int size = keys.size();
    int[] added = new int[size - ranked];
    for (int i = 0; i < added.length; i++) {
      added[i] = ranked + i;
    }
    sortByNumber(added, added.length);
    int[] merged = new int[size + size / SPARE_SHARE];
    int old = 0;
    int fresh = 0;
    for (int i = 0; i < size; i++) {
      boolean takeOld =
          fresh == added.length || (old < ranked && isOrdered(inOrder[old], added[fresh]));
      merged[i] = takeOld ? inOrder[old++] : added[fresh++];
    }
    inOrder = merged;
    ranks = ranks.length < size ? new int[merged.length] : ranks;
    for (int i = 0; i < size; i++) {
      ranks[inOrder[i]] = i;
    }
    ranked = size;
    scratch = new int[0];
  }

  /** By the numbers first, which tell nearly all keys apart, then by the keys themselves. */
  private void sortByNumber(int[] ids, int count) {
    if (count < NumberSort.COUNT_MIN) {
      mergeSort(ids, 0, count);
      return;
    }
    NumberSort.sort(ids, count, numbers);
    for (int from = 0; from < count; ) {
      int to = from + 1;
      while (to < count && numbers[ids[to]] == numbers[ids[from]]) {
        to++;
      }
      mergeSort(ids, from, to);
      from = to;
    }
  }

  private void mergeSort(int[] ids, int from, int to) {
    if (to - from <= INSERTION_LENGTH) {
      insertionSort(ids, from, to);
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(ids, from, middle);
    mergeSort(ids, middle, to);
    if (isOrdered(ids[middle - 1], ids[middle])) {
      return;
    }
    int left = middle - from;
    reserve(left);
    System.arraycopy(ids, from, scratch, 0, left);
    int next = 0;
    int right = middle;
    for (int i = from; next < left; i++) {
      boolean takeLeft = right == to || isOrdered(scratch[next], ids[right]);
      ids[i] = takeLeft ? scratch[next++] : ids[right++];
    }
  }

  private void insertionSort(int[] ids, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      int id = ids[i];
      int at = i;
      while (at > from && !isOrdered(ids[at - 1], id)) {
        ids[at] = ids[at - 1];
        at--;
      }
      ids[at] = id;
    }
  }

  private void reserve(int length) {
    scratch = scratch.length < length ? new int[length + length / 2] : scratch;
  }

  /**
   * Is told that some ids are kept and renumbered in their order: the order of their keys is what
   * it was.
   *
   * @param mapping the new id by old id, -1 for those that are gone
   */
  void retain(int[] mapping) {
    int[] sorted = new int[ranked];
    int kept = 0;
    for (int i = 0; i < ranked; i++) {
      int id = mapping[inOrder[i]];
      if (id >= 0) {
        sorted[kept++] = id;
      }
    }
    inOrder = Arrays.copyOf(sorted, kept);
    ranks = new int[kept];
    for (int i = 0; i < kept; i++) {
      ranks[inOrder[i]] = i;
    }
    ranked = kept;
    int stillNumbered = 0;
    for (int id = 0; id < numbered; id++) {
      if (mapping[id] >= 0) {
        numbers[stillNumbered++] = numbers[id];
      }
    }
    numbers = Arrays.copyOf(numbers, stillNumbered);
    numbered = stillNumbered;
    scratch = new int[0];
    marks = new long[0];
  }

  long bytes() {
    int ints = inOrder.length + ranks.length + scratch.length;
    return (long) ints * Integer.BYTES
        + StateBudget.arrayBytes(marks.length + numbers.length, Long.BYTES);
  }
}
