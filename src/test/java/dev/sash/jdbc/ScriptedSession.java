package dev.sash.jdbc;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.LongColumnBuilder;
import dev.sash.data.Schema;
import dev.sash.data.TextColumnBuilder;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.session.Result;
import dev.sash.view.RowStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/**
 * A session over a real H2 database whose own statements are scripted, so that a test decides when
 * they end: {@code STREAM ROWS 3}, {@code STREAM ENDLESS}, {@code STREAM HANG}, {@code STREAM
 * DONE}, {@code STREAM FAIL}, {@code STREAM BROKEN} (fails in its second row).
 */
public final class ScriptedSession implements StreamingSession {
  private static final Schema SCHEMA =
      Schema.of(
          new Field("n", DataType.of(DataType.Kind.BIGINT)),
          new Field("name", DataType.of(DataType.Kind.VARCHAR)));

  /** Opens when {@code STREAM HANG} has begun. */
  public final CountDownLatch hanging = new CountDownLatch(1);

  /** Counts streams that were opened and not closed. */
  public final java.util.concurrent.atomic.AtomicInteger openStreams =
      new java.util.concurrent.atomic.AtomicInteger();

  private final CountDownLatch canceled = new CountDownLatch(1);
  private final Connection connection;

  /** A session over a database of its own. */
  public ScriptedSession() throws SQLException {
    connection =
        DriverManager.getConnection(
            "jdbc:h2:mem:;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE"
                + ";CASE_INSENSITIVE_IDENTIFIERS=TRUE;DEFAULT_NULL_ORDERING=HIGH");
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE ALIAS test_result FOR 'dev.sash.jdbc.LazyResult.take'");
    }
  }

  /** A connection of the driver over this session. */
  public SashConnection connect() {
    return ConnectionHandler.open(this, "jdbc:sash:");
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public boolean accepts(String sql) {
    return sql.strip().toUpperCase(Locale.ROOT).startsWith("STREAM ");
  }

  @Override
  public boolean readsEndlessly(String sql) {
    return sql.contains("ENDLESS");
  }

  @Override
  public Result execute(String sql) {
    String[] words = sql.strip().split("[ ;]+", -1);
    return switch (words[1]) {
      case "ROWS" -> Result.rows(rows(Long.parseLong(words[2]), false), List.of("a notice"));
      case "ENDLESS" -> Result.rows(rows(Long.MAX_VALUE, false), List.of());
      case "BROKEN" -> Result.rows(rows(Long.MAX_VALUE, true), List.of());
      case "DONE" -> new Result(null, 7, "delivered 7 rows", List.of("first", "second"));
      case "HANG" -> hang();
      default ->
          throw SashException.at(
                  new SourceSpan(1, 8, 1, 7 + words[1].length()),
                  ErrorCode.COLUMN_NOT_FOUND,
                  "column \"" + words[1] + "\" not found")
              .hint("did you mean \"rows\"?");
    };
  }

  private Result hang() {
    hanging.countDown();
    try {
      canceled.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    throw SashException.of(ErrorCode.CANCELED, "ended inside the session");
  }

  @Override
  public void cancel() {
    canceled.countDown();
  }

  private RowStream rows(long count, boolean breaks) {
    openStreams.incrementAndGet();
    return new NumberedRows(count, breaks);
  }

  @Override
  public String registerRows(RowStream rows) {
    return "CALL test_result(" + LazyResult.register(rows) + ")";
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** One row a batch; after three rows an endless stream waits until it is closed. */
  private final class NumberedRows implements RowStream {
    private final long count;
    private final boolean breaks;
    private final CountDownLatch closed = new CountDownLatch(1);
    private long next = 1;

    NumberedRows(long count, boolean breaks) {
      this.count = count;
      this.breaks = breaks;
    }

    @Override
    public Schema schema() {
      return SCHEMA;
    }

    @Override
    public ColumnBatch next() throws InterruptedException {
      if (breaks && next == 2) {
        throw SashException.of(ErrorCode.DIVISION_BY_ZERO, "division by zero");
      }
      if (next > count) {
        return null;
      }
      if (next > 3 && count == Long.MAX_VALUE) {
        closed.await();
        throw new InterruptedException("closed");
      }
      BatchBuilder batch = new BatchBuilder(SCHEMA);
      ((LongColumnBuilder) batch.column(0)).append(next);
      ((TextColumnBuilder) batch.column(1)).append("row " + next);
      next++;
      return batch.build();
    }

    @Override
    public void close() {
      if (closed.getCount() > 0) {
        openStreams.decrementAndGet();
        closed.countDown();
      }
    }
  }
}
