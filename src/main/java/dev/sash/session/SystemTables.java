package dev.sash.session;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.error.SashException;
import dev.sash.runtime.PipelineInput;
import dev.sash.runtime.StateSize;
import dev.sash.runtime.TimedOperator;
import dev.sash.runtime.WatermarkGenerator;
import dev.sash.view.ListedRelation;
import dev.sash.view.RelationColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code sash.streams}, {@code sash.views}, {@code sash.progress}, {@code sash.settings}. */
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
            of("bad_rows", Kind.BIGINT)),
        this::streams);
    create(
        "views",
        List.of(
            text("name"),
            text("state"),
            text("clock"),
            text("streams"),
            text("error"),
            text("statement")),
        this::views);
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
            of("ticks_skipped", Kind.BIGINT)),
        this::progress);
    create("settings", List.of(text("name"), text("value"), text("description")), this::settings);
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
              stream.errors().total()));
    }
    return rows;
  }

  /** Rows delivered; of a stream that each view reads for itself, the most that one has read. */
  private long rowsRead(StreamEntry stream) {
    long most = stream.hub() == null ? 0 : stream.hub().rowCount();
    for (ViewEntry view : engine.views().values()) {
      for (PipelineInput input : view.query().pipeline().inputs()) {
        if (stream.hub() == null && input.stream().equalsIgnoreCase(stream.name())) {
          most = Math.max(most, input.rowsRead());
        }
      }
    }
    return most;
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
              view.sql()));
    }
    return rows;
  }

  private static @Nullable String sentence(@Nullable SashException failure) {
    if (failure == null) {
      return null;
    }
    return failure.hint() == null ? failure.message() : failure.message() + "; " + failure.hint();
  }

  private List<List<@Nullable Object>> progress() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (ViewEntry view : engine.views().values()) {
      for (PipelineInput input : view.query().pipeline().inputs()) {
        rows.add(progress(view, input));
      }
    }
    return rows;
  }

  private static List<@Nullable Object> progress(ViewEntry view, PipelineInput input) {
    long late = 0;
    long open = 0;
    long closed = Long.MAX_VALUE;
    StateSize size = StateSize.EMPTY;
    for (TimedOperator operator : view.query().pipeline().timed()) {
      late += operator.lateRows();
      open += operator.openWindows();
      closed = Math.min(closed, operator.closedEnd());
      size = size.plus(operator.stateSize());
    }
    return row(
        view.name(),
        input.stream(),
        instant(input.generator().streamTime()),
        instant(input.generator().watermark()),
        lag(view, input),
        input.rowsRead(),
        late,
        input.generator().futureRows(),
        open,
        instant(closed),
        size.keys(),
        size.bytes(),
        size.paneUpdates(),
        view.query().runner().ticksSkipped());
  }

  /** How far the newest event is behind the engine clock of the view that reads it. */
  private static @Nullable Object lag(ViewEntry view, PipelineInput input) {
    long streamTime = input.generator().streamTime();
    return streamTime == WatermarkGenerator.NONE
        ? null
        : (Object) (view.query().pipeline().time().nowMillis() - streamTime);
  }

  private static @Nullable Object instant(long millis) {
    return millis == WatermarkGenerator.NONE || millis == WatermarkGenerator.END
        ? null
        : (Object) millis;
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
