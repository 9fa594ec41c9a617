package dev.sash.emission;

import java.util.Comparator;

/** A window {@code [start, end)} of the model, in order of ends. */
public record Window(long start, long end) implements Comparable<Window> {
  private static final Comparator<Window> ORDER =
      Comparator.comparingLong(Window::end).thenComparingLong(Window::start);

  /** Whether an instant is in it. */
  boolean holds(long time) {
    return start <= time && time < end;
  }

  @Override
  public int compareTo(Window other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return "[" + start + "," + end + ")";
  }
}
