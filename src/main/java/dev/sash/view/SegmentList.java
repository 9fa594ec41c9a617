package dev.sash.view;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * The segments of a view, immutable: a change gives a new list that shares all pages it did not
 * touch. With a hundred thousand windows a change copies one page of segments and the list of
 * pages, so a publish costs what has changed and readers keep what they have.
 */
final class SegmentList extends AbstractList<Segment> implements RandomAccess {
  /** No segments. */
  static final SegmentList EMPTY = new SegmentList(new Segment[0][], 0);

  private static final int PAGE_SEGMENTS = 256;

  private final Segment[][] pages;

  /** By page, the position of its first segment; one more entry for the end. */
  private final int[] starts;

  private final long rowCount;

  private SegmentList(Segment[][] pages, long rowCount) {
    this.pages = pages;
    this.rowCount = rowCount;
    starts = new int[pages.length + 1];
    for (int i = 0; i < pages.length; i++) {
      starts[i + 1] = starts[i] + pages[i].length;
    }
  }

  @Override
  public int size() {
    return starts[pages.length];
  }

  @Override
  public Segment get(int index) {
    int page = page(index);
    return pages[page][index - starts[page]];
  }

  /** Rows of all segments. */
  long rowCount() {
    return rowCount;
  }

  private int page(int index) {
    int found = Arrays.binarySearch(starts, index);
    return found >= 0 ? found : -found - 2;
  }

  /** The position of the first segment whose window ends at or after the given instant. */
  int firstAtOrAfter(long windowEnd) {
    int low = 0;
    int high = size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (get(middle).windowEnd() < windowEnd) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The position after the last segment whose window ends at or before the given instant. */
  int firstAfter(long windowEnd) {
    return windowEnd == Long.MAX_VALUE ? size() : firstAtOrAfter(windowEnd + 1);
  }

  /** This list with the segments {@code [from, to)} replaced by others, which may be none. */
  SegmentList replace(int from, int to, List<Segment> others) {
    if (from == to && others.isEmpty()) {
      return this;
    }
    int firstPage = pages.length == 0 ? 0 : Math.min(page(from), pages.length - 1);
    int lastPage = to == from ? firstPage : page(to - 1);
    List<Segment> middle = new ArrayList<>();
    long rows = rowCount;
    if (pages.length > 0) {
      addTo(middle, firstPage, 0, from - starts[firstPage]);
    }
    for (Segment segment : others) {
      middle.add(segment);
      rows += segment.rowCount();
    }
    for (int i = from; i < to; i++) {
      rows -= get(i).rowCount();
    }
    if (pages.length > 0) {
      addTo(middle, lastPage, to - starts[lastPage], pages[lastPage].length);
    }
    boolean atEnd = to == size();
    return new SegmentList(withPages(firstPage, lastPage, paged(middle, atEnd)), rows);
  }

  private void addTo(List<Segment> list, int page, int from, int to) {
    for (int i = from; i < to; i++) {
      list.add(pages[page][i]);
    }
  }

  /**
   * Cuts segments into pages. At the end of the list, where windows are added, pages are filled;
   * elsewhere they are halved, so that the next insertion finds room.
   */
  private static List<Segment[]> paged(List<Segment> segments, boolean atEnd) {
    int count = segments.size();
    int pageCount = (count + PAGE_SEGMENTS - 1) / PAGE_SEGMENTS;
    List<Segment[]> cut = new ArrayList<>(pageCount);
    for (int i = 0; i < pageCount; i++) {
      int from = atEnd ? i * PAGE_SEGMENTS : (int) ((long) count * i / pageCount);
      int to =
          atEnd
              ? Math.min(count, from + PAGE_SEGMENTS)
              : (int) ((long) count * (i + 1) / pageCount);
      cut.add(segments.subList(from, to).toArray(new Segment[0]));
    }
    return cut;
  }

  private Segment[][] withPages(int firstPage, int lastPage, List<Segment[]> replaced) {
    int after = pages.length == 0 ? 0 : pages.length - lastPage - 1;
    Segment[][] result = new Segment[firstPage + replaced.size() + after][];
    System.arraycopy(pages, 0, result, 0, firstPage);
    for (int i = 0; i < replaced.size(); i++) {
      result[firstPage + i] = replaced.get(i);
    }
    System.arraycopy(pages, pages.length - after, result, firstPage + replaced.size(), after);
    return result;
  }
}
