package dev.sash.session;

import dev.sash.catalog.WatermarkSpec;
import dev.sash.plan.PaneSharing;
import dev.sash.plan.QueryPlan;
import dev.sash.runtime.LiveTime;
import dev.sash.runtime.SharedInput;
import dev.sash.time.ClockMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who shares panes with whom: with {@code SET share_panes = on}, views of one pushed stream with
 * the same condition, key, clock and limits of time. Not where each reader reads for itself, as
 * from files: two of them are never at the same place.
 */
final class SharedQueries {
  private final Engine engine;
  private final List<SharedThread> threads = new ArrayList<>();

  SharedQueries(Engine engine) {
    this.engine = engine;
  }

  /** The thread on which a view's query would share panes, or null when it has one of its own. */
  synchronized @Nullable SharedThread threadFor(QueryPlan plan, ClockMode clock) {
    SharedInput input = inputOf(plan, clock);
    if (input == null) {
      return null;
    }
    Object meaning = meaning(plan, clock, input);
    SharedThread known = find(meaning, input);
    if (known != null) {
      return known;
    }
    SharedThread thread = new SharedThread(meaning, plan.streams().get(0));
    threads.add(thread);
    return thread;
  }

  /** The views with which that of a plan would share panes. */
  synchronized List<String> partners(QueryPlan plan, ClockMode clock) {
    SharedInput input = inputOf(plan, clock);
    SharedThread thread = input == null ? null : find(meaning(plan, clock, input), input);
    return thread == null ? List.of() : thread.names();
  }

  private @Nullable SharedThread find(Object meaning, SharedInput input) {
    threads.removeIf(thread -> thread.names().isEmpty());
    return threads.stream().filter(t -> t.takes(meaning, input)).findFirst().orElse(null);
  }

  /** What must be equal for queries to share. */
  private Object meaning(QueryPlan plan, ClockMode clock, SharedInput input) {
    String stream = plan.streams().get(0);
    LiveTime.Limits limits = engine.liveLimits(stream);
    Object hub = Objects.requireNonNull(engine.requireStream(stream).hub());
    return List.of(hub, clock, limits, input.meaning());
  }

  /** How its rows come to its windows, or null when it cannot share. */
  @Nullable SharedInput inputOf(QueryPlan plan, ClockMode clock) {
    Settings settings = engine.settings();
    if (settings.value(Setting.SHARE_PANES) == 0
        || settings.value(Setting.SHARDS) > 1
        || clock == ClockMode.REPLAY
        || plan.sources() != 1
        || !plan.views().isEmpty()) {
      return null;
    }
    StreamEntry stream = engine.requireStream(plan.streams().get(0));
    WatermarkSpec watermark = stream.definition().watermark();
    return stream.hub() != null
            && watermark != null
            && watermark.expression() == null
            && watermark.partitionColumn() < 0
        ? PaneSharing.of(plan)
        : null;
  }
}
