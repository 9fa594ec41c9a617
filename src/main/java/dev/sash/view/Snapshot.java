package dev.sash.view;

import java.util.List;

/**
 * A relation at one moment; immutable and consistent.
 *
 * @param segments in scan order, with fast access by position; in a relation with windows by
 *     ascending window end
 * @param rowCount rows of all segments
 */
public record Snapshot(List<Segment> segments, long rowCount) implements Moment {

  /** No rows. */
  public static final Snapshot EMPTY = new Snapshot(List.of(), 0);

  /** Takes the list as it is: the caller promises that nobody changes it. */
  public Snapshot {}

  /** A snapshot of the given segments. */
  public static Snapshot of(List<Segment> segments) {
    long rows = 0;
    for (Segment segment : segments) {
      rows += segment.rowCount();
    }
    return new Snapshot(List.copyOf(segments), rows);
  }
}
