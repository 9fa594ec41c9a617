package dev.sash.emission;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A windowed aggregate by key over the stream {@code s (ts, k, v)}.
 *
 * @param boundMillis how far the watermark stays behind the stream time
 * @param columns which aggregates it shows
 * @param valuesBelow WHERE: a row counts when its value is below; null takes all rows
 * @param rowsBelow HAVING: a group shows when it has fewer rows; null shows all groups
 */
public record Query(
    Windows windows,
    EmitClause emit,
    long boundMillis,
    List<Column> columns,
    @Nullable Long valuesBelow,
    @Nullable Integer rowsBelow) {
  /** An aggregate. */
  public enum Column {
    /** COUNT(*). */
    ROWS("COUNT(*)"),
    /** COUNT(v). */
    VALUES("COUNT(v)"),
    /** SUM(v). */
    SUM("SUM(v)"),
    /** MIN(v). */
    MIN("MIN(v)"),
    /** MAX(v). */
    MAX("MAX(v)");

    private final String sql;

    Column(String sql) {
      this.sql = sql;
    }

    private String alias() {
      return "all_" + name().toLowerCase(Locale.ROOT);
    }

    private String of(List<Event> rows) {
      List<Long> values =
          rows.stream().map(Event::value).filter(Objects::nonNull).sorted().toList();
      if (this == ROWS || this == VALUES) {
        return String.valueOf(this == ROWS ? rows.size() : values.size());
      }
      if (values.isEmpty()) {
        return "null";
      }
      return switch (this) {
        case MIN -> String.valueOf(values.get(0));
        case MAX -> String.valueOf(values.get(values.size() - 1));
        default -> String.valueOf(values.stream().mapToLong(Long::longValue).sum());
      };
    }
  }

  /** A query that shows all aggregates of all rows. */
  public static Query all(Windows windows, EmitClause emit, long boundMillis) {
    return new Query(windows, emit, boundMillis, List.of(Column.values()), null, null);
  }

  /** The same with another EMIT. */
  Query with(EmitClause other) {
    return new Query(windows, other, boundMillis, columns, valuesBelow, rowsBelow);
  }

  /** Whether windows are sessions. */
  boolean hasSessions() {
    return windows instanceof Windows.Session;
  }

  /** Whether WHERE takes a row. */
  boolean takes(Event event) {
    Long value = event.value();
    return valuesBelow == null || value != null && value < valuesBelow;
  }

  /** The aggregates of a group's rows as one text, or null when HAVING does not pass. */
  @Nullable String show(List<Event> rows) {
    if (rowsBelow != null && rows.size() >= rowsBelow) {
      return null;
    }
    return columns.stream().map(column -> column.of(rows)).collect(Collectors.joining(" "));
  }

  /** CREATE STREAM. */
  String streamSql() {
    return "CREATE STREAM s (ts TIMESTAMP(3), k VARCHAR, v BIGINT, WATERMARK FOR ts AS ts - "
        + SqlText.interval(boundMillis)
        + ")";
  }

  /** CREATE MATERIALIZED VIEW. */
  String viewSql() {
    String aggregates =
        columns.stream()
            .map(column -> column.sql + " AS " + column.alias())
            .collect(Collectors.joining(", "));
    return "CREATE MATERIALIZED VIEW v RETAIN ALL AS SELECT k, window_start, window_end, "
        + aggregates
        + " FROM s"
        + (valuesBelow == null ? "" : " WHERE v < " + valuesBelow)
        + " GROUP BY k, "
        + windows.sql()
        + (rowsBelow == null ? "" : " HAVING COUNT(*) < " + rowsBelow)
        + " "
        + emit.sql();
  }

  /** The names of the aggregates in the view. */
  String aggregateNames() {
    return columns.stream().map(Column::alias).collect(Collectors.joining(", "));
  }
}
