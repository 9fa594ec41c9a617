package dev.sash.view;

import dev.sash.view.GroupMember.Staged;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the newest contents of several views that belong together: all published after the same
 * rows, and none with a tick that another one has still to do.
 *
 * <pre>
 *   a   rows 3, ticks to 10   rows 3, ticks to 20   rows 5, ticks to 20
 *   b   rows 3, ticks to 10   rows 5, ticks to 10   rows 5, ticks to 20
 *   cut                                             ^ of both
 * </pre>
 */
final class GroupCut {
  private GroupCut() {}

  /** One content of each member, or null when none belong together. */
  static @Nullable List<Staged> newest(List<GroupMember> members) {
    GroupMember fewest = Collections.min(members, Comparator.comparing(GroupMember::waiting));
    for (long rows : fewest.rows()) {
      List<Staged> cut = after(rows, members);
      if (cut != null) {
        return cut;
      }
    }
    return null;
  }

  private static @Nullable List<Staged> after(long rows, List<GroupMember> members) {
    List<Deque<Staged>> left = new ArrayList<>();
    for (GroupMember member : members) {
      Deque<Staged> contents = member.after(rows);
      if (contents.isEmpty()) {
        return null;
      }
      left.add(contents);
    }
    while (dropAhead(left)) {
      if (left.stream().anyMatch(Deque::isEmpty)) {
        return null;
      }
    }
    return left.stream().map(Deque::getFirst).toList();
  }

  /** Drops the contents whose ticks another member has not done; whether there were any. */
  private static boolean dropAhead(List<Deque<Staged>> left) {
    long next = Long.MAX_VALUE;
    for (Deque<Staged> contents : left) {
      next = Math.min(next, contents.getFirst().mark().nextTick());
    }
    boolean dropped = false;
    for (Deque<Staged> contents : left) {
      while (!contents.isEmpty() && contents.getFirst().mark().lastTick() >= next) {
        contents.removeFirst();
        dropped = true;
      }
    }
    return dropped;
  }
}
