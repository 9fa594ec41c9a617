package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.RelationName;

/** Rules for the names of streams and views, which share one namespace with tables. */
final class Names {
  private Names() {}

  /** The name of something in PUBLIC. */
  static String plain(RelationName name) {
    if (name.schema() != null) {
      throw SashException.at(
              name.span(),
              ErrorCode.NOT_SUPPORTED,
              "streams and views live in schema \"public\", not in \"" + name.schema() + "\"")
          .hint("write " + name.name());
    }
    return name.name();
  }

  /** Fails when a stream, view or table of that name exists. */
  static void requireFree(Engine engine, RelationName name) {
    String kind =
        engine.streams().containsKey(name.name())
            ? "stream"
            : engine.views().containsKey(name.name())
                ? "view"
                : engine.database().table(name.name()) != null ? "table" : "";
    if (!kind.isEmpty()) {
      throw SashException.at(
              name.span(),
              ErrorCode.DUPLICATE_NAME,
              kind + " \"" + name.name() + "\" exists already")
          .hint(
              kind.equals("table")
                  ? "choose another name: streams, views and tables share one namespace"
                  : "write CREATE OR REPLACE, or IF NOT EXISTS");
    }
  }
}
