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
    List<ViewEntry> views =
        engine.viewsInOrder().stream().filter(view -> view.clock() == ClockMode.MANUAL).toList();
    for (ViewEntry view : views) {
      PipelineRunner runner = view.query().runner();
      view.query().onThread(runner::catchUp);
    }
    engine.manualClock().advanceTo(millis);
    for (ViewEntry view : views) {
      PipelineRunner runner = view.query().runner();
      view.query()
          .onThread(
              () -> {
                // what the views that it reads have sent at their ticks
                runner.catchUp();
                runner.tickUntil(millis);
              });
    }
    for (ViewEntry view : views) {
      Waiting.forShown(view.view());
    }
  }
}
