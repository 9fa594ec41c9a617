package dev.sash.runtime;

/** An operator, or the end of a pipeline, that takes result rows. Single-threaded. */
@FunctionalInterface
public interface ResultConsumer {

  /** Takes result rows; they become visible later, with the others of the same moment. */
  void emit(Emission emission);
}
