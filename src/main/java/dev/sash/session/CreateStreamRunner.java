package dev.sash.session;

import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.WatermarkSpec;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.error.Suggestion;
import dev.sash.plan.WatermarkPlanner;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.SourceFactory;
import dev.sash.runtime.SourceSpec;
import dev.sash.runtime.StreamHub;
import dev.sash.sql.ColumnDefinition;
import dev.sash.sql.ColumnTypes;
import dev.sash.sql.OptionValue;
import dev.sash.sql.Statement;
import dev.sash.time.ClockMode;
import dev.sash.time.EngineClock;
import dev.sash.view.ErrorRows;
import dev.sash.view.StreamTail;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code CREATE STREAM}. */
final class CreateStreamRunner {
  private static final String PARTITION_BY = "partition_by";

  /** Options that every stream takes; the connector sees the others. */
  private static final List<String> COMMON =
      List.of(
          "connector", "retain_rows", "on_error", "idle_timeout", "max_future_skew", PARTITION_BY);

  private final Engine engine;

  private final @Nullable ClockMode clock;

  /**
   * A runner.
   *
   * @param clock what SET CLOCK said: with MANUAL rows arrive at the time of the manual clock
   */
  CreateStreamRunner(Engine engine, @Nullable ClockMode clock) {
    this.engine = engine;
    this.clock = clock;
  }

  Result run(Statement.CreateStream create) {
    synchronized (engine) {
      String name = Names.plain(create.name());
      boolean exists = engine.streams().containsKey(name);
      if (exists && create.ifNotExists()) {
        return Result.done("stream \"" + name + "\" exists already", List.of());
      }
      if (exists && create.orReplace()) {
        requireUnused(create, name);
      } else {
        Names.requireFree(engine, create.name());
      }
      StreamEntry entry = declare(create, name);
      if (exists) {
        new DropRunner(engine).dropStream(name);
      }
      show(entry);
      engine.database().createRelation("errors", entry.name(), entry.errors().relation());
      engine.streams().put(name, entry);
      entry.start();
      return Result.done("created stream \"" + name + "\"", List.of());
    }
  }

  private void requireUnused(Statement.CreateStream create, String name) {
    List<String> views = engine.viewsOf(name);
    if (!views.isEmpty()) {
      throw SashException.at(
              create.name().span(),
              ErrorCode.DEPENDENT_OBJECTS,
              "stream \"" + name + "\" is read by view \"" + String.join("\", \"", views) + "\"")
          .hint("DROP MATERIALIZED VIEW " + views.get(0) + " first");
    }
    DropRunner.requireUnfed(engine, create.name());
  }

  private StreamEntry declare(Statement.CreateStream create, String name) {
    Schema schema = ColumnTypes.schema(create.columns());
    ConnectorOptions all = options(create.options());
    WatermarkSpec watermark = watermark(create, schema, all);
    SourceFactory factory = connector(all);
    ArrivalTimes arrivals = arrivals(create, schema);
    SourceSpec spec =
        new SourceSpec(
            name,
            arrivals.inputSchema(),
            watermark == null ? -1 : arrivals.inputColumn(watermark.eventTimeColumn()),
            options(connectorOptions(create.options(), factory)),
            arrivals.optionalColumns());
    if (factory == null) {
      spec.options().rejectUnknown(List.of());
      all.timeZone();
    } else if (spec.schema().size() == 0) {
      throw SashException.at(
              create.span(),
              ErrorCode.OPTION,
              "a stream with a connector needs a column that the connector fills")
          .hint("declare a column of its input beside the time of arrival");
    }
    Setting.IDLE_TIMEOUT.check(all);
    Setting.MAX_FUTURE_SKEW.check(all);
    boolean bounded = factory != null && factory.check(spec);
    StreamDefinition definition =
        new StreamDefinition(
            name,
            schema,
            watermark,
            factory == null ? null : factory.connector(),
            bounded,
            all.asMap(),
            arrivals.arrivals());
    String onError = all.oneOf("on_error", List.of("keep", "fail"), "keep");
    ErrorRows errors = new ErrorRows(name, onError.equals("fail"));
    StreamTail tail = new StreamTail(schema, retained(all));
    StreamHub hub = bounded ? null : hub(all, tail);
    HubFeeder feeder =
        hub == null || factory == null
            ? null
            : new HubFeeder(name, () -> arrivals.over(factory.open(spec, errors)), hub);
    int maxPartitions = engine.settings().intValue(Setting.MAX_PARTITIONS);
    StreamTime time = new StreamTime(definition, maxPartitions, errors);
    return new StreamEntry(definition, spec, factory, hub, feeder, errors, tail, time, arrivals);
  }

  private ArrivalTimes arrivals(Statement.CreateStream create, Schema schema) {
    EngineClock reading = clock == ClockMode.MANUAL ? engine.manualClock() : EngineClock.WALL;
    return new ArrivalTimes(
        schema, create.columns().stream().map(ColumnDefinition::arrival).toList(), reading);
  }

  private static @Nullable WatermarkSpec watermark(
      Statement.CreateStream create, Schema schema, ConnectorOptions options) {
    WatermarkSpec watermark =
        create.watermark() == null
            ? null
            : WatermarkPlanner.plan(create.name().name(), schema, create.watermark());
    String partition = options.text(PARTITION_BY);
    if (partition == null) {
      return watermark;
    }
    int column = schema.indexOf(partition.trim());
    if (column < 0) {
      throw options
          .wrong(PARTITION_BY, "a column of the stream")
          .hint(Suggestion.didYouMean(partition.trim(), schema.names()));
    }
    if (watermark == null) {
      throw SashException.at(
              options.place(PARTITION_BY),
              ErrorCode.WATERMARK,
              "partition_by needs an event time: each partition has its own watermark")
          .hint("declare WATERMARK FOR the column that holds it");
    }
    return watermark.by(column);
  }

  private long retained(ConnectorOptions options) {
    return options.number("retain_rows", engine.settings().value(Setting.RETAIN_ROWS), 1);
  }

  private StreamHub hub(ConnectorOptions options, StreamTail tail) {
    return new StreamHub(retained(options), engine.settings().value(Setting.QUEUE_ROWS), tail::add);
  }

  /** A bounded stream is read anew by each statement, any other shows its newest rows. */
  private void show(StreamEntry entry) {
    if (entry.hub() == null) {
      engine
          .database()
          .createStream(
              entry.definition(), () -> new ScanRows(entry.definition().schema(), entry.open()));
    } else {
      engine.database().createStream(entry.definition(), entry.tail(), new StreamFace(entry));
    }
  }

  private @Nullable SourceFactory connector(ConnectorOptions options) {
    String word = options.text("connector");
    return word == null ? null : engine.connectors().find(word, options.place("connector"));
  }

  private static Map<String, OptionValue> connectorOptions(
      Map<String, OptionValue> options, @Nullable SourceFactory factory) {
    Map<String, OptionValue> own = new TreeMap<>(options);
    own.keySet().removeAll(COMMON);
    if (factory == null) {
      own.remove(ConnectorOptions.TIME_ZONE); // a connector reads it, INSERT has no other reader
    }
    return own;
  }

  private static ConnectorOptions options(Map<String, OptionValue> written) {
    Map<String, String> values = new HashMap<>();
    Map<String, SourceSpan> places = new HashMap<>();
    written.forEach(
        (name, value) -> {
          values.put(name, value.text());
          places.put(name, value.span());
        });
    return new ConnectorOptions(values, places);
  }
}
