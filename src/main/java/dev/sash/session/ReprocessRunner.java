package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.Reprocessed;
import dev.sash.sql.RelationName;
import dev.sash.sql.Statement;
import java.util.ArrayList;
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
    if (!entry.plan().revises()) {
      requireCorrectable(reprocess.name(), entry, entry);
    }
    Reprocessed outcome = entry.query().reprocessLate();
    List<String> notices = new ArrayList<>();
    if (outcome.lost() > 0) {
      notices.add(
          count(outcome.lost(), "late row")
              + " could not be added to every window: their panes are gone;"
              + " reprocess_bytes says how much is kept");
    }
    if (outcome.windows() > 0 && entry.query().runner().isFinished()) {
      readers(entry).forEach(reader -> notices.add(stale(reader, entry)));
    }
    String done =
        count(outcome.rows(), "late row")
            + " of view \""
            + entry.name()
            + "\" reprocessed, "
            + count(outcome.windows(), "window")
            + " corrected";
    return Result.done(done, notices);
  }

  /** A view above that takes the rows of closed windows for final would count them twice. */
  private void requireCorrectable(RelationName name, ViewEntry corrected, ViewEntry below) {
    for (ViewEntry reader : readers(below)) {
      if (reader.plan().aggregatesResults()) {
        throw SashException.at(
                name.span(),
                ErrorCode.WRONG_STATE,
                "view \"%s\" takes the rows of view \"%s\" for final"
                    .formatted(reader.name(), corrected.name()))
            .hint(
                "ALLOW LATENESS in view \"%s\" lets corrections through; or DROP MATERIALIZED VIEW %s"
                    .formatted(corrected.name(), reader.name()));
      }
      requireCorrectable(name, corrected, reader);
    }
  }

  private List<ViewEntry> readers(ViewEntry below) {
    return engine.views().values().stream()
        .filter(view -> view.plan().views().stream().anyMatch(below.name()::equalsIgnoreCase))
        .toList();
  }

  private static String stale(ViewEntry reader, ViewEntry below) {
    return "view \"%s\" has ended with view \"%s\" and does not show the corrections"
        .formatted(reader.name(), below.name());
  }

  private static String count(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
