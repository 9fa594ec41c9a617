package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.session.RunningQuery.Hold;
import dev.sash.sql.Statement;
import dev.sash.view.View;
import java.util.List;

/**
 * {@code PAUSE v}, {@code STOP v} and {@code RESUME v}. A view that is held up takes in no rows,
 * has no ticks and closes no windows; what it shows stays. Paused, it keeps its place: rows wait
 * for it, and INSERT waits when too many do. Stopped, it lets go of its streams, and on RESUME goes
 * on with the rows that they still keep; a file waits in either case.
 */
final class HoldRunner {
  private final Engine engine;

  HoldRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.Hold hold) throws InterruptedException {
    ViewEntry entry = WaitRunner.view(engine, hold.name());
    requireGoingOn(entry, hold);
    Result result =
        switch (hold.kind()) {
          case PAUSE -> pause(entry, hold);
          case STOP -> stop(entry);
          case RESUME -> resume(entry);
        };
    requireGoingOn(entry, hold);
    return result;
  }

  private static void requireGoingOn(ViewEntry entry, Statement.Hold hold) {
    SashException failure = entry.query().failure();
    if (failure != null) {
      throw SashException.at(
              hold.name().span(),
              ErrorCode.WRONG_STATE,
              "view \"" + entry.name() + "\" has failed: " + failure.message())
          .hint("CREATE OR REPLACE MATERIALIZED VIEW begins anew");
    }
    if (entry.view().state() == View.State.COMPLETED) {
      throw SashException.at(
              hold.name().span(),
              ErrorCode.WRONG_STATE,
              "view \"" + entry.name() + "\" is complete: its input has ended")
          .hint("SELECT from it, or DROP MATERIALIZED VIEW " + entry.name());
    }
  }

  private static Result pause(ViewEntry entry, Statement.Hold hold) throws InterruptedException {
    if (entry.query().hold() == Hold.PAUSED) {
      return done(entry, "is paused already");
    }
    if (entry.query().hold() == Hold.STOPPED) {
      throw SashException.at(
              hold.name().span(),
              ErrorCode.WRONG_STATE,
              "view \"" + entry.name() + "\" is stopped: it has no place in its streams to keep")
          .hint("RESUME " + entry.name() + " first");
    }
    entry.query().pause();
    entry.view().rest(true);
    return done(entry, "is paused");
  }

  private static Result stop(ViewEntry entry) throws InterruptedException {
    if (entry.query().hold() == Hold.STOPPED) {
      return done(entry, "is stopped already");
    }
    entry.query().stop();
    entry.view().rest(true);
    return done(entry, "is stopped");
  }

  private static Result resume(ViewEntry entry) throws InterruptedException {
    Hold before = entry.query().hold();
    if (before == Hold.RUNNING) {
      return done(entry, "is running already");
    }
    entry.view().rest(false);
    long missed = entry.query().resume();
    String message = "view \"" + entry.name() + "\" goes on";
    return before == Hold.PAUSED
        ? Result.done(message, List.of())
        : Result.done(message, List.of(missed(missed)));
  }

  private static String missed(long rows) {
    return switch ((int) Math.min(rows, 2)) {
      case 0 -> "no row was missed: the streams have kept all that came meanwhile";
      case 1 -> "1 row that came meanwhile was missed: the streams no longer keep it";
      default -> rows + " rows that came meanwhile were missed: the streams no longer keep them";
    };
  }

  private static Result done(ViewEntry entry, String what) {
    return Result.done("view \"" + entry.name() + "\" " + what, List.of());
  }
}
