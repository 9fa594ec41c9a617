package dev.sash.runtime;

/** The numbers of all rows of a run, in an array that is used again. */
final class RowNumbers {
  private int[] numbers = {};

  /** The numbers; those behind the last row mean nothing. */
  int[] of(Rows run) {
    int count = run.count();
    if (numbers.length < count) {
      numbers = new int[count];
    }
    for (int i = 0; i < count; i++) {
      numbers[i] = run.from() + i;
    }
    return numbers;
  }
}
