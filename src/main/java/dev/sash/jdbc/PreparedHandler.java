package dev.sash.jdbc;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.SqlScanner;
import dev.sash.sql.Token;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement of Sash's own, without parameters: runs the same text each time. Behind it
 * stands an ordinary statement of H2's, because only that can run the SQL that brings the rows.
 */
final class PreparedHandler extends StatementHandler {
  private static final Object[] NONE = {};

  private final Statement target;
  private final String sql;

  PreparedHandler(Statement target, Connection connection, Executions executions, String sql) {
    super(target, connection, executions);
    this.target = target;
    this.sql = sql;
  }

  /** Fails at the first parameter of a streaming statement. */
  static void rejectParameters(String sql) throws SQLException {
    for (Token token : SqlScanner.tokens(sql)) {
      if (token.kind() == Token.Kind.PARAMETER) {
        SashException error =
            SashException.at(
                    token.span(),
                    ErrorCode.NOT_SUPPORTED,
                    "parameters are not supported in a streaming statement")
                .hint("write the value into the statement; INSERT ... VALUES (?) takes parameters");
        throw ErrorTranslation.toSqlException(error, sql);
      }
    }
  }

  @Override
  @Nullable Object handle(Object proxy, Method method, Object[] arguments) throws Throwable {
    boolean ofStatement = method.getDeclaringClass().isInstance(target);
    if (ofStatement && arguments.length > 0 && arguments[0] instanceof String) {
      rejectText(method);
    }
    return switch (method.getName()) {
      case "addBatch" -> super.handle(proxy, method, new Object[] {sql});
      case "clearParameters" -> null;
      case "getMetaData" -> metaData();
      case "getParameterMetaData" -> noParameters();
      case "execute", "executeQuery", "executeUpdate", "executeLargeUpdate" ->
          super.handle(proxy, method, NONE);
      default -> {
        if (!ofStatement && method.getName().startsWith("set")) {
          throw new SQLException("the statement has no parameters", "07009");
        }
        yield super.handle(proxy, method, arguments);
      }
    };
  }

  @Override
  @Nullable String sqlToRun(Object[] arguments) {
    return arguments.length == 0 ? sql : (String) arguments[0];
  }

  private static void rejectText(Method method) throws SQLException {
    if (method.getName().startsWith("execute") || method.getName().equals("addBatch")) {
      throw new SQLException(
          "a prepared statement has its text: call " + method.getName() + "()", "90130");
    }
  }

  private @Nullable Object metaData() throws SQLException {
    ResultSet open = target.getResultSet();
    return open == null ? null : open.getMetaData();
  }

  private static ParameterMetaData noParameters() {
    return (ParameterMetaData)
        Proxy.newProxyInstance(
            SashDriver.class.getClassLoader(),
            new Class<?>[] {ParameterMetaData.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getParameterCount")) {
                return 0;
              }
              throw new SQLException("the statement has no parameters", "07009");
            });
  }
}
