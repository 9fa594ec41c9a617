package dev.sash.view;

import dev.sash.data.BatchBuilder;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.BadRows;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code errors.s}: the newest input rows of a stream that could not be read. Several views may
 * read the same file: what is reported again is kept once. Thread-safe.
 */
public final class ErrorRows implements BadRows {
  /** How many rows are kept. */
  public static final int ROWS_MAX = 10_000;

  /** Beyond so many places, a row that is reported again counts again. */
  private static final int PLACES_MAX = 100_000;

  private static final Schema SCHEMA =
      Schema.of(
          new Field("source", DataType.of(DataType.Kind.VARCHAR).nullable(false)),
          new Field("line", DataType.of(DataType.Kind.BIGINT)),
          new Field("reason", DataType.of(DataType.Kind.VARCHAR).nullable(false)),
          new Field("raw", DataType.of(DataType.Kind.VARCHAR)));

  /** What a view's name has in front of it where a row failed in one of its expressions. */
  private static final String VIEW = "view ";

  private static final String SOURCE = "";

  private final String stream;
  private final boolean failing;
  private final StreamTail rows = new StreamTail(SCHEMA, ROWS_MAX);
  private final Set<Place> places = new HashSet<>();
  private long total;

  private record Place(String origin, long line) {}

  /** By who reported them, {@link #SOURCE} for the stream's own reader. */
  private final Map<String, Failures> failures = new HashMap<>();

  /**
   * Failed rows of one reporter.
   *
   * @param rows how many
   * @param firstReason of the first of them; empty without one
   */
  public record Failures(long rows, String firstReason) {
    /** Not one. */
    public static final Failures NONE = new Failures(0, "");
  }

  /**
   * No rows yet.
   *
   * @param failing whether the first row ends the query: {@code on_error = 'fail'}
   */
  public ErrorRows(String stream, boolean failing) {
    this.stream = stream;
    this.failing = failing;
  }

  @Override
  public void report(String origin, long line, String reason, @Nullable String raw) {
    keep(origin, line, reason, raw);
    if (failing) {
      throw SashException.of(
              ErrorCode.DATA_CONVERSION,
              "stream \"" + stream + "\": " + origin + (line > 0 ? ":" + line : "") + ": " + reason)
          .hint("without on_error = 'fail' such rows are kept in errors." + stream);
    }
  }

  private synchronized void keep(String origin, long line, String reason, @Nullable String raw) {
    if (line > 0 && places.size() < PLACES_MAX && !places.add(new Place(origin, line))) {
      return;
    }
    total++;
    failures.merge(
        origin.startsWith(VIEW) ? origin : SOURCE,
        new Failures(1, reason),
        (before, one) -> new Failures(before.rows + 1, before.firstReason));
    BatchBuilder row = new BatchBuilder(SCHEMA);
    row.appendRow(origin, line > 0 ? line : null, reason, raw);
    rows.add(List.of(row.build()));
  }

  /** How many there were, with those that are no longer kept. */
  public synchronized long total() {
    return total;
  }

  /** The rows that could not be read. */
  public synchronized Failures unread() {
    return failures.getOrDefault(SOURCE, Failures.NONE);
  }

  /** The rows that failed in an expression of a view. */
  public synchronized Failures ofView(String view) {
    return failures.getOrDefault(VIEW + view, Failures.NONE);
  }

  /** The text that a view reports its failed rows under. */
  public static String originOfView(String view) {
    return VIEW + view;
  }

  /** {@code errors.s}, with the columns source, line (NULL without lines), reason and raw. */
  public Relation relation() {
    return rows;
  }
}
