package dev.sash.database;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.view.RowStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.message.DbException;
import org.h2.result.ResultInterface;

/**
 * The function {@code SASH_RESULT(id)}: gives the rows of a registered {@link RowStream} as an
 * ordinary result of the database, so that {@code CALL SASH_RESULT(42)} has all conversions, and
 * ends on cancel, time-out and close. Endless ones included: the database hands on the rows of a
 * result that is lazy one by one, but only of a function whose return type is both a {@link
 * ResultSet} and a {@link ResultInterface}.
 */
public final class ResultFunction {
  /** The URL of the connection with which the database asks for the columns only. */
  private static final String COLUMN_LIST = "jdbc:columnlist:connection";

  private ResultFunction() {}

  /** What the database wants such a function to return. */
  public interface StreamResult extends ResultSet, ResultInterface {}

  /** The function; the database calls it with the connection of the caller. */
  public static StreamResult call(Connection connection, long id) throws SQLException {
    JdbcConnection caller = (JdbcConnection) connection;
    SessionLocal session = (SessionLocal) caller.getSession();
    TableBindings bindings = TableBindings.of(session.getDatabase().getShortName());
    boolean columnsOnly = connection.getMetaData().getURL().equals(COLUMN_LIST);
    RowStream rows =
        bindings == null
            ? null
            : columnsOnly ? bindings.rowStreams().peek(id) : bindings.rowStreams().take(id);
    if (rows == null) {
      throw H2Errors.outward(
              SashException.of(ErrorCode.WRONG_STATE, "this result has been read already"))
          .getSQLException();
    }
    return result(
        columnsOnly
            ? new LazyRows(rows.schema(), null, null)
            : new LazyRows(rows.schema(), rows, new CancelProbe(session)));
  }

  private static StreamResult result(LazyRows rows) {
    return (StreamResult)
        Proxy.newProxyInstance(
            ResultFunction.class.getClassLoader(),
            new Class<?>[] {StreamResult.class},
            (proxy, method, arguments) -> invoke(rows, method, arguments));
  }

  private static Object invoke(LazyRows rows, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "next" -> rows.next();
      case "currentRow" -> rows.currentRow();
      default -> invokeOther(rows, method, arguments);
    };
  }

  private static Object invokeOther(LazyRows rows, Method method, Object[] arguments)
      throws Throwable {
    try {
      return ResultInterface.class
          .getMethod(method.getName(), method.getParameterTypes())
          .invoke(rows, arguments);
    } catch (NoSuchMethodException e) {
      throw DbException.getUnsupportedException(method.getName());
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
