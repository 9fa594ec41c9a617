package dev.sash.runtime;

import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of EMIT in REPLAY with allowed lateness, all windows, two triggers and filled
 * windows, recomputed from the raw rows at every emission: small and slow on purpose. Windows are
 * found by trying all starts, results by going over all rows.
 */
final class CorrectionModel {
  private static final Comparator<@Nullable String> KEY_ORDER =
      Comparator.nullsLast(Comparator.<String>naturalOrder());

  private static final long NEVER_SEEN = Long.MIN_VALUE;

  private final WindowSpec.Hop hop;
  private final EmitSpec emit;
  private final long delay;
  private final List<String> lines = new ArrayList<>();
  private final List<String> lateLines = new ArrayList<>();
  private final Map<Cell, State> states = new TreeMap<>();
  private final Map<Cell, List<Long>> seen = new TreeMap<>();
  private long streamTime = Long.MIN_VALUE;
  private long clock = Long.MIN_VALUE;
  private @Nullable Long nextTick;

  CorrectionModel(WindowSpec.Hop hop, EmitSpec emit, long delay) {
    this.hop = hop;
    this.emit = emit;
    this.delay = delay;
  }

  private record Cell(long end, @Nullable String key) implements Comparable<Cell> {
    @Override
    public int compareTo(Cell other) {
      int byEnd = Long.compare(end, other.end);
      return byEnd != 0 ? byEnd : KEY_ORDER.compare(key, other.key);
    }
  }

  private static final class State {
    final List<Event> rows = new ArrayList<>();
    boolean dirty;
    boolean finalSent;
  }

  List<String> lines() {
    return lines;
  }

  List<String> lateLines() {
    return lateLines;
  }

  /** One batch of rows. */
  void feed(List<Event> batch) {
    for (Event event : batch) {
      row(event);
    }
    if (emit.onChange()) {
      states.forEach(
          (cell, state) -> {
            if (state.dirty) {
              send(kind(cell, state), cell, state, "@" + clock);
            }
          });
    }
  }

  private String kind(Cell cell, State state) {
    return state.finalSent ? "LATE" : watermark() >= cell.end ? "FINAL" : "EARLY";
  }

  private void row(Event event) {
    ticksBefore(event.time());
    clock = Math.max(clock, event.time());
    int dropped = 0;
    int accepted = 0;
    for (long start : starts(event.time())) {
      long end = start + hop.sizeMillis();
      if (watermark() != Long.MIN_VALUE && watermark() - emit.latenessMillis() >= end) {
        dropped++;
        continue;
      }
      accepted++;
      Cell cell = new Cell(end, event.key());
      State state = states.computeIfAbsent(cell, c -> new State());
      state.rows.add(event);
      state.dirty = true;
      if (watermark() >= end && emit.onClose() && !emit.onChange()) {
        send(state.finalSent ? "LATE" : "FINAL", cell, state, "@" + clock);
      }
    }
    if (dropped > 0) {
      lateLines.add(
          "@%d %d %s late by %d, dropped %d, accepted %d"
              .formatted(
                  clock, event.time(), event.key(), watermark() - event.time(), dropped, accepted));
    }
    if (accepted > 0) {
      seen.computeIfAbsent(new Cell(0, event.key()), c -> new ArrayList<>()).add(event.time());
    }
    long before = watermark();
    streamTime = Math.max(streamTime, event.time());
    fill(before, watermark());
    if (emit.onClose()) {
      states.forEach(
          (cell, state) -> {
            if (before < cell.end && watermark() >= cell.end) {
              send("FINAL", cell, state, "@" + clock);
            }
          });
    }
  }

  /** Every window that closes shows the keys whose last row before its end is recent enough. */
  private void fill(long after, long until) {
    if (!emit.fills() || after == Long.MIN_VALUE) {
      return;
    }
    for (long end = after + 1; end <= until; end++) {
      if (Math.floorMod(end - hop.sizeMillis() - hop.offsetMillis(), hop.slideMillis()) == 0) {
        long windowEnd = end;
        seen.forEach(
            (key, times) -> {
              long last =
                  times.stream().filter(t -> t < windowEnd).max(Long::compare).orElse(NEVER_SEEN);
              if (last != NEVER_SEEN && windowEnd - last <= emit.fillMillis()) {
                states.computeIfAbsent(new Cell(windowEnd, key.key), c -> new State());
              }
            });
      }
    }
  }

  private long watermark() {
    return streamTime == Long.MIN_VALUE ? Long.MIN_VALUE : streamTime - delay;
  }

  private List<Long> starts(long time) {
    List<Long> starts = new ArrayList<>();
    for (long start = time - hop.sizeMillis() + 1; start <= time; start++) {
      if (Math.floorMod(start - hop.offsetMillis(), hop.slideMillis()) == 0) {
        starts.add(start);
      }
    }
    return starts;
  }

  private void ticksBefore(long time) {
    long every = emit.everyMillis();
    if (every == 0) {
      return;
    }
    if (nextTick == null) {
      nextTick = Math.floorDiv(time + every - 1, every) * every;
    }
    while (nextTick < time) {
      tick("@" + nextTick);
      nextTick += every;
    }
  }

  private void tick(String at) {
    long scope = streamTime;
    do {
      scope++;
    } while (Math.floorMod(scope - hop.sizeMillis() - hop.offsetMillis(), hop.slideMillis()) != 0);
    long scopeEnd = scope;
    states.forEach(
        (cell, state) -> {
          boolean waits = watermark() >= cell.end && !state.finalSent;
          boolean inScope = cell.end <= scopeEnd || emit.allWindows();
          if (waits || state.dirty && inScope) {
            send(kind(cell, state), cell, state, at);
          }
        });
  }

  /** The end of the input. */
  void end() {
    fill(watermark(), states.keySet().stream().mapToLong(Cell::end).max().orElse(Long.MIN_VALUE));
    states.forEach(
        (cell, state) -> {
          if (!state.finalSent || state.dirty) {
            send(state.finalSent ? "LATE" : "FINAL", cell, state, "end");
          }
        });
  }

  private void send(String kind, Cell cell, State state, String at) {
    state.dirty = false;
    state.finalSent |= kind.equals("FINAL");
    lines.add(at + " " + kind + " " + text(cell, state));
  }

  private String text(Cell cell, State state) {
    List<Long> values =
        state.rows.stream().map(Event::value).filter(Objects::nonNull).sorted().toList();
    boolean none = values.isEmpty();
    return "[%d,%d) %s %d %d %s %s %s"
        .formatted(
            cell.end - hop.sizeMillis(),
            cell.end,
            cell.key,
            state.rows.size(),
            values.size(),
            none ? "null" : values.stream().mapToLong(Long::longValue).sum(),
            none ? "null" : values.get(0),
            none ? "null" : values.get(values.size() - 1));
  }
}
