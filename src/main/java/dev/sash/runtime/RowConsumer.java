package dev.sash.runtime;

/** An operator that takes input rows. Single-threaded. */
@FunctionalInterface
public interface RowConsumer {

  /** Takes rows, all of which it has dealt with when it returns. */
  void rows(Rows rows);
}
