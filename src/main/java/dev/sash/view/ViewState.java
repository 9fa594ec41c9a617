package dev.sash.view;

import dev.sash.data.RowOrder;
import org.jspecify.annotations.Nullable;

/** Everything that a view shows, at one moment; immutable. */
final class ViewState {
  private final long version;
  private final Content content;
  private final LatestKeys keys;

  // made when first asked for; making one twice does no harm
  private volatile @Nullable Snapshot latest;
  private volatile @Nullable Snapshot appended;
  private volatile @Nullable Snapshot changes;
  private volatile @Nullable Snapshot late;

  /**
   * What makes two rows of {@code latest.v} the same.
   *
   * @param order the key, without its window
   * @param counted whether windows are counted in rows
   */
  record LatestKeys(RowOrder order, boolean counted) {
    Snapshot newest(Content content) {
      return counted
          ? LatestRows.ofCounted(content.rows, order)
          : LatestRows.of(content.rows, content.newestClosedEnd(), order);
    }
  }

  /**
   * What the relations are made from.
   *
   * @param rows keyed rows, in order of (window end, key)
   * @param appended rows without a key, as they came
   * @param nextSequence the {@code seq} of the next change
   * @param closedEnd every window that ends at or before it is closed and sent
   * @param complete whether no more will come
   */
  record Content(
      SegmentList rows,
      RowLog appended,
      RowLog changes,
      long nextSequence,
      RowLog late,
      long closedEnd,
      boolean complete) {

    /** Whether nothing has changed: looks at the lists, not into them. */
    @SuppressWarnings("ReferenceEquality")
    boolean isSame(Content other) {
      return rows == other.rows
          && appended == other.appended
          && changes == other.changes
          && late == other.late
          && closedEnd == other.closedEnd
          && complete == other.complete;
    }

    /**
     * The end of the newest closed window. It may be an empty one, then nothing is stored for it;
     * but when no more will come, the last window with rows counts as the newest.
     */
    long newestClosedEnd() {
      boolean last = complete || closedEnd == Long.MAX_VALUE;
      return last && !rows.isEmpty() ? rows.get(rows.size() - 1).windowEnd() : closedEnd;
    }
  }

  ViewState(long version, Content content, LatestKeys keys) {
    this.version = version;
    this.content = content;
    this.keys = keys;
  }

  long version() {
    return version;
  }

  Content content() {
    return content;
  }

  /** The keyed rows. */
  Snapshot rows() {
    return new Snapshot(content.rows, content.rows.rowCount());
  }

  /** The newest row of each key that is still current. */
  Snapshot latest() {
    Snapshot made = latest;
    if (made == null) {
      made = keys.newest(content);
      latest = made;
    }
    return made;
  }

  /** The rows without a key. */
  Snapshot appended() {
    Snapshot made = appended;
    if (made == null) {
      made = content.appended.snapshot();
      appended = made;
    }
    return made;
  }

  /** The changelog. */
  Snapshot changes() {
    Snapshot made = changes;
    if (made == null) {
      made = content.changes.snapshot();
      changes = made;
    }
    return made;
  }

  /** The late rows. */
  Snapshot late() {
    Snapshot made = late;
    if (made == null) {
      made = content.late.snapshot();
      late = made;
    }
    return made;
  }
}
