package dev.sash.jdbc;

import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** H2's result set, which knows its statement and, for Sash's rows, when they were cut short. */
final class ResultSetHandler extends ProxyHandler {
  private final ResultSet target;
  private final Statement statement;
  private final @Nullable Execution execution;

  /** {@code execution} is the run whose rows these are, or null for H2's own. */
  ResultSetHandler(ResultSet target, Statement statement, @Nullable Execution execution) {
    super(target);
    this.target = target;
    this.statement = statement;
    this.execution = execution;
  }

  @Override
  @Nullable Object handle(Object proxy, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "getStatement" -> {
        target.getStatement(); // fails as it must when the result set is closed
        yield statement;
      }
      case "next" ->
          execution == null ? delegate(method, arguments) : next(execution, method, arguments);
      case "close" -> {
        if (execution != null) {
          execution.finish();
        }
        yield delegate(method, arguments);
      }
      default -> delegate(method, arguments);
    };
  }

  private boolean next(Execution run, Method method, Object[] arguments) throws Throwable {
    boolean more;
    try {
      more = (boolean) delegated(method, arguments);
    } catch (Throwable failure) {
      run.finish();
      throw run.translated(failure);
    }
    if (!more) {
      run.throwIfEnded();
      run.finish();
    }
    return more;
  }
}
