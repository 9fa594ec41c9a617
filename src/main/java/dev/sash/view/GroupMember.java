package dev.sash.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What one view has published, in order: the first content is shown, the others wait until the
 * other views of the group have come as far. Used under the lock of its {@link ViewGroup}.
 */
final class GroupMember {
  private final View view;
  private final List<Staged> contents = new ArrayList<>();
  private boolean inStep;

  /**
   * A content of the view.
   *
   * @param atMillis when it was published
   */
  record Staged(ViewState state, Mark mark, long atMillis) {}

  GroupMember(View view, Staged first) {
    this.view = view;
    contents.add(first);
  }

  View view() {
    return view;
  }

  /** Whether others wait for it. */
  boolean isInStep() {
    return inStep;
  }

  void inStep(boolean value) {
    inStep = value;
  }

  void add(Staged content) {
    contents.add(content);
  }

  Staged shown() {
    return contents.get(0);
  }

  Staged newest() {
    return contents.get(contents.size() - 1);
  }

  /** The oldest content that is not shown. */
  Staged oldestWaiting() {
    return contents.get(1);
  }

  int waiting() {
    return contents.size() - 1;
  }

  /** The contents that were published after the given numbers of rows, newest first. */
  Deque<Staged> after(long rows) {
    Deque<Staged> found = new ArrayDeque<>();
    for (Staged content : contents) {
      if (content.mark().rows() == rows) {
        found.addFirst(content);
      }
    }
    return found;
  }

  /** All numbers of rows it has published after, newest first. */
  List<Long> rows() {
    List<Long> rows = new ArrayList<>();
    for (int i = contents.size() - 1; i >= 0; i--) {
      rows.add(contents.get(i).mark().rows());
    }
    return rows.stream().distinct().toList();
  }

  /** Shows one of its contents; forgets those before it. */
  @SuppressWarnings("ReferenceEquality") // it is one of the list
  void show(Staged content) {
    while (contents.get(0) != content) {
      contents.remove(0);
    }
  }
}
