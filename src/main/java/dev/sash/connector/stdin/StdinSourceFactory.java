package dev.sash.connector.stdin;

import dev.sash.connector.format.InputFormat;
import dev.sash.connector.format.InputSource;
import dev.sash.runtime.BadRows;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceFactory;
import dev.sash.runtime.SourceSpec;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@code connector = 'stdin'}: CSV (when nothing is said) or JSON lines, plain or gzip, that are
 * piped into the process. Every reader gets all of it, from the beginning.
 *
 * <p>The header of a CSV input is not looked at when the stream is declared, since that would wait
 * for it: a column that it lacks is an error of the first query.
 */
public final class StdinSourceFactory implements SourceFactory {
  private static final String SPOOL_BYTES = "spool_bytes";
  private static final long SPOOL_BYTES_DEFAULT = 10_000_000_000L;
  private static final Set<String> OPTIONS = Set.of(SPOOL_BYTES);
  private static final String ORIGIN = "stdin";

  private final StandardInputSpool spool;

  /** A connector for a stream that stands for the standard input. */
  public StdinSourceFactory(InputStream stream) {
    this(new StandardInputSpool(stream));
  }

  private StdinSourceFactory(StandardInputSpool spool) {
    this.spool = spool;
  }

  /** The connector for the standard input of the process; all share what has been read of it. */
  public static StdinSourceFactory ofProcess() {
    return new StdinSourceFactory(ProcessInput.SPOOL);
  }

  @Override
  public String connector() {
    return ORIGIN;
  }

  @Override
  public boolean check(SourceSpec spec) {
    format(spec);
    spoolBytes(spec.options());
    return true;
  }

  @Override
  public Source open(SourceSpec spec, BadRows badRows) {
    InputFormat format = format(spec);
    long limitBytes = spoolBytes(spec.options());
    AtomicBoolean opened = new AtomicBoolean();
    return new InputSource(
        format,
        () -> opened.getAndSet(true) ? null : new InputSource.Input(ORIGIN, spool.open(limitBytes)),
        badRows);
  }

  private static InputFormat format(SourceSpec spec) {
    return InputFormat.of(spec, "stdin.csv", OPTIONS);
  }

  private static long spoolBytes(ConnectorOptions options) {
    return options.number(SPOOL_BYTES, SPOOL_BYTES_DEFAULT, 1);
  }

  /** Made when the first stream asks for it. */
  private static final class ProcessInput {
    static final StandardInputSpool SPOOL = new StandardInputSpool(System.in);
  }
}
