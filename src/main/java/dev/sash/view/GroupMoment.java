package dev.sash.view;

import java.util.HashMap;
import java.util.Map;

/** The content of all views of a group at one moment; immutable. */
final class GroupMoment implements Moment {
  private final Map<View, ViewState> states;

  GroupMoment(Map<View, ViewState> states) {
    this.states = Map.copyOf(states);
  }

  /** A view's content; of a view that is no longer in the group, its last content. */
  ViewState of(View view) {
    ViewState state = states.get(view);
    return state == null ? view.last() : state;
  }

  /** The contents by view, to make the next moment of. */
  Map<View, ViewState> states() {
    return new HashMap<>(states);
  }
}
