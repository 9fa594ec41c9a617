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
 */
public record ViewDefinition(
    String name,
    ResultShape shape,
    Schema lateSchema,
    Retention retention,
    Limits limits,
    boolean boundedSources) {

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
