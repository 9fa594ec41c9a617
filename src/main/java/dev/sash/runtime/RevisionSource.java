package dev.sash.runtime;

import org.jspecify.annotations.Nullable;

/** What a view sends, for one reader. */
public interface RevisionSource extends AutoCloseable {

  /**
   * What comes next, or null when there is nothing yet; never waits.
   *
   * @throws dev.sash.error.SashException when the view has failed
   */
  @Nullable Revision poll();

  /** How many wait to be polled. */
  int waiting();

  /** Whether nothing will come any more. */
  boolean isAtEnd();

  @Override
  void close();
}
