package dev.sash.pane;

import dev.sash.aggregate.RecordStore;
import java.util.Arrays;

/**
 * Brings the records of a pane that has got its rows into the order of their ids. They were made in
 * the order of the first rows of their keys, which is any order: each time that such a pane is
 * combined with records that lie in the order of ids, every step is a jump to another place in
 * memory. A pane is combined three times, so it is sorted once before.
 *
 * <p>Ids are sorted by radix, eleven bits at a time, as many times as ids have digits.
 */
final class PaneSorter {
  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;

  /** A pane with fewer keys lies in the cache in any order. */
  private static final int SIZE_MIN = 1024;

  private final RecordStore store;
  private int[] ids = {};
  private int[] records = {};
  private int[] sortedIds = {};
  private int[] sortedRecords = {};
  private final int[] starts = new int[DIGITS];
  private long[] words = {};

  PaneSorter(RecordStore store) {
    this.store = store;
  }

  /** Sorts a pane, unless that does not pay. */
  void sort(Pane pane, int idSpace) {
    KeyedRecords entries = pane.entries;
    int count = entries.size();
    if (count < SIZE_MIN || pane.hasMarks() || store.hasObjects() || entries.isSorted()) {
      return;
    }
    if (ids.length < count) {
      int length = count + count / 2;
      ids = new int[length];
      records = new int[length];
      sortedIds = new int[length];
      sortedRecords = new int[length];
    }
    System.arraycopy(entries.ids(), 0, ids, 0, count);
    System.arraycopy(entries.records(), 0, records, 0, count);
    sortByIds(count, idSpace);
    long needed = (long) count * store.recordWords();
    words = words.length < needed ? new long[(int) needed] : words;
    store.read(records, count, words);
    System.arraycopy(entries.records(), 0, records, 0, count);
    if (!isAscending(records, count)) {
      Arrays.sort(records, 0, count);
    }
    store.write(records, count, words);
    entries.becomeSorted(ids, records);
  }

  private static boolean isAscending(int[] numbers, int count) {
    int descents = 0;
    for (int i = 1; i < count; i++) {
      descents |= numbers[i] - numbers[i - 1];
    }
    return descents >= 0;
  }

  private void sortByIds(int count, int idSpace) {
    for (int shift = 0; idSpace >> shift > 0; shift += DIGIT_BITS) {
      Arrays.fill(starts, 0);
      for (int i = 0; i < count; i++) {
        starts[ids[i] >> shift & DIGITS - 1]++;
      }
      int start = 0;
      for (int digit = 0; digit < DIGITS; digit++) {
        int size = starts[digit];
        starts[digit] = start;
        start += size;
      }
      for (int i = 0; i < count; i++) {
        int place = starts[ids[i] >> shift & DIGITS - 1]++;
        sortedIds[place] = ids[i];
        sortedRecords[place] = records[i];
      }
      int[] free = ids;
      ids = sortedIds;
      sortedIds = free;
      free = records;
      records = sortedRecords;
      sortedRecords = free;
    }
  }
}
