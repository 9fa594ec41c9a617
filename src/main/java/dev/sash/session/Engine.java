package dev.sash.session;

import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.ViewColumns;
import dev.sash.catalog.WatermarkSpec;
import dev.sash.connector.Connectors;
import dev.sash.connector.sink.Sinks;
import dev.sash.data.Schema;
import dev.sash.database.Database;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.function.OwnFunction;
import dev.sash.plan.QueryPlan;
import dev.sash.runtime.LiveTime;
import dev.sash.runtime.ResultShape;
import dev.sash.sql.NameResolver;
import dev.sash.time.EngineClock;
import dev.sash.time.ManualClock;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * One database with its streams, views and running queries. Thread-safe; statements that change
 * definitions take turns.
 */
public final class Engine implements AutoCloseable {
  private final Map<String, StreamEntry> streams =
      new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, ViewEntry> views =
      new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, OwnFunction> functions =
      new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, SinkEntry> sinks =
      new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Settings settings = new Settings();
  private final ManualClock manualClock = new ManualClock(0);
  private final Connectors connectors = Connectors.all(EngineClock.WALL);
  private final ShardPool shardPool = new ShardPool();
  private final SharedQueries sharedQueries = new SharedQueries(this);
  private final Database database;
  private volatile boolean closed;

  private Engine(Database database) {
    this.database = database;
  }

  /** A new, empty engine in memory. */
  public static Engine open() {
    Engine engine = new Engine(Database.open());
    new SystemTables(engine).create();
    return engine;
  }

  /** A session with a connection of its own. */
  public Session openSession() {
    requireOpen();
    try {
      return new Session(this, database.connect());
    } catch (SQLException e) {
      throw DatabaseError.of(e, null);
    }
  }

  /** Whether {@link #close} was called. */
  public boolean isClosed() {
    return closed;
  }

  private void requireOpen() {
    if (closed) {
      throw SashException.of(ErrorCode.CLOSED, "the engine is closed");
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      sinks.values().forEach(sink -> sink.running().close());
      views.values().forEach(view -> view.query().close());
      streams.values().forEach(StreamEntry::close);
      shardPool.close();
      database.close();
    }
  }

  // What there is

  Map<String, StreamEntry> streams() {
    return streams;
  }

  Map<String, ViewEntry> views() {
    return views;
  }

  Map<String, SinkEntry> sinks() {
    return sinks;
  }

  /** Looked up when a sink is created, and not at every start. */
  Sinks sinkConnectors() {
    return Sinks.ofProcess();
  }

  /** The sinks that write the changes of a view. */
  List<String> sinksOf(String view) {
    return sinks.values().stream()
        .filter(sink -> sink.view().equalsIgnoreCase(view))
        .map(SinkEntry::name)
        .toList();
  }

  /** The error for a sink that does not exist. */
  SashException noSink(String name) {
    return SashException.of(ErrorCode.RELATION_NOT_FOUND, "sink \"" + name + "\" does not exist")
        .hint(Suggestion.didYouMean(name, sinks.keySet()));
  }

  /** The functions that statements have made known. */
  Map<String, OwnFunction> functions() {
    return functions;
  }

  Settings settings() {
    return settings;
  }

  ManualClock manualClock() {
    return manualClock;
  }

  /** Who works off the shards of queries. */
  ShardPool shardPool() {
    return shardPool;
  }

  /** Who shares panes with whom. */
  SharedQueries sharedQueries() {
    return sharedQueries;
  }

  Connectors connectors() {
    return connectors;
  }

  Database database() {
    return database;
  }

  StreamEntry requireStream(String name) {
    StreamEntry entry = streams.get(name);
    if (entry == null) {
      throw notFound("stream", name);
    }
    return entry;
  }

  ViewEntry requireView(String name) {
    ViewEntry entry = views.get(name);
    if (entry == null) {
      throw notFound("view", name);
    }
    return entry;
  }

  /** The error for a stream or view that does not exist. */
  SashException notFound(String kind, String name) {
    Collection<String> names = kind.equals("stream") ? streams.keySet() : views.keySet();
    return SashException.of(ErrorCode.RELATION_NOT_FOUND, kind + " \"" + name + "\" does not exist")
        .hint(Suggestion.didYouMean(name, names));
  }

  /** The views that read a stream or a view. */
  List<String> viewsOf(String relation) {
    List<String> result = new ArrayList<>();
    for (ViewEntry view : views.values()) {
      if (view.plan().streams().stream().anyMatch(relation::equalsIgnoreCase)
          || view.plan().views().stream().anyMatch(relation::equalsIgnoreCase)) {
        result.add(view.name());
      }
    }
    return result;
  }

  /** What names mean to the planner. */
  Catalog catalog() {
    return new Catalog() {
      @Override
      public @Nullable StreamDefinition stream(String name) {
        StreamEntry entry = streams.get(name);
        return entry == null ? null : entry.definition();
      }

      @Override
      public @Nullable ViewColumns view(String name) {
        ViewEntry entry = views.get(name);
        return entry == null ? null : columns(entry);
      }

      @Override
      public @Nullable Schema table(String name) {
        return database.table(name);
      }

      @Override
      public @Nullable OwnFunction function(String name) {
        return functions.get(name);
      }

      @Override
      public Collection<String> names() {
        List<String> names = new ArrayList<>(streams.keySet());
        names.addAll(views.keySet());
        names.addAll(database.tableNames());
        return names;
      }
    };
  }

  /** A view as a query over it sees it. */
  ViewColumns columns(ViewEntry entry) {
    QueryPlan plan = entry.plan();
    ResultShape shape = plan.shape();
    return new ViewColumns(
        entry.name(),
        shape.schema(),
        shape.visibleColumns(),
        shape.appendOnly()
            ? null
            : new ViewColumns.Identity(
                shape.keyColumns(), shape.windowStart(), shape.windowEnd(), plan.revises()),
        plan.eventTimes(),
        delayMillis(plan));
  }

  /** The largest delay of the rows of a query. */
  private long delayMillis(QueryPlan plan) {
    long delay = 0;
    for (String stream : plan.streams()) {
      WatermarkSpec watermark = requireStream(stream).definition().watermark();
      delay = Math.max(delay, watermark == null ? 0 : watermark.delayMillis());
    }
    for (String view : plan.views()) {
      delay = Math.max(delay, delayMillis(requireView(view).plan()));
    }
    return delay;
  }

  /** The limits of a stream where it says them, else the settings. */
  LiveTime.Limits liveLimits(@Nullable String stream) {
    return new LiveTime.Limits(
        limit(stream, Setting.IDLE_TIMEOUT), limit(stream, Setting.MAX_FUTURE_SKEW));
  }

  private long limit(@Nullable String stream, Setting option) {
    String text =
        stream == null ? null : requireStream(stream).definition().options().get(option.sqlName());
    Long millis = text == null ? null : option.parse(text);
    return millis == null ? settings.value(option) : millis;
  }

  /** Whether every source of a query ends by itself. */
  boolean isBounded(QueryPlan plan) {
    return plan.streams().stream().allMatch(stream -> requireStream(stream).isBounded())
        && plan.views().stream()
            .allMatch(view -> requireView(view).view().definition().boundedSources());
  }

  /** All views, those that others read before them. */
  List<ViewEntry> viewsInOrder() {
    List<ViewEntry> ordered = new ArrayList<>(views.values());
    ordered.sort(Comparator.comparingInt(this::depth));
    return ordered;
  }

  private int depth(ViewEntry view) {
    return below(view).stream().mapToInt(inner -> depth(inner) + 1).max().orElse(0);
  }

  /** The views that a view has rows of: those that it reads, and that insert into what it reads. */
  List<ViewEntry> below(ViewEntry view) {
    List<ViewEntry> below = new ArrayList<>();
    view.plan().views().forEach(inner -> below.add(requireView(inner)));
    view.plan().streams().forEach(stream -> below.addAll(insertersInto(stream)));
    return below;
  }

  /** The views whose rows are inserted into a stream. */
  List<ViewEntry> insertersInto(String stream) {
    return views.values().stream()
        .filter(view -> stream.equalsIgnoreCase(view.insertsInto()))
        .toList();
  }

  /** Whether a query has rows of a stream, directly or through views and inserts. */
  boolean reads(QueryPlan plan, String stream) {
    return plan.streams().stream()
            .anyMatch(
                read ->
                    read.equalsIgnoreCase(stream)
                        || insertersInto(read).stream().anyMatch(v -> reads(v.plan(), stream)))
        || plan.views().stream().anyMatch(view -> reads(requireView(view).plan(), stream));
  }

  /** Whether something in PUBLIC has a name. */
  boolean isTaken(String name) {
    return streams.containsKey(name) || views.containsKey(name) || database.table(name) != null;
  }

  /** What names mean to the router. */
  NameResolver resolver() {
    return new NameResolver() {
      @Override
      public boolean isStream(String name) {
        return streams.containsKey(name);
      }

      @Override
      public boolean isView(String name) {
        return views.containsKey(name);
      }

      @Override
      public boolean isTable(String name) {
        return database.table(name) != null;
      }

      @Override
      public boolean isSetting(String name) {
        return Setting.isMeant(name);
      }
    };
  }
}
