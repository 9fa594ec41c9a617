package dev.sash.session;

import dev.sash.runtime.PipelineRunner;
import dev.sash.time.ClockMode;
import java.util.List;

/**
 * Moves the manual clock: first every query on it works off what has been accepted, then the clock
 * moves, then the ticks run.
 */
final class ClockAdvance {
  private final Engine engine;

  ClockAdvance(Engine engine) {
    this.engine = engine;
  }

  void to(long millis) throws InterruptedException {
    List<RunningQuery> queries =
        engine.viewsInOrder().stream()
            .filter(view -> view.clock() == ClockMode.MANUAL)
            .map(ViewEntry::query)
            .toList();
    for (RunningQuery query : queries) {
      PipelineRunner runner = query.runner();
      query.onThread(runner::catchUp);
    }
    engine.manualClock().advanceTo(millis);
    for (RunningQuery query : queries) {
      PipelineRunner runner = query.runner();
      query.onThread(
          () -> {
            // what the views that it reads have sent at their ticks
            runner.catchUp();
            runner.tickUntil(millis);
          });
    }
  }
}
