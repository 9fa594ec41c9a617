package dev.sash.connector.sink;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.SinkFactory;
import dev.sash.runtime.SinkSpec;
import dev.sash.runtime.SinkWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code connector = 'jdbc'}: rows of a table in a database whose driver is on the class path. The
 * password comes from the environment or a file, so that it need not stand in a statement.
 */
final class JdbcSinkFactory implements SinkFactory {
  private static final String URL = "url";
  private static final String TABLE = "table";
  private static final String USER = "user";
  private static final String PASSWORD = "password";
  private static final String PASSWORD_ENV = "password_env";
  private static final String PASSWORD_FILE = "password_file";
  private static final String CREATE_TABLE = "create_table";
  private static final Set<String> OPTIONS =
      Set.of(URL, TABLE, USER, PASSWORD, PASSWORD_ENV, PASSWORD_FILE, CREATE_TABLE);

  @Override
  public String connector() {
    return "jdbc";
  }

  @Override
  public boolean upserts() {
    return true;
  }

  @Override
  public SinkWriter open(SinkSpec spec) {
    ConnectorOptions options = spec.options();
    options.rejectUnknown(OPTIONS);
    String url = options.required(URL, "'jdbc:postgresql://localhost/metrics'");
    String table = options.required(TABLE, "'" + spec.name() + "'");
    Properties properties = new Properties();
    String user = options.text(USER);
    if (user != null) {
      properties.setProperty("user", user);
    }
    String password = password(options);
    if (password != null) {
      properties.setProperty("password", password);
    }
    try {
      return new TableWriter(
          spec,
          table,
          options.truth(CREATE_TABLE, false),
          () -> DriverManager.getConnection(url, properties));
    } catch (SQLException e) {
      boolean ofTable = String.valueOf(e.getSQLState()).startsWith("42");
      throw SashException.at(
              options.place(ofTable ? TABLE : URL),
              ErrorCode.OPTION,
              (ofTable ? "table \"" + table + "\" does not fit: " : "no connection: ")
                  + String.valueOf(e.getMessage()).replaceAll("; SQL statement:[\\s\\S]*", ""))
          .hint(
              ofTable
                  ? "write create_table = true, or make a table with the columns of the view"
                  : null)
          .causedBy(e);
    }
  }

  private static @Nullable String password(ConnectorOptions options) {
    String variable = options.text(PASSWORD_ENV);
    if (variable != null) {
      String value = System.getenv(variable);
      if (value == null) {
        throw options.wrong(PASSWORD_ENV, "a variable of the environment that is set");
      }
      return value;
    }
    String file = options.text(PASSWORD_FILE);
    if (file == null) {
      return options.text(PASSWORD);
    }
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      throw options.wrong(PASSWORD_FILE, "a file that can be read").causedBy(e);
    }
  }
}
