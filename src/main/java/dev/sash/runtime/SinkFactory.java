package dev.sash.runtime;

/** A connector's writing side. Stateless and thread-safe. */
public interface SinkFactory {

  /** The word in {@code connector = '...'}. */
  String connector();

  /** Whether it keeps one row for each key, and so takes {@code mode = 'upsert'}. */
  default boolean upserts() {
    return false;
  }

  /**
   * Opens a writer; what can be known to be wrong is an error now and not with the first row.
   *
   * @throws dev.sash.error.SashException that names the option and what it may be
   */
  SinkWriter open(SinkSpec spec);
}
