package dev.sash.runtime;

/** The numbers of all rows of a run, in an array that is used again. */
final class RowNumbers {
  private int[] numbers = {};
  private int first;
  private int filled;

  /** The numbers; those behind the last row mean nothing. Not to be changed. */
  int[] of(Rows run) {
    int count = run.count();
    // most runs are whole batches, and find their numbers here
    if (run.from() != first || count > filled) {
      numbers = count > numbers.length ? new int[count] : numbers;
      first = run.from();
      filled = count;
      for (int i = 0; i < count; i++) {
        numbers[i] = first + i;
      }
    }
    return numbers;
  }
}
