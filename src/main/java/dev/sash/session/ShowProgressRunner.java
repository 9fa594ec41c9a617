package dev.sash.session;

import dev.sash.data.DataType.Kind;
import dev.sash.sql.Statement;
import dev.sash.time.DurationText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code SHOW PROGRESS}: what {@code sash.progress} tells, in words that a person reads. */
final class ShowProgressRunner {
  private final Engine engine;

  ShowProgressRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.ShowProgress show) {
    List<InputProgress> inputs =
        show.view() == null
            ? InputProgress.all(engine)
            : InputProgress.of(engine, WaitRunner.view(engine, show.view()));
    TypedRows rows =
        new TypedRows()
            .column("view", Kind.VARCHAR)
            .column("stream", Kind.VARCHAR)
            .column("state", Kind.VARCHAR)
            .column("watermark", Kind.TIMESTAMP)
            .column("stream_time", Kind.TIMESTAMP)
            .column("lag", Kind.VARCHAR)
            .column("held_by", Kind.VARCHAR)
            .column("held_for", Kind.VARCHAR)
            .column("next_close", Kind.TIMESTAMP)
            .column("rows_waiting", Kind.BIGINT)
            .column("rows_read", Kind.BIGINT)
            .column("rows_late", Kind.BIGINT)
            .column("bad_rows", Kind.BIGINT)
            .column("rows_future", Kind.BIGINT)
            .column("notice", Kind.VARCHAR);
    inputs.forEach(input -> add(input, rows));
    return Result.rows(rows.build(), List.of());
  }

  private static void add(InputProgress progress, TypedRows rows) {
    HeldBack held = HeldBack.of(progress);
    rows.row(
        progress.view().name(),
        progress.input().stream(),
        progress.view().state(),
        progress.watermark(),
        progress.streamTime(),
        text(progress.lagMillis()),
        held.by(),
        text(held.millis()),
        progress.nextClose(),
        progress.input().rowsWaiting(),
        progress.input().rowsRead(),
        progress.lateRows(),
        progress.badRows(),
        progress.input().generator().futureRows(),
        progress.view().query().notice());
  }

  private static @Nullable String text(@Nullable Long millis) {
    return millis == null ? null : DurationText.parts(millis);
  }
}
