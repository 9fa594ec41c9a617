package dev.sash.view;

import dev.sash.data.Schema;
import dev.sash.runtime.ResultShape;

/**
 * What a view is made from.
 *
 * @param name as declared, for messages
 * @param shape its rows
 * @param lateSchema the columns of the rows that come too late: those of the stream
 * @param retention which windows it keeps
 * @param limits how many rows it keeps
 * @param boundedSources whether every source ends by itself: then a reader waits for the end
 * @param ownWindows whether each key has windows of its own, as sessions are: windows of one end
 *     may differ in their start, and there are no empty ones
 */
public record ViewDefinition(
    String name,
    ResultShape shape,
    Schema lateSchema,
    Retention retention,
    Limits limits,
    boolean boundedSources,
    boolean ownWindows) {

  /** A view whose windows are the same for all keys. */
  public ViewDefinition(
      String name,
      ResultShape shape,
      Schema lateSchema,
      Retention retention,
      Limits limits,
      boolean boundedSources) {
    this(name, shape, lateSchema, retention, limits, boundedSources, false);
  }

  /**
   * The most rows that are kept.
   *
   * @param rows of the view; the oldest windows go first
   * @param changelogRows of {@code changes.v}
   * @param lateRows of {@code late.v}
   */
  public record Limits(long rows, long changelogRows, long lateRows) {
    /** A million rows, a hundred thousand changes, ten thousand late rows. */
    public static final Limits DEFAULT = new Limits(1_000_000, 100_000, 10_000);

    public Limits {
      if (rows < 1 || changelogRows < 1 || lateRows < 1) {
        throw new IllegalArgumentException(
            "limits must be above 0: rows="
                + rows
                + ", changelogRows="
                + changelogRows
                + ", lateRows="
                + lateRows);
      }
    }
  }
}
