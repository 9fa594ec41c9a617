package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.RelationName;
import dev.sash.sql.Statement;
import java.util.List;

/** {@code DROP STREAM} and {@code DROP [MATERIALIZED] VIEW}. */
final class DropRunner {
  private final Engine engine;

  DropRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.Drop drop) {
    synchronized (engine) {
      boolean stream = drop.kind() == Statement.DropKind.STREAM;
      String kind = stream ? "stream" : "view";
      String name = drop.name().name();
      boolean exists =
          stream ? engine.streams().containsKey(name) : engine.views().containsKey(name);
      if (!exists) {
        return missing(drop, kind, name);
      }
      requireUnread(drop, kind, name);
      requireUnwritten(engine, drop.name());
      if (stream) {
        requireUnfed(engine, drop.name());
        dropStream(name);
      } else {
        dropView(name);
      }
      return Result.done("dropped " + kind + " \"" + name + "\"", List.of());
    }
  }

  private Result missing(Statement.Drop drop, String kind, String name) {
    if (drop.ifExists()) {
      return Result.done(kind + " \"" + name + "\" does not exist", List.of());
    }
    String other =
        kind.equals("view") && engine.streams().containsKey(name)
            ? "write DROP STREAM " + name
            : kind.equals("stream") && engine.views().containsKey(name)
                ? "write DROP MATERIALIZED VIEW " + name
                : null;
    SashException error = engine.notFound(kind, name);
    throw (other == null ? error : error.hint(other)).orAt(drop.name().span());
  }

  private void requireUnread(Statement.Drop drop, String kind, String name) {
    List<String> views = engine.viewsOf(name);
    if (!views.isEmpty()) {
      throw SashException.at(
              drop.name().span(),
              ErrorCode.DEPENDENT_OBJECTS,
              kind + " \"" + name + "\" is read by view \"" + String.join("\", \"", views) + "\"")
          .hint("DROP MATERIALIZED VIEW " + views.get(0) + " first");
    }
  }

  /** Fails for a view whose changes a sink writes. */
  static void requireUnwritten(Engine engine, RelationName view) {
    List<String> sinks = engine.sinksOf(view.name());
    if (!sinks.isEmpty()) {
      throw SashException.at(
              view.span(),
              ErrorCode.DEPENDENT_OBJECTS,
              "view \""
                  + view.name()
                  + "\" is read by sink \""
                  + String.join("\", \"", sinks)
                  + "\"")
          .hint("DROP SINK " + sinks.get(0) + " first");
    }
  }

  /** Fails for a stream into which a query inserts. */
  static void requireUnfed(Engine engine, RelationName stream) {
    String name = stream.name();
    List<String> views = engine.insertersInto(name).stream().map(ViewEntry::name).toList();
    if (!views.isEmpty()) {
      throw SashException.at(
              stream.span(),
              ErrorCode.DEPENDENT_OBJECTS,
              "view \"" + String.join("\", \"", views) + "\" inserts into stream \"" + name + "\"")
          .hint("DROP MATERIALIZED VIEW " + views.get(0) + " first");
    }
  }

  /** Takes a stream out of engine and database. */
  void dropStream(String name) {
    StreamEntry entry = engine.requireStream(name);
    engine.database().dropStream(entry.name());
    engine.database().dropRelation("errors", entry.name());
    engine.streams().remove(name);
    entry.close();
  }

  /** Ends a view's query and takes the view out of engine and database. */
  void dropView(String name) {
    ViewEntry entry = engine.requireView(name);
    engine.database().dropView(entry.name());
    engine.views().remove(name);
    entry.query().close("view \"" + entry.name() + "\" was dropped");
  }
}
