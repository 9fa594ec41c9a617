package dev.sash.session;

import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.sql.RelationName;
import dev.sash.sql.Statement;
import java.util.List;

/**
 * {@code WAIT FOR v}: returns when all rows that were accepted so far are in the view, or written
 * by the sink of that name.
 */
final class WaitRunner {
  private final Engine engine;

  WaitRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.WaitFor wait) throws InterruptedException {
    SinkEntry sink = engine.sinks().get(wait.name().name());
    if (sink != null) {
      Result waited = sink(sink, wait);
      if (!engine.views().containsKey(wait.name().name())) {
        return waited;
      }
    }
    ViewEntry entry = view(engine, wait.name());
    bringUpToDate(engine, entry, wait.name().span());
    return Result.done("view \"" + entry.name() + "\" is up to date", List.of());
  }

  /** A sink is up to date when it has written what its view shows. */
  private Result sink(SinkEntry sink, Statement.WaitFor wait) throws InterruptedException {
    bringUpToDate(engine, engine.requireView(sink.view()), wait.name().span());
    sink.running().awaitWritten();
    return Result.done("sink \"" + sink.name() + "\" is up to date", List.of());
  }

  /** Waits until all rows accepted so far are in a view; those that it reads come first. */
  static void bringUpToDate(Engine engine, ViewEntry entry, SourceSpan span)
      throws InterruptedException {
    for (ViewEntry inner : engine.below(entry)) {
      bringUpToDate(engine, inner, span);
    }
    if (engine.isBounded(entry.plan())) {
      Waiting.forEnd(entry, span);
    } else {
      entry.requireNotHeld(span);
      entry.query().onThread(entry.query().runner()::catchUp);
      entry.requireNotHeld(span);
      Waiting.forShown(entry.view());
    }
    SashException failure = entry.query().failure();
    if (failure != null) {
      throw failure;
    }
  }

  /** The view of that name; the error has its place. */
  static ViewEntry view(Engine engine, RelationName name) {
    try {
      return engine.requireView(name.name());
    } catch (SashException e) {
      throw engine.streams().containsKey(name.name())
          ? SashException.at(
                  name.span(), e.code(), "\"" + name.name() + "\" is a stream, not a view")
              .hint("name a view that reads it: SHOW VIEWS lists them")
          : e.orAt(name.span());
    }
  }
}
