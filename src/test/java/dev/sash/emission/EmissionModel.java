package dev.sash.emission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of EMIT, recomputed from the raw rows at every emission: small and slow on purpose.
 * Windows are found by trying all starts, results by going over all rows of a group.
 */
public final class EmissionModel {
  private static final Comparator<@Nullable String> KEY_ORDER =
      Comparator.nullsLast(Comparator.<String>naturalOrder());
  private static final long NONE = Long.MIN_VALUE;

  private final Query query;
  private final EmitClause emit;
  private final boolean replay;
  private final List<Change> changes = new ArrayList<>();
  private final List<LateRow> late = new ArrayList<>();
  private final Map<Group, State> states = new TreeMap<>();
  private long streamTime = NONE;
  private long watermark = NONE;
  private long clock;
  private boolean ended;
  private @Nullable Long nextTick;

  /**
   * A model before the first row.
   *
   * @param replay whether rows move the engine clock; else {@link #advanceTo} does, from 0 on
   */
  public EmissionModel(Query query, boolean replay) {
    this.query = query;
    this.emit = query.emit();
    this.replay = replay;
    clock = replay ? NONE : 0;
    if (!replay && emit.everyMillis() > 0 && !emit.eventTime()) {
      nextTick = emit.everyMillis();
    }
  }

  private record Group(Window window, @Nullable String key) implements Comparable<Group> {
    @Override
    public int compareTo(Group other) {
      int byWindow = window.compareTo(other.window);
      return byWindow != 0 ? byWindow : KEY_ORDER.compare(key, other.key);
    }
  }

  private static final class State {
    final List<Event> rows = new ArrayList<>();
    int rowsSent;
    boolean finalSent;
    long revision = -1;
    @Nullable String shown;

    boolean isChanged() {
      return rows.size() > rowsSent;
    }
  }

  /** Everything sent so far. */
  public List<Change> changes() {
    return changes;
  }

  /** Late rows so far. */
  public List<LateRow> late() {
    return late;
  }

  /** One batch of rows. */
  public void feed(List<Event> batch) {
    for (Event event : batch) {
      row(event);
    }
    if (emit.onChange()) {
      states.forEach(
          (group, state) -> {
            if (state.isChanged()) {
              boolean first = isClosed(group.window()) && !state.finalSent;
              send(first ? "FINAL" : state.finalSent ? "LATE" : "EARLY", group, state, clock);
            }
          });
    }
  }

  private void row(Event event) {
    if (replay || emit.eventTime()) {
      ticksBefore(event.time());
    }
    if (replay) {
      clock = Math.max(clock, event.time());
    }
    if (query.takes(event)) {
      add(event);
    }
    long before = watermark;
    streamTime = Math.max(streamTime, event.time());
    watermark = streamTime - query.boundMillis();
    if (emit.finalAtClose()) {
      sendClosed(before);
    }
  }

  private void add(Event event) {
    int dropped = 0;
    int accepted = 0;
    for (Window window : query.windows().of(event.time())) {
      if (watermark != NONE && watermark >= window.end() + emit.latenessMillis()) {
        dropped++;
      } else {
        accepted++;
        states.computeIfAbsent(new Group(window, event.key()), g -> new State()).rows.add(event);
      }
    }
    if (dropped > 0) {
      late.add(new LateRow(clock, event, watermark - event.time(), dropped, accepted));
    }
  }

  private boolean isClosed(Window window) {
    return ended || watermark != NONE && watermark >= window.end();
  }

  /**
   * FINAL at the moment of closing, and corrections at once; with ON CHANGE these wait for the end
   * of the batch, also the first row of a window that had closed before.
   */
  private void sendClosed(long before) {
    states.forEach(
        (group, state) -> {
          boolean closedBefore = before >= group.window().end();
          if (isClosed(group.window()) && !state.finalSent && !(emit.onChange() && closedBefore)) {
            send("FINAL", group, state, clock);
          } else if (state.finalSent && state.isChanged() && !emit.onChange()) {
            send("LATE", group, state, clock);
          }
        });
  }

  private void ticksBefore(long time) {
    long every = emit.everyMillis();
    if (every == 0) {
      return;
    }
    if (nextTick == null) {
      nextTick = Math.floorDiv(time + every - 1, every) * every;
    }
    for (; nextTick < time; nextTick += every) {
      clock = replay ? Math.max(clock, nextTick) : clock;
      tick(replay ? nextTick : clock);
    }
  }

  /** ADVANCE CLOCK TO. */
  public void advanceTo(long millis) {
    clock = Math.max(clock, millis);
    if (emit.everyMillis() > 0 && !emit.eventTime() && nextTick != null) {
      for (; nextTick <= millis; nextTick += emit.everyMillis()) {
        tick(nextTick);
      }
    }
  }

  private void tick(long at) {
    long scope =
        streamTime == NONE
            ? NONE
            : emit.allWindows() ? Long.MAX_VALUE : query.windows().firstEndAfter(streamTime);
    states.forEach(
        (group, state) -> {
          if (isClosed(group.window()) && !state.finalSent) {
            send("FINAL", group, state, at);
          } else if (state.isChanged() && state.finalSent) {
            send("LATE", group, state, at);
          } else if (state.isChanged() && group.window().end() <= scope) {
            send("EARLY", group, state, at);
          }
        });
  }

  /** The end of the input. */
  public void end() {
    ended = true;
    if (emit.everyMillis() > 0) {
      tick(clock);
    } else {
      sendClosed(NONE);
    }
  }

  private void send(String kind, Group group, State state, long at) {
    boolean last = kind.equals("FINAL");
    state.rowsSent = state.rows.size();
    state.finalSent |= last;
    String before = state.shown;
    String now = query.show(state.rows);
    if (now == null && before == null || !last && now != null && now.equals(before)) {
      return;
    }
    String operation = now == null ? "-D" : before == null ? "+I" : "+U";
    state.shown = now;
    state.revision++;
    changes.add(
        new Change(
            ended ? null : at,
            kind,
            operation,
            state.revision,
            group.window(),
            group.key(),
            now == null ? before : now));
  }

  /** The rows of {@code v}: the last revision of each group. */
  public List<String> shown() {
    List<String> rows = new ArrayList<>();
    states.forEach(
        (group, state) -> {
          if (state.shown != null) {
            rows.add(group.key() + " " + group.window() + " " + state.shown);
          }
        });
    return rows;
  }

  /** The rows of {@code latest.v} after the end: the groups of the newest window. */
  public List<String> latest() {
    List<Group> groups = new ArrayList<>(states.keySet());
    groups.removeIf(group -> states.get(group).shown == null);
    if (groups.isEmpty()) {
      return List.of();
    }
    long newest = groups.get(groups.size() - 1).window().end();
    groups.removeIf(group -> group.window().end() < newest);
    return groups.stream()
        .map(group -> group.key() + " " + group.window() + " " + states.get(group).shown)
        .toList();
  }
}
