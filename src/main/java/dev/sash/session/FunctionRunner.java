package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.function.OwnFunction;
import dev.sash.sql.OwnNames;
import dev.sash.sql.RelationName;
import dev.sash.sql.Statement;
import java.util.List;

/**
 * {@code CREATE} and {@code DROP} of an AGGREGATE or FUNCTION. A query that runs keeps the function
 * that it was made with.
 */
final class FunctionRunner {
  private final Engine engine;

  FunctionRunner(Engine engine) {
    this.engine = engine;
  }

  Result create(Statement.CreateFunction create) {
    String name = name(create.name());
    String kind = create.aggregate() ? "aggregate" : "function";
    synchronized (engine) {
      OwnFunction before = engine.functions().get(name);
      if (before != null && create.ifNotExists()) {
        return done(kind(before) + " \"" + name + "\" exists");
      }
      if (OwnNames.isTaken(name)) {
        throw SashException.at(
                create.name().span(),
                ErrorCode.DUPLICATE_NAME,
                "function " + name + " is there already")
            .hint("take another name: it is a function of SQL");
      }
      if (before != null && !create.orReplace()) {
        throw SashException.at(
                create.name().span(),
                ErrorCode.DUPLICATE_NAME,
                kind(before) + " \"" + name + "\" exists")
            .hint("write CREATE OR REPLACE, or IF NOT EXISTS");
      }
      FunctionJars jars = new FunctionJars(create);
      engine
          .functions()
          .put(
              name,
              create.aggregate()
                  ? new OwnFunction(name, create.target(), jars.aggregate(), null)
                  : new OwnFunction(name, create.target(), null, jars.method()));
      return done((before == null ? "created " : "replaced ") + kind + " \"" + name + "\"");
    }
  }

  Result drop(Statement.Drop drop) {
    String name = name(drop.name());
    String kind = drop.kind() == Statement.DropKind.AGGREGATE ? "aggregate" : "function";
    synchronized (engine) {
      OwnFunction function = engine.functions().get(name);
      if (function != null && kind(function).equals(kind)) {
        engine.functions().remove(name);
        return done("dropped " + kind + " \"" + name + "\"");
      } else if (drop.ifExists()) {
        return done(kind + " \"" + name + "\" does not exist");
      }
      SashException missing =
          SashException.at(
              drop.name().span(),
              ErrorCode.FUNCTION_NOT_FOUND,
              kind + " \"" + name + "\" does not exist");
      if (function != null) {
        throw missing.hint(
            "write DROP " + (kind.equals("aggregate") ? "FUNCTION " : "AGGREGATE ") + name);
      }
      String similar = Suggestion.didYouMean(name, engine.functions().keySet());
      throw similar == null ? missing : missing.hint(similar);
    }
  }

  private static String name(RelationName name) {
    if (name.schema() != null) {
      throw SashException.at(
          name.span(), ErrorCode.NOT_SUPPORTED, "a function of your own has no schema");
    }
    return name.name();
  }

  private static String kind(OwnFunction function) {
    return function.aggregate() == null ? "function" : "aggregate";
  }

  private static Result done(String message) {
    return Result.done(message, List.of());
  }
}
