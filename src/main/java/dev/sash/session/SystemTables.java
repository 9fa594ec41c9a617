package dev.sash.session;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.error.SashException;
import dev.sash.runtime.DelayHistogram;
import dev.sash.runtime.PipelineInput;
import dev.sash.runtime.StateSize;
import dev.sash.time.DurationText;
import dev.sash.view.ListedRelation;
import dev.sash.view.RelationColumn;
import dev.sash.view.ViewActivity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code sash.streams}, {@code sash.views}, {@code sash.progress}, {@code sash.late_summary},
 * {@code sash.sinks}, {@code sash.settings}.
 */
final class SystemTables {
  private final Engine engine;

  SystemTables(Engine engine) {
    this.engine = engine;
  }

  void create() {
    create(
        "streams",
        List.of(
            text("name"),
            text("connector"),
            of("bounded", Kind.BOOLEAN),
            text("watermark"),
            of("rows_read", Kind.BIGINT),
            of("bad_rows", Kind.BIGINT),
            text("error")),
        this::streams);
    create(
        "views",
        List.of(
            text("name"),
            text("state"),
            text("clock"),
            text("streams"),
            text("error"),
            text("statement"),
            text("notice"),
            text("shares_with")),
        this::views);
    createProgress();
    create(
        "late_summary",
        List.of(
            text("view"),
            of("rows_late", Kind.BIGINT),
            of("windows_dropped", Kind.BIGINT),
            of("typical_lateness_millis", Kind.BIGINT),
            of("max_lateness_millis", Kind.BIGINT),
            of("lag_millis", Kind.BIGINT),
            text("lag")),
        this::lateSummary);
    create(
        "sinks",
        List.of(
            text("name"),
            text("view"),
            text("connector"),
            text("mode"),
            text("state"),
            of("rows_written", Kind.BIGINT),
            text("error")),
        this::sinks);
    create("settings", List.of(text("name"), text("value"), text("description")), this::settings);
  }

  private void createProgress() {
    create(
        "progress",
        List.of(
            text("view"),
            text("stream"),
            of("stream_time", Kind.TIMESTAMP),
            of("watermark", Kind.TIMESTAMP),
            of("lag_millis", Kind.BIGINT),
            of("rows_read", Kind.BIGINT),
            of("rows_late", Kind.BIGINT),
            of("rows_future", Kind.BIGINT),
            of("windows_open", Kind.BIGINT),
            of("closed_until", Kind.TIMESTAMP),
            of("keys", Kind.BIGINT),
            of("state_bytes", Kind.BIGINT),
            of("pane_updates", Kind.BIGINT),
            of("ticks_skipped", Kind.BIGINT),
            of("rows_missed", Kind.BIGINT),
            of("rows_waiting", Kind.BIGINT),
            of("next_close", Kind.TIMESTAMP),
            of("bad_rows", Kind.BIGINT),
            text("held_by"),
            of("held_millis", Kind.BIGINT),
            text("notice")),
        this::progress);
  }

  private void create(
      String name, List<RelationColumn> columns, Supplier<List<List<@Nullable Object>>> rows) {
    engine.database().createRelation("sash", name, new ListedRelation(columns, rows));
  }

  private static RelationColumn text(String name) {
    return of(name, Kind.VARCHAR);
  }

  private static RelationColumn of(String name, Kind kind) {
    return new RelationColumn(name, DataType.of(kind), true);
  }

  private List<List<@Nullable Object>> streams() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (StreamEntry stream : engine.streams().values()) {
      String connector = stream.definition().connector();
      rows.add(
          row(
              stream.name(),
              connector == null ? "insert" : connector,
              stream.isBounded(),
              StreamText.watermark(stream.definition()),
              rowsRead(stream),
              stream.errors().total(),
              stream.trouble()));
    }
    return rows;
  }

  /** Rows delivered; of a stream that each view reads for itself, the most that one has read. */
  private long rowsRead(StreamEntry stream) {
    long most = stream.hub() == null ? 0 : stream.hub().rowCount();
    for (ViewEntry view : engine.views().values()) {
      long rows = 0;
      for (PipelineInput input : view.query().pipeline().inputs()) {
        if (stream.hub() == null && input.stream().equalsIgnoreCase(stream.name())) {
          rows += input.rowsRead();
        }
      }
      most = Math.max(most, rows);
    }
    return most;
  }

  private List<List<@Nullable Object>> sinks() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (SinkEntry sink : engine.sinks().values()) {
      rows.add(
          Arrays.asList(
              sink.name(),
              sink.view(),
              sink.connector(),
              sink.mode().word(),
              sink.running().state(),
              sink.running().rowsWritten(),
              sink.running().error()));
    }
    return rows;
  }

  private List<List<@Nullable Object>> views() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (ViewEntry view : engine.views().values()) {
      rows.add(
          row(
              view.name(),
              view.state(),
              view.clock().name(),
              String.join(", ", view.plan().reads()),
              sentence(view.query().failure()),
              view.sql(),
              view.query().notice(),
              partners(view)));
    }
    return rows;
  }

  private static @Nullable String partners(ViewEntry view) {
    List<String> partners = view.query().sharesWith();
    return partners.isEmpty() ? null : String.join(", ", partners);
  }

  private static @Nullable String sentence(@Nullable SashException failure) {
    if (failure == null) {
      return null;
    }
    return failure.hint() == null ? failure.message() : failure.message() + "; " + failure.hint();
  }

  private List<List<@Nullable Object>> progress() {
    return InputProgress.all(engine).stream().map(SystemTables::progress).toList();
  }

  private static List<@Nullable Object> progress(InputProgress progress) {
    PipelineInput input = progress.input();
    RunningQuery query = progress.view().query();
    StateSize size = progress.size();
    HeldBack held = HeldBack.of(progress);
    return row(
        progress.view().name(),
        input.stream(),
        progress.streamTime(),
        progress.watermark(),
        progress.lagMillis(),
        input.rowsRead(),
        progress.lateRows(),
        input.generator().futureRows(),
        progress.windowsOpen(),
        progress.closedUntil(),
        size.keys(),
        size.bytes(),
        size.paneUpdates(),
        query.runner().ticksSkipped(),
        input.rowsMissed(),
        input.rowsWaiting(),
        progress.nextClose(),
        progress.badRows(),
        held.by(),
        held.millis(),
        query.notice());
  }

  private List<List<@Nullable Object>> lateSummary() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (ViewEntry view : engine.views().values()) {
      ViewActivity activity = view.view().activity();
      DelayHistogram lateness = activity.lateness();
      boolean any = lateness.rows() > 0;
      Long lag = lag(view);
      rows.add(
          row(
              view.name(),
              lateness.rows(),
              activity.windowsDropped(),
              any ? lateness.quantileMillis(0.5) : null,
              any ? lateness.maxMillis() : null,
              lag,
              lag == null ? null : DurationText.parts(lag)));
    }
    return rows;
  }

  /** Of several inputs, the one that is furthest behind. */
  private @Nullable Long lag(ViewEntry view) {
    return InputProgress.of(engine, view).stream()
        .map(InputProgress::lagMillis)
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  private List<List<@Nullable Object>> settings() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      rows.add(row(setting.sqlName(), engine.settings().text(setting), setting.description()));
    }
    return rows;
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }
}
