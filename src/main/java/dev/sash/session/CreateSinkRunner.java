package dev.sash.session;

import dev.sash.connector.sink.Sinks;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.ResultShape;
import dev.sash.runtime.SinkFactory;
import dev.sash.runtime.SinkSpec;
import dev.sash.runtime.SinkWriter;
import dev.sash.sql.Statement;
import dev.sash.time.DurationText;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code CREATE SINK} and {@code DROP SINK}. */
final class CreateSinkRunner {
  private static final String CONNECTOR = "connector";
  private static final String MODE = "mode";
  private static final String RETRY_FOR = "retry_for";
  private static final long RETRY_MILLIS = 60_000;

  private final Engine engine;

  CreateSinkRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.CreateSink create) {
    synchronized (engine) {
      String name = Names.plain(create.name());
      if (engine.sinks().containsKey(name)) {
        if (create.ifNotExists()) {
          return Result.done("sink \"" + name + "\" exists already", List.of());
        }
        throw SashException.at(
                create.name().span(),
                ErrorCode.DUPLICATE_NAME,
                "sink \"" + name + "\" exists already")
            .hint("write CREATE SINK IF NOT EXISTS, or DROP SINK " + name + " first");
      }
      ViewEntry view = WaitRunner.view(engine, create.view());
      try {
        return start(create, name, view);
      } catch (SashException e) {
        throw e.orAt(create.name().span());
      }
    }
  }

  private Result start(Statement.CreateSink create, String name, ViewEntry view) {
    ConnectorOptions options = options(create);
    SinkFactory factory = factory(options);
    SinkMode mode = mode(options, factory, view.plan().shape(), create.view().span());
    SinkShape shape = shape(view, mode, options, create.view().span());
    RunningSink sink = sink(create, view, shape, factory, options);
    engine.sinks().put(name, new SinkEntry(name, view.name(), factory.connector(), mode, sink));
    sink.start();
    return Result.done("created sink \"" + name + "\"", List.of());
  }

  private RunningSink sink(
      Statement.CreateSink create,
      ViewEntry view,
      SinkShape shape,
      SinkFactory factory,
      ConnectorOptions options) {
    long retryMillis = retryMillis(options);
    SinkMode mode = shape.mode();
    SinkSpec spec =
        new SinkSpec(
            create.name().name(),
            shape.schema(),
            mode == SinkMode.UPSERT ? shape.keyColumns() : List.of(),
            options.without(List.of(CONNECTOR, MODE, RETRY_FOR)));
    boolean windowed = view.plan().shape().windowEnd() >= 0;
    SentRows sent =
        mode == SinkMode.DELTA
            ? new SentRows(shape, engine.settings().value(Setting.VIEW_ROWS), windowed)
            : null;
    SinkWriter writer = factory.open(spec);
    return new RunningSink(spec.name(), view.view(), shape, sent, writer, retryMillis);
  }

  private static ConnectorOptions options(Statement.CreateSink create) {
    Map<String, String> values = new TreeMap<>();
    Map<String, SourceSpan> places = new HashMap<>();
    create
        .options()
        .forEach(
            (name, value) -> {
              values.put(name, value.text());
              places.put(name, value.span());
            });
    return new ConnectorOptions(values, places);
  }

  private SinkFactory factory(ConnectorOptions options) {
    Sinks sinks = engine.sinkConnectors();
    return sinks.find(options.required(CONNECTOR, "'file'"), options.place(CONNECTOR));
  }

  /** What is said, else the newest row of each key where that can be kept, else final rows. */
  private SinkMode mode(
      ConnectorOptions options, SinkFactory factory, ResultShape shape, SourceSpan place) {
    boolean upserts = factory.upserts() && !shape.appendOnly();
    String word =
        options.oneOf(MODE, SinkMode.words(), (upserts ? SinkMode.UPSERT : SinkMode.APPEND).word());
    SinkMode mode = SinkMode.valueOf(word.toUpperCase(Locale.ROOT));
    if (mode == SinkMode.UPSERT && !factory.upserts()) {
      SourceSpan written = options.place(MODE);
      throw SashException.at(
              written == null ? place : written,
              ErrorCode.OPTION,
              "connector \"" + factory.connector() + "\" can not replace a row that it has written")
          .hint(
              "write mode = 'append' or mode = 'changes'; mode = 'upsert' is for connector "
                  + String.join(", ", engine.sinkConnectors().upserting()));
    }
    return mode;
  }

  private static SinkShape shape(
      ViewEntry view, SinkMode mode, ConnectorOptions options, SourceSpan place) {
    SourceSpan written = options.place(MODE);
    Schema changes = view.view().changesSchema();
    return SinkShape.of(
        mode, view.name(), view.plan().shape(), changes, written == null ? place : written);
  }

  private static long retryMillis(ConnectorOptions options) {
    String text = options.text(RETRY_FOR);
    if (text == null) {
      return RETRY_MILLIS;
    }
    Long millis = DurationText.parse(text);
    if (millis == null) {
      throw options.wrong(RETRY_FOR, "a length of time like '10 s' or '5 min'");
    }
    return millis;
  }

  Result drop(Statement.Drop drop) {
    synchronized (engine) {
      String name = drop.name().name();
      @Nullable SinkEntry entry = engine.sinks().remove(name);
      if (entry == null) {
        if (drop.ifExists()) {
          return Result.done("sink \"" + name + "\" does not exist", List.of());
        }
        throw engine.noSink(name).orAt(drop.name().span());
      }
      entry.running().close();
      return Result.done("dropped sink \"" + name + "\"", List.of());
    }
  }
}
