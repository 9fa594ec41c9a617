package dev.sash.emission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final List<Event> taken = new ArrayList<>();
  private long filledUntil = NONE;
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
      int byEnd = Long.compare(window.end(), other.window.end());
      int byKey = byEnd != 0 ? byEnd : KEY_ORDER.compare(key, other.key);
      return byKey != 0 ? byKey : window.compareTo(other.window);
    }
  }

  private static final class State {
    final List<Event> rows = new ArrayList<>();
    int rowsSent;
    boolean finalSent;
    long revision = -1;
    @Nullable String shown;

    /** Shown sessions that this one has taken the place of. */
    final Map<Group, State> replaced = new TreeMap<>();

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
      if (query.windows() instanceof Windows.Session session) {
        addToSession(event, session.gap());
      } else {
        add(event);
      }
    }
    long before = watermark;
    streamTime = Math.max(streamTime, event.time());
    watermark = streamTime - query.boundMillis();
    if (emit.fillMillis() > 0) {
      fill(watermark);
    }
    if (emit.finalAtClose()) {
      sendClosed(before);
    }
  }

  private void add(Event event) {
    int dropped = 0;
    int accepted = 0;
    for (Window window : query.windows().of(event.time())) {
      if (isExpired(window)) {
        dropped++;
      } else {
        accepted++;
        states.computeIfAbsent(new Group(window, event.key()), g -> new State()).rows.add(event);
      }
    }
    if (accepted > 0) {
      taken.add(event);
    }
    if (dropped > 0) {
      late.add(new LateRow(clock, event, watermark - event.time(), dropped, accepted));
    }
  }

  /** Sorts the rows of the key's sessions that are not over, and cuts them where a gap is. */
  private void addToSession(Event event, long gap) {
    Map<Group, State> live = new TreeMap<>(states);
    live.keySet().removeIf(g -> !Objects.equals(g.key(), event.key()) || isExpired(g.window()));
    List<Event> rows = new ArrayList<>(List.of(event));
    live.values().forEach(state -> rows.addAll(state.rows));
    rows.sort(Comparator.comparingLong(Event::time));
    int from = rows.indexOf(event);
    int to = from + 1;
    while (from > 0 && rows.get(from).time() - rows.get(from - 1).time() < gap) {
      from--;
    }
    while (to < rows.size() && rows.get(to).time() - rows.get(to - 1).time() < gap) {
      to++;
    }
    Window window = new Window(rows.get(from).time(), rows.get(to - 1).time() + gap);
    if (isExpired(window)) {
      late.add(new LateRow(clock, event, watermark - event.time(), 1, 0));
      return;
    }
    Group group = new Group(window, event.key());
    State merged = states.computeIfAbsent(group, g -> new State());
    live.forEach(
        (old, state) -> {
          if (window.holds(old.window().start()) && !old.equals(group)) {
            states.remove(old);
            merged.replaced.put(old, state);
            merged.replaced.putAll(state.replaced);
          }
        });
    merged.rows.clear();
    merged.rows.addAll(rows.subList(from, to));
  }

  /** Groups without rows of the windows that close: those of keys seen short enough ago. */
  private void fill(long until) {
    long first = taken.stream().mapToLong(Event::time).min().orElse(until);
    long end = query.windows().firstEndAfter(Math.max(first, filledUntil));
    for (; end <= until; end = query.windows().firstEndAfter(end)) {
      Map<@Nullable String, Long> lastSeen = new HashMap<>();
      for (Event event : taken) {
        if (event.time() < end) {
          lastSeen.merge(event.key(), event.time(), Math::max);
        }
      }
      Window window = query.windows().endingAt(end);
      lastSeen.forEach(
          (key, time) -> {
            if (window.end() - time <= emit.fillMillis()) {
              states.computeIfAbsent(new Group(window, key), g -> new State());
            }
          });
    }
    filledUntil = Math.max(filledUntil, until);
  }

  private boolean isExpired(Window window) {
    return watermark != NONE && watermark >= window.end() + emit.latenessMillis();
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
          boolean waits = emit.onChange() && !query.hasSessions();
          boolean closedBefore = before >= group.window().end();
          if (isClosed(group.window()) && !state.finalSent && !(waits && closedBefore)) {
            send("FINAL", group, state, clock);
          } else if (state.finalSent && state.isChanged() && !waits) {
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
            : emit.allWindows() || query.hasSessions()
                ? Long.MAX_VALUE
                : query.windows().firstEndAfter(streamTime);
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
    if (emit.fillMillis() > 0) {
      fill(states.keySet().stream().mapToLong(group -> group.window().end()).max().orElse(NONE));
    }
    ended = true;
    if (emit.everyMillis() > 0) {
      tick(clock);
    } else {
      sendClosed(NONE);
    }
  }

  private void send(String kind, Group group, State state, long at) {
    boolean last = kind.equals("FINAL");
    state.replaced.forEach((old, gone) -> delete(kind, old, gone, at));
    state.replaced.clear();
    state.rowsSent = state.rows.size();
    state.finalSent |= last;
    String before = state.shown;
    String now = query.show(state.rows);
    if (now == null && before == null || !last && now != null && now.equals(before)) {
      return;
    }
    if (now == null) {
      delete(kind, group, state, at);
    } else {
      state.shown = now;
      change(kind, before == null ? "+I" : "+U", group, state, at);
    }
  }

  private void delete(String kind, Group group, State state, long at) {
    if (state.shown != null) {
      change(kind, "-D", group, state, at);
      state.shown = null;
    }
  }

  private void change(String kind, String operation, Group group, State state, long at) {
    Long moment = ended ? null : (Long) at;
    state.revision++;
    changes.add(
        new Change(
            moment, kind, operation, state.revision, group.window(), group.key(), state.shown));
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
