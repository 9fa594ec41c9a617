package dev.sash.view;

import dev.sash.time.EngineClock;
import dev.sash.view.GroupMember.Staged;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Views that read the same streams by the same clock, and therefore show their moments together:
 * what a view publishes stays behind the scene until the others have taken in the same rows and
 * done the same ticks; then the contents of all are swapped as one. A statement that reads several
 * of them reads one {@link GroupMoment}.
 *
 * <p><b>Nobody waits.</b> A view goes on working while its content waits here, and readers read the
 * last common moment. A view is <em>in step</em> as long as it keeps up. It falls out of step, and
 * the others no longer wait for it, when it rests (PAUSE, STOP) or ends, and when contents of
 * others have waited for it for {@code waitMillis} or {@link #WAITING_MAX} contents wait; it shows
 * what it publishes at once until it has caught up with what the others show.
 *
 * <p>Thread-safe; the lock is held for moments only, and never while listeners are told.
 */
public final class ViewGroup {
  /** So many contents of one view wait at most. */
  static final int WAITING_MAX = 10_000;

  private final EngineClock clock;
  private final long waitMillis;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<GroupMember> members = new ArrayList<>();
  private volatile GroupMoment moment = new GroupMoment(Map.of());

  /**
   * A group without views.
   *
   * @param clock tells how long contents have waited
   * @param waitMillis the longest that contents wait for a slow view
   */
  public ViewGroup(EngineClock clock, long waitMillis) {
    this.clock = clock;
    this.waitMillis = waitMillis;
  }

  /** The group of a view that shows by itself what it publishes. */
  static ViewGroup alone() {
    return new ViewGroup(() -> 0, 0);
  }

  /** Adds a view; nobody waits for it before it has published. */
  GroupMember join(View view, ViewState first) {
    lock.lock();
    try {
      GroupMember member = new GroupMember(view, new Staged(first, Mark.NONE, 0));
      members.add(member);
      Map<View, ViewState> states = moment.states();
      states.put(view, first);
      moment = new GroupMoment(states);
      return member;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a view's new content. */
  void publish(GroupMember member, ViewState state, Mark mark) {
    Map<View, ViewState> before = Map.of();
    lock.lock();
    try {
      before = moment.states();
      member.add(new Staged(state, mark, clock.nowMillis()));
      member.inStep(member.isInStep() || (members.contains(member) && hasCaughtUp(member)));
      if (!member.isInStep()) {
        member.show(member.newest());
      }
      showCut();
      dropSlow();
      swap();
    } finally {
      lock.unlock();
    }
    tellChanges(before);
  }

  /** Whether nothing that an active view shows is still to be done by this one. */
  private boolean hasCaughtUp(GroupMember member) {
    Mark mark = member.newest().mark();
    return active().stream().noneMatch(other -> mark.isBehind(other.shown().mark()));
  }

  private List<GroupMember> active() {
    return members.stream().filter(GroupMember::isInStep).toList();
  }

  private void showCut() {
    List<GroupMember> active = active();
    List<Staged> cut = active.isEmpty() ? null : GroupCut.newest(active);
    for (int i = 0; cut != null && i < active.size(); i++) {
      active.get(i).show(cut.get(i));
    }
  }

  /** Goes on without those for whom contents have waited too long. */
  private void dropSlow() {
    for (GroupMember overdue = overdue(); overdue != null; overdue = overdue()) {
      Mark mark = overdue.oldestWaiting().mark();
      boolean dropped = false;
      for (GroupMember member : active()) {
        if (member.newest().mark().isBehind(mark)) {
          showAll(member);
          dropped = true;
        }
      }
      if (!dropped) {
        // all have come as far, but not by the same steps
        active().forEach(member -> member.show(member.newest()));
      }
      showCut();
    }
  }

  private static void showAll(GroupMember member) {
    member.show(member.newest());
    member.inStep(false);
  }

  private @Nullable GroupMember overdue() {
    long now = clock.nowMillis();
    for (GroupMember member : active()) {
      if (member.waiting() > WAITING_MAX
          || (member.waiting() > 0 && now - member.oldestWaiting().atMillis() >= waitMillis)) {
        return member;
      }
    }
    return null;
  }

  /** Makes what the members show visible, all at once. */
  private void swap() {
    Map<View, ViewState> states = moment.states();
    boolean same = true;
    for (GroupMember member : members) {
      ViewState shown = member.shown().state();
      same &= Objects.equals(states.put(member.view(), shown), shown);
      member.view().last(shown);
    }
    if (!same) {
      moment = new GroupMoment(states);
    }
    changed.signalAll();
  }

  private void tellChanges(Map<View, ViewState> before) {
    moment
        .states()
        .forEach(
            (view, state) -> {
              if (!Objects.equals(before.get(view), state)) {
                view.listeners().changed();
              }
            });
  }

  /** A view ends with this content: as {@link #leave(GroupMember)} after publishing it. */
  void leave(GroupMember member, ViewState last) {
    lock.lock();
    try {
      member.add(new Staged(last, member.newest().mark(), clock.nowMillis()));
    } finally {
      lock.unlock();
    }
    leave(member);
  }

  /** Nobody waits for the view until it publishes again; all it has published is shown. */
  void rest(GroupMember member) {
    change(
        () -> {
          if (members.contains(member)) {
            showAll(member);
          }
        });
  }

  /** The view has ended with what it published last, which it goes on showing by itself. */
  void leave(GroupMember member) {
    change(
        () -> {
          members.remove(member);
          member.inStep(false);
          member.view().last(member.newest().state());
          Map<View, ViewState> states = moment.states();
          states.remove(member.view());
          moment = new GroupMoment(states);
        });
    member.view().listeners().changed();
  }

  private void change(Runnable action) {
    Map<View, ViewState> before = Map.of();
    lock.lock();
    try {
      before = moment.states();
      action.run();
      showCut();
      dropSlow();
      swap();
    } finally {
      lock.unlock();
    }
    tellChanges(before);
  }

  /** What the views show now. */
  GroupMoment moment() {
    return moment;
  }

  /** As {@link #moment}, after a look whether contents have waited long enough. */
  GroupMoment currentMoment() {
    Map<View, ViewState> before = Map.of();
    lock.lock();
    try {
      if (overdue() == null) {
        return moment;
      }
      before = moment.states();
      dropSlow();
      swap();
    } finally {
      lock.unlock();
    }
    tellChanges(before);
    return moment;
  }

  /**
   * Waits until all that a view has published is shown.
   *
   * @return whether it is
   */
  boolean awaitShown(GroupMember member, long maxWaitMillis) throws InterruptedException {
    long left = TimeUnit.MILLISECONDS.toNanos(maxWaitMillis);
    lock.lockInterruptibly();
    try {
      while (member.waiting() > 0 && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
    currentMoment();
    lock.lockInterruptibly();
    try {
      return !member.isInStep() || member.waiting() == 0;
    } finally {
      lock.unlock();
    }
  }
}
