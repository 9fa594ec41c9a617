package dev.sash.jdbc;

import dev.sash.error.SashException;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A connection: makes statements that know both sides, and closes the session with itself. */
final class ConnectionHandler extends ProxyHandler {
  private final StreamingSession session;
  private final Executions executions;
  private final String url;
  private final Connection target;
  private final AtomicBoolean closed = new AtomicBoolean();

  private ConnectionHandler(StreamingSession session, String url) {
    super(session.connection());
    this.session = session;
    this.executions = new Executions(session);
    this.url = url;
    this.target = session.connection();
  }

  /** The connection of a session; closing it closes the session. */
  static SashConnection open(StreamingSession session, String url) {
    return proxy(SashConnection.class, new ConnectionHandler(session, url));
  }

  @Override
  @Nullable Object handle(Object proxy, Method method, Object[] arguments) throws Throwable {
    Connection self = (Connection) proxy;
    return switch (method.getName()) {
      case "createStatement" ->
          statement(Statement.class, (Statement) delegated(method, arguments), self);
      case "prepareStatement" -> prepare(self, method, arguments);
      case "prepareCall" -> {
        rejectCall((String) arguments[0]);
        Statement call = (Statement) delegated(method, arguments);
        yield statement(CallableStatement.class, call, self);
      }
      case "nativeSQL" ->
          accepts((String) arguments[0]) ? arguments[0] : delegate(method, arguments);
      case "getMetaData" -> {
        DatabaseMetaData metaData = (DatabaseMetaData) delegated(method, arguments);
        yield proxy(DatabaseMetaData.class, new MetaDataHandler(metaData, self, url));
      }
      case "acceptsStreaming" -> accepts((String) arguments[0]);
      case "readsEndlessly" ->
          accepts((String) arguments[0]) && readsEndlessly((String) arguments[0]);
      case "close", "abort" -> {
        close();
        yield null;
      }
      default -> delegate(method, arguments);
    };
  }

  private <T extends Statement> T statement(Class<T> type, Statement ofDatabase, Connection self) {
    return proxy(type, new StatementHandler(ofDatabase, self, executions), SashStatement.class);
  }

  private boolean accepts(@Nullable String sql) throws SQLException {
    return sql != null && !target.isClosed() && session.accepts(sql);
  }

  private boolean readsEndlessly(String sql) throws SQLException {
    try {
      return session.readsEndlessly(sql);
    } catch (SashException e) {
      throw ErrorTranslation.toSqlException(e, sql);
    }
  }

  private PreparedStatement prepare(Connection proxy, Method method, Object[] arguments)
      throws Throwable {
    String sql = (String) arguments[0];
    if (accepts(sql)) {
      PreparedHandler.rejectParameters(sql);
      return proxy(
          PreparedStatement.class,
          new PreparedHandler(plainStatement(arguments), proxy, executions, sql),
          SashStatement.class);
    }
    return statement(PreparedStatement.class, (Statement) delegated(method, arguments), proxy);
  }

  /** A statement of H2's with the properties that were asked for in a call of prepareStatement. */
  private Statement plainStatement(Object[] arguments) throws SQLException {
    return switch (arguments.length) {
      case 3 -> target.createStatement((int) arguments[1], (int) arguments[2]);
      case 4 -> target.createStatement((int) arguments[1], (int) arguments[2], (int) arguments[3]);
      default -> target.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    };
  }

  private void rejectCall(@Nullable String sql) throws SQLException {
    if (accepts(sql)) {
      throw new SQLFeatureNotSupportedException(
          "a streaming statement cannot be prepared as a call\nHint: use prepareStatement",
          "0A000");
    }
  }

  private void close() throws SQLException {
    if (closed.compareAndSet(false, true)) {
      try {
        executions.cancelAll();
        session.close();
        target.close();
      } catch (SashException e) {
        throw ErrorTranslation.toSqlException(e, null);
      }
    }
  }
}
