package dev.sash.bench;

/**
 * The keys that have rows in a pane, and their states one after the other.
 *
 * @param <S> arrays of states
 */
final class HandPane<S> {
  int[] keys = {};
  S states;

  HandPane(S states) {
    this.states = states;
  }
}
