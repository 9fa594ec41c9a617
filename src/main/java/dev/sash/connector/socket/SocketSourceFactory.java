package dev.sash.connector.socket;

import dev.sash.connector.format.InputFormat;
import dev.sash.runtime.BadRows;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceFactory;
import dev.sash.runtime.SourceSpec;
import java.util.Set;

/**
 * {@code connector = 'socket'}: CSV (when nothing is said, without a header) or JSON lines from
 * whoever listens at a port, such as {@code nc -lk 9999}. Rows that are sent while nobody is
 * connected, or are under way when a connection breaks, are lost: at most once.
 */
public final class SocketSourceFactory implements SourceFactory {
  private static final String RECONNECT = "reconnect";
  private static final String HEADER = "header";
  private static final Set<String> OPTIONS =
      Set.of(ConnectorOptions.HOST, ConnectorOptions.PORT, RECONNECT);

  @Override
  public String connector() {
    return "socket";
  }

  @Override
  public boolean check(SourceSpec spec) {
    format(spec);
    spec.options().address();
    spec.options().truth(RECONNECT, true);
    return false;
  }

  @Override
  public Source open(SourceSpec spec, BadRows badRows) {
    ConnectorOptions options = spec.options();
    return new SocketSource(
        options.address(), format(spec), badRows, options.truth(RECONNECT, true));
  }

  private static InputFormat format(SourceSpec spec) {
    ConnectorOptions options = spec.options();
    boolean isCsv = options.text("format", "csv").equalsIgnoreCase("csv");
    SourceSpec lines =
        isCsv && options.text(HEADER) == null
            ? spec.withOptions(options.with(HEADER, "false"))
            : spec;
    return InputFormat.of(lines, "socket.csv", OPTIONS);
  }
}
