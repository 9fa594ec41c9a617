package dev.sash.aggregate;

/** State that does not fit a fixed number of words and changes in place. */
interface StateObject {

  /** Bytes held, counted by the arrays. */
  long bytes();
}
