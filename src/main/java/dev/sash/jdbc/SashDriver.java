package dev.sash.jdbc;

import dev.sash.error.SashException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver. {@code jdbc:sash:} opens a private in-memory engine that closes with its
 * connection; {@code jdbc:sash:mem:NAME} one that all connections of this process with that name
 * share and that closes with the last of them. User and password are not looked at.
 *
 * <p>Connections, statements and result sets are H2's own behind proxies, so {@code
 * unwrap(org.h2.jdbc.JdbcConnection.class)} works. Statements of Sash's own run in the engine; all
 * others go to H2 untouched.
 */
public final class SashDriver implements Driver {
  private static final SharedEngines ENGINES = new SharedEngines();

  static {
    try {
      DriverManager.registerDriver(new SashDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** For {@link DriverManager}. */
  public SashDriver() {}

  /** The version of this build, {@code development} when it does not come from a jar. */
  public static String version() {
    String version = SashDriver.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties properties)
      throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    SashUrl parsed = SashUrl.parse(url);
    try {
      return ConnectionHandler.open(ENGINES.openSession(parsed.name()), parsed.text());
    } catch (SashException e) {
      throw ErrorTranslation.toSqlException(e, null);
    }
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(SashUrl.PREFIX);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return versionPart(0);
  }

  @Override
  public int getMinorVersion() {
    return versionPart(1);
  }

  static int versionPart(int index) {
    String[] parts = version().split("[.-]", -1);
    return parts.length > index && parts[index].matches("[0-9]{1,9}")
        ? Integer.parseInt(parts[index])
        : 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return true;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("the driver does not log", "0A000");
  }
}
