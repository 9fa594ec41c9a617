package dev.sash.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Windows of many panes, written by hand: a window is what is left of its oldest chunk of panes,
 * the whole chunk after that, and the beginning of the newest one. See {@code ChunkCombiner} for
 * the method; here panes are lists of the keys that they have, and everything else is arrays over
 * all keys.
 *
 * @param <S> arrays of states
 */
final class HandWindows<S> {
  private final HandState<S> state;
  private final int panes;
  private final int half;
  private final Target<S> target;
  private final List<HandPane<S>> kept = new ArrayList<>();

  private S oldest;
  private S middle;
  private S newest;
  private S scanned;

  /** Is given each window as three states to be combined; one of them three times with one pane. */
  @FunctionalInterface
  interface Target<S> {
    /** Takes the window that ends with a pane. */
    void window(long lastPane, S first, S second, S third);
  }

  /** Windows of one pane or of an even number of them. */
  HandWindows(HandState<S> state, int panes, Target<S> target) {
    this.state = state;
    this.panes = panes;
    half = panes / 2;
    this.target = target;
    for (int i = 0; i < panes + half; i++) {
      kept.add(state.pane());
    }
    oldest = state.empty();
    middle = state.empty();
    newest = state.empty();
    scanned = state.empty();
  }

  /** Takes the next pane, which becomes empty, and gives away the window that ends with it. */
  void close(long pane, S open) {
    if (panes == 1) {
      target.window(pane, open, open, open);
      state.clear(open);
      return;
    }
    state.take(open, at(pane));
    slide(pane);
  }

  /** Gives away the windows that begin before the end of the last pane. */
  void finish(long nextPane) {
    for (long pane = nextPane; panes > 1 && pane < nextPane + panes - 1; pane++) {
      at(pane).keys = new int[0];
      slide(pane);
    }
  }

  private HandPane<S> at(long pane) {
    return kept.get((int) (pane % kept.size()));
  }

  private void slide(long pane) {
    state.add(newest, at(pane));
    if (pane >= panes) {
      state.expire(oldest, at(pane - panes));
    }
    int place = (int) (pane % half);
    long next = pane - 2L * place - 1;
    if (next >= 0) {
      state.scan(scanned, at(next));
    }
    target.window(pane, oldest, middle, newest);
    if (place == half - 1) {
      S free = oldest;
      oldest = middle;
      middle = newest;
      newest = free;
      state.clear(newest);
      state.clear(scanned);
    }
  }
}
