package dev.sash.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import org.jspecify.annotations.Nullable;

/**
 * H2's metadata under Sash's driver name. The product stays H2, because that is whose dialect and
 * catalogue a tool meets.
 */
final class MetaDataHandler extends ProxyHandler {
  private final Connection connection;
  private final String url;

  MetaDataHandler(DatabaseMetaData target, Connection connection, String url) {
    super(target);
    this.connection = connection;
    this.url = url;
  }

  @Override
  @Nullable Object handle(Object proxy, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "getConnection" -> connection;
      case "getURL" -> url;
      case "getDriverName" -> "Sash JDBC driver";
      case "getDriverVersion" -> SashDriver.version();
      case "getDriverMajorVersion" -> SashDriver.versionPart(0);
      case "getDriverMinorVersion" -> SashDriver.versionPart(1);
      default -> delegate(method, arguments);
    };
  }
}
