package dev.sash.session;

import dev.sash.error.SashException;
import dev.sash.sql.Statement;
import java.util.List;

/** {@code DRAIN v}: an endless view takes what was accepted, closes its windows and is complete. */
final class DrainRunner {
  private final Engine engine;

  DrainRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.Drain drain) throws InterruptedException {
    ViewEntry entry = WaitRunner.view(engine, drain.name());
    entry.requireNotHeld(drain.name().span());
    for (ViewEntry inner : engine.below(entry)) {
      WaitRunner.bringUpToDate(engine, inner, drain.name().span());
    }
    entry.query().onThread(entry.query().runner()::drain);
    Waiting.forEnd(entry, drain.name().span());
    SashException failure = entry.query().failure();
    if (failure != null) {
      throw failure;
    }
    return Result.done("view \"" + entry.name() + "\" is complete", List.of());
  }
}
