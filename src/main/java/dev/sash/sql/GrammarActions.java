package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.time.ClockMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * What the productions in {@code parserImpls.ftl} call: one method per statement or clause, so that
 * the grammar file holds grammar only. Complaints about a part are thrown here, where its place is
 * known.
 */
public final class GrammarActions {
  private GrammarActions() {}

  /** A name with at most one dot. */
  public static RelationName name(SqlIdentifier id) {
    int parts = id.names.size();
    if (parts > 2) {
      throw SashException.at(
          Positions.span(id),
          ErrorCode.SYNTAX,
          "a name has at most a schema before it, found \"" + String.join(".", id.names) + "\"");
    }
    String schema =
        parts == 2 && !id.names.get(0).equalsIgnoreCase("public") ? id.names.get(0) : null;
    return new RelationName(
        schema, id.names.get(parts - 1), Positions.written(id.getParserPosition()));
  }

  static void checkCreated(RelationName name) {
    if (name.schema() != null) {
      throw SashException.at(
              name.span(),
              ErrorCode.NOT_SUPPORTED,
              "streams and views live in schema PUBLIC, found schema \"" + name.schema() + "\"")
          .hint("write " + name.name());
    }
  }

  /** {@code CREATE MATERIALIZED VIEW}. */
  public static Statement createView(
      RelationName name,
      boolean orReplace,
      boolean ifNotExists,
      @Nullable RetainClause retain,
      SqlNode query,
      @Nullable EmitClause emit,
      SqlParserPos position) {
    checkCreated(name);
    return new Statement.CreateView(
        name, orReplace, ifNotExists, retain, query, emit, Positions.written(position));
  }

  /** Fails for {@code CREATE OR REPLACE} of what cannot be replaced. */
  public static void checkNotReplaced(boolean replaced, SqlParserPos position) {
    if (replaced) {
      throw SashException.at(
              Positions.written(position), ErrorCode.NOT_SUPPORTED, "a sink cannot be replaced")
          .hint("write DROP SINK name, then CREATE SINK");
    }
  }

  /** {@code CREATE AGGREGATE} and {@code CREATE FUNCTION}. */
  public static Statement createFunction(
      boolean aggregate,
      RelationName name,
      boolean orReplace,
      boolean ifNotExists,
      String target,
      SqlParserPos targetPosition,
      SqlParserPos position) {
    return new Statement.CreateFunction(
        aggregate,
        name,
        orReplace,
        ifNotExists,
        target,
        Positions.written(targetPosition),
        Positions.written(position));
  }

  /** A query of its own. */
  public static Statement query(SqlNode query, @Nullable EmitClause emit, SqlParserPos position) {
    return new Statement.Query(query, emit, Positions.written(position));
  }

  /** {@code INSERT INTO}. */
  public static Statement insert(
      SqlInsert insert, @Nullable EmitClause emit, SqlParserPos position) {
    if (!(insert.getTargetTable() instanceof SqlIdentifier target)) {
      throw SashException.at(
          Positions.span(insert.getTargetTable()),
          ErrorCode.NOT_SUPPORTED,
          "INSERT takes a plain name after INTO");
    }
    SqlNodeList columns = insert.getTargetColumnList();
    List<String> names =
        columns == null
            ? List.of()
            : columns.stream().map(column -> ((SqlIdentifier) column).getSimple()).toList();
    return new Statement.Insert(
        name(target), names, insert.getSource(), insert, emit, Positions.written(position));
  }

  /** {@code DROP}. */
  public static Statement drop(
      Statement.DropKind kind, boolean ifExists, RelationName name, SqlParserPos position) {
    return new Statement.Drop(kind, ifExists, name, Positions.written(position));
  }

  /** {@code SHOW}. */
  public static Statement show(
      Statement.ShowKind kind, @Nullable String like, SqlParserPos position) {
    return new Statement.Show(kind, like, Positions.written(position));
  }

  /** {@code SHOW PROGRESS}. */
  public static Statement showProgress(@Nullable RelationName view, SqlParserPos position) {
    return new Statement.ShowProgress(view, Positions.written(position));
  }

  /** {@code SHOW WINDOWS FOR}. */
  public static Statement showWindows(
      String text, SqlParserPos textPosition, SqlNode window, SqlParserPos position) {
    return new Statement.ShowWindows(
        instant(text, textPosition), UsedWindow.of(window), Positions.written(position));
  }

  /** {@code EXPLAIN EMPTY}. */
  public static Statement explainEmpty(RelationName view, SqlParserPos position) {
    return new Statement.ExplainEmpty(view, Positions.written(position));
  }

  /** {@code ADVISE WATERMARK FOR}. */
  public static Statement adviseWatermark(RelationName stream, SqlParserPos position) {
    return new Statement.AdviseWatermark(stream, Positions.written(position));
  }

  /** {@code DESCRIBE}. */
  public static Statement describe(RelationName name, SqlParserPos position) {
    return new Statement.Describe(name, Positions.written(position));
  }

  /** {@code EXPLAIN}. */
  public static Statement explain(Statement statement, SqlParserPos position) {
    return new Statement.Explain(statement, Positions.written(position));
  }

  /** {@code SET name = value}, or {@code SET CLOCK}; a null value is DEFAULT. */
  public static Statement set(
      SqlIdentifier id, @Nullable OptionValue value, SqlParserPos position) {
    String name = String.join(".", id.names).toLowerCase(Locale.ROOT);
    SourceSpan span = Positions.written(position);
    if (name.equals("clock")) {
      return new Statement.SetClock(value == null ? null : clockMode(value), span);
    }
    return new Statement.SetOption(name, Positions.written(id.getParserPosition()), value, span);
  }

  private static ClockMode clockMode(OptionValue value) {
    return Arrays.stream(ClockMode.values())
        .filter(mode -> mode.name().equalsIgnoreCase(value.text()))
        .findFirst()
        .orElseThrow(
            () ->
                SashException.at(
                    value.span(),
                    ErrorCode.SETTING,
                    "CLOCK is LIVE, REPLAY or MANUAL, found \"" + value.text() + "\""));
  }

  /** {@code ADVANCE CLOCK BY}. */
  public static Statement advanceBy(SqlLiteral interval, SqlParserPos position) {
    long millis = Intervals.millis(interval);
    if (millis < 0) {
      throw SashException.at(
          Positions.span(interval), ErrorCode.SYNTAX, "the clock does not go back");
    }
    return new Statement.AdvanceClockBy(millis, Positions.written(position));
  }

  /** {@code ADVANCE CLOCK TO}: {@code yyyy-MM-dd [HH:mm[:ss[.fraction]]]}, read as UTC. */
  public static Statement advanceTo(String text, SqlParserPos textPosition, SqlParserPos position) {
    return new Statement.AdvanceClockTo(instant(text, textPosition), Positions.written(position));
  }

  private static long instant(String text, SqlParserPos textPosition) {
    try {
      String iso = text.trim().replaceFirst("\\s+", "T");
      LocalDateTime time =
          iso.indexOf('T') < 0 ? LocalDate.parse(iso).atStartOfDay() : LocalDateTime.parse(iso);
      return time.toInstant(ZoneOffset.UTC).toEpochMilli();
    } catch (DateTimeException e) {
      throw SashException.at(
              Positions.span(textPosition),
              ErrorCode.DATA_CONVERSION,
              "'" + text + "' is no timestamp")
          .hint("for example TIMESTAMP '2026-01-31 10:00:00'")
          .causedBy(e);
    }
  }

  /** {@code WAIT FOR}. */
  public static Statement waitFor(RelationName name, SqlParserPos position) {
    return new Statement.WaitFor(name, Positions.written(position));
  }

  /** {@code REPROCESS LATE}. */
  public static Statement reprocess(RelationName name, SqlParserPos position) {
    return new Statement.Reprocess(name, Positions.written(position));
  }

  /** {@code DRAIN}. */
  public static Statement drain(RelationName name, SqlParserPos position) {
    return new Statement.Drain(name, Positions.written(position));
  }

  /** {@code PAUSE}, {@code STOP} or {@code RESUME}. */
  public static Statement hold(Statement.HoldKind kind, RelationName name, SqlParserPos position) {
    return new Statement.Hold(kind, name, Positions.written(position));
  }

  /** {@code SUBSCRIBE TO}; the sequence is a row of digits, or null. */
  public static Statement subscribe(
      RelationName name, boolean snapshot, @Nullable String sequence, SqlParserPos position) {
    SourceSpan span = Positions.written(position);
    if (snapshot && sequence != null) {
      throw SashException.at(
              span,
              ErrorCode.SYNTAX,
              "WITH SNAPSHOT begins at the newest change, FROM SEQ at yours")
          .hint("write one of them");
    }
    try {
      Long first = sequence == null ? null : (Long) Long.parseLong(sequence);
      return new Statement.Subscribe(name, snapshot, first, span);
    } catch (NumberFormatException e) {
      throw SashException.at(
              span, ErrorCode.SYNTAX, "SEQ must fit into a BIGINT, found " + sequence)
          .causedBy(e);
    }
  }

  /** {@code RETAIN ALL}. */
  public static RetainClause retainAll(SqlParserPos position) {
    return new RetainClause.All(Positions.written(position));
  }

  /** {@code RETAIN LATEST}. */
  public static RetainClause retainLatest(SqlParserPos position) {
    return new RetainClause.Latest(Positions.written(position));
  }

  /** {@code RETAIN INTERVAL}. */
  public static RetainClause retainAge(SqlLiteral age, SqlParserPos position) {
    return new RetainClause.Age(Intervals.millis(age), Positions.written(position));
  }

  /** {@code RETAIN n WINDOWS}. */
  public static RetainClause retainWindows(int count, SqlParserPos position) {
    return new RetainClause.Windows(count, Positions.written(position));
  }

  /** Refuses a second ALLOW LATENESS. */
  public static void checkFirst(@Nullable SqlLiteral lateness, SqlParserPos position) {
    if (lateness != null) {
      throw twice("ALLOW LATENESS", Positions.written(position));
    }
  }

  /** Refuses a second FILL EMPTY WINDOWS. */
  public static EmitClause.Fill onlyFill(EmitClause.@Nullable Fill before, EmitClause.Fill fill) {
    if (before != null) {
      throw twice("FILL EMPTY WINDOWS", fill.span());
    }
    return fill;
  }

  private static SashException twice(String option, SourceSpan span) {
    return SashException.at(span, ErrorCode.EMIT, "EMIT has the same option twice: " + option)
        .hint("leave one of them out");
  }

  /** The EMIT clause. */
  public static EmitClause emit(
      List<EmitClause.Trigger> triggers,
      @Nullable SqlLiteral lateness,
      EmitClause.@Nullable Fill fill,
      SqlParserPos position) {
    return new EmitClause(
        triggers,
        lateness == null ? 0 : Intervals.millis(lateness),
        fill,
        Positions.written(position));
  }

  /** {@code EVERY}. */
  public static EmitClause.Trigger every(
      SqlLiteral period, EmitClause.Basis basis, EmitClause.Scope scope, SqlParserPos position) {
    return new EmitClause.Every(
        Intervals.millis(period), basis, scope, Positions.written(position));
  }

  /** {@code ON CLOSE} and its synonyms. */
  public static EmitClause.Trigger onClose(SqlParserPos position) {
    return new EmitClause.OnClose(Positions.written(position));
  }

  /** {@code ON CHANGE} and its synonym. */
  public static EmitClause.Trigger onChange(SqlParserPos position) {
    return new EmitClause.OnChange(Positions.written(position));
  }

  /** {@code FILL EMPTY WINDOWS}. */
  public static EmitClause.Fill fill(@Nullable SqlLiteral within, SqlParserPos position) {
    return new EmitClause.Fill(
        within == null ? null : Intervals.millis(within), Positions.written(position));
  }

  /** A value of WITH or SET. */
  public static OptionValue value(
      OptionValue.Kind kind, String text, SqlParserPos namePosition, SqlParserPos position) {
    return new OptionValue(
        kind, text, Positions.written(namePosition), Positions.written(position));
  }

  /** An interval as a value of SET. */
  public static OptionValue interval(SqlLiteral interval, SqlParserPos namePosition) {
    return value(
        OptionValue.Kind.INTERVAL,
        Long.toString(Intervals.millis(interval)),
        namePosition,
        interval.getParserPosition());
  }

  /** {@code PRIMARY KEY} among the columns. */
  public static SashException primaryKey(SqlParserPos position) {
    return SashException.at(
            Positions.span(position),
            ErrorCode.NOT_SUPPORTED,
            "a stream has no primary key: its rows are events, duplicates included")
        .hint("GROUP BY the key in a materialized view");
  }

  /** {@code name AS expression} among the columns. */
  public static SashException computedColumn(SqlIdentifier column) {
    return SashException.at(
            Positions.span(column),
            ErrorCode.NOT_SUPPORTED,
            "computed column \"" + column.getSimple() + "\" is not supported yet")
        .hint("compute it in the SELECT of the view");
  }
}
