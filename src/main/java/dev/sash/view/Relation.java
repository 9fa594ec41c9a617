package dev.sash.view;

import dev.sash.data.Field;
import dev.sash.data.Schema;
import java.util.List;

/**
 * Something that can be read as a table: the view itself, {@code latest.v}, {@code changes.v},
 * {@code late.v}, {@code errors.s}, {@code sash.*}. Without key and windows unless it says so.
 * Thread-safe; a snapshot is cheap to take.
 */
public interface Relation {

  /** The {@link #version} of a relation that may change without telling. */
  long UNKNOWN_VERSION = -1;

  /** The columns, in the order of the snapshot's schema. */
  List<RelationColumn> columns();

  /**
   * The order of rows: ordinals of the group key; within a window's segments, or over all segments
   * of a relation without windows. Empty without one. NULL is last, texts compare as {@link
   * String#compareTo} does.
   */
  default List<Integer> keyColumns() {
    return List.of();
  }

  /**
   * Ordinal of the window's start, or -1. When it is not -1, the rows of a segment have one start
   * and the segments' starts do not descend.
   */
  default int windowStart() {
    return -1;
  }

  /**
   * Ordinal of the window's end, or -1. When it is not -1, each segment holds rows of one window
   * and the segments ascend by window end; a large window has several segments.
   */
  default int windowEnd() {
    return -1;
  }

  /** Whether (key, window) identifies a row, and all its parts are visible and NOT NULL. */
  default boolean hasPrimaryKey() {
    return false;
  }

  /**
   * Waits until a reader may take a snapshot: until the view is complete or has failed when all its
   * sources are bounded. A reader that can be cancelled calls this before {@link #snapshot}.
   *
   * @return whether {@link #snapshot} will not wait
   */
  default boolean awaitReadable(long maxWaitMillis) throws InterruptedException {
    return true;
  }

  /**
   * The relation now. A reader of a view whose sources are all bounded waits here until the view is
   * complete.
   *
   * @throws dev.sash.error.SashException when the view has failed and all its sources are bounded
   */
  Snapshot snapshot() throws InterruptedException;

  /**
   * What this relation shares its moments with: relations of one view have one family, and so have
   * views over the same streams.
   */
  default Object family() {
    return this;
  }

  /** The family's content now; waits and fails as {@link #snapshot} does. */
  default Moment moment() throws InterruptedException {
    return snapshot();
  }

  /** This relation at a moment of its family. */
  default Snapshot at(Moment moment) {
    return (Snapshot) moment;
  }

  /**
   * What is there now, for estimates: never waits and never fails. May be empty when it would be
   * costly to tell.
   */
  Snapshot peek();

  /**
   * Changes whenever the content does; lets the database keep results. {@link #UNKNOWN_VERSION}
   * when nobody tells about changes.
   */
  long version();

  /**
   * Asks to be told after each change of {@link #version}, by the thread that made it. The listener
   * must be quick.
   */
  default void addListener(Runnable listener) {}

  /** Ends {@link #addListener}. */
  default void removeListener(Runnable listener) {}

  /** The schema of the snapshot's batches. */
  default Schema schema() {
    return new Schema(columns().stream().map(c -> new Field(c.name(), c.type())).toList());
  }
}
