package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.Reprocessed;
import dev.sash.sql.Statement;
import java.util.List;

/**
 * {@code REPROCESS LATE v}: rows of {@code late.v} are added to the windows that dropped them, as
 * far as their panes are kept.
 */
final class ReprocessRunner {
  private final Engine engine;

  ReprocessRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.Reprocess reprocess) throws InterruptedException {
    ViewEntry entry = WaitRunner.view(engine, reprocess.name());
    if (!entry.query().runner().canReprocessLate()) {
      throw SashException.at(
              reprocess.name().span(),
              ErrorCode.NOT_SUPPORTED,
              "the sessions of view \""
                  + entry.name()
                  + "\" cannot be corrected any more: a late row may make one of two, and what"
                  + " they were made of is given up when they close")
          .hint(
              "ALLOW LATENESS keeps sessions so long; REPROCESS LATE is for HOP, TUMBLE and"
                  + " CUMULATE windows");
    }
    Reprocessed outcome = entry.query().reprocessLate();
    List<String> notices =
        outcome.lost() == 0
            ? List.of()
            : List.of(
                count(outcome.lost(), "late row")
                    + " could not be added to every window: their panes are gone;"
                    + " reprocess_bytes says how much is kept");
    String done =
        count(outcome.rows(), "late row")
            + " of view \""
            + entry.name()
            + "\" reprocessed, "
            + count(outcome.windows(), "window")
            + " corrected";
    return Result.done(done, notices);
  }

  private static String count(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
