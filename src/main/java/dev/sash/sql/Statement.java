package dev.sash.sql;

import dev.sash.error.SourceSpan;
import dev.sash.time.ClockMode;
import dev.sash.window.WindowSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * A statement of Sash as {@link SashParser} reads it: names are not looked up and queries are
 * Calcite's unvalidated trees. Every part that a later complaint can be about has its place.
 */
public sealed interface Statement {

  /** The whole statement. */
  SourceSpan span();

  /**
   * {@code CREATE [OR REPLACE] STREAM [IF NOT EXISTS] name (columns) [WITH (options)]}.
   *
   * @param watermark null: the stream has no event time
   * @param options by name in lower case, in the order written
   */
  record CreateStream(
      RelationName name,
      boolean orReplace,
      boolean ifNotExists,
      List<ColumnDefinition> columns,
      @Nullable WatermarkClause watermark,
      Map<String, OptionValue> options,
      SourceSpan span)
      implements Statement {
    public CreateStream {
      columns = List.copyOf(columns);
      options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
  }

  /** {@code CREATE [OR REPLACE] MATERIALIZED VIEW [IF NOT EXISTS] name [RETAIN ...] AS query}. */
  record CreateView(
      RelationName name,
      boolean orReplace,
      boolean ifNotExists,
      @Nullable RetainClause retain,
      SqlNode query,
      @Nullable EmitClause emit,
      SourceSpan span)
      implements Statement {}

  /** {@code CREATE SINK [IF NOT EXISTS] name FROM view WITH (option = value, ...)}. */
  record CreateSink(
      RelationName name,
      boolean ifNotExists,
      RelationName view,
      Map<String, OptionValue> options,
      SourceSpan span)
      implements Statement {
    public CreateSink {
      options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
  }

  /** A SELECT, WITH, VALUES or TABLE; with EMIT it is continuous. */
  record Query(SqlNode query, @Nullable EmitClause emit, SourceSpan span) implements Statement {}

  /**
   * {@code INSERT INTO target [(columns)] source}.
   *
   * @param columns as written, empty for all
   * @param source a VALUES or a query
   * @param node the whole as Calcite reads it
   */
  record Insert(
      RelationName target,
      List<String> columns,
      SqlNode source,
      SqlInsert node,
      @Nullable EmitClause emit,
      SourceSpan span)
      implements Statement {
    public Insert {
      columns = List.copyOf(columns);
    }
  }

  /**
   * {@code CREATE [OR REPLACE] AGGREGATE | FUNCTION [IF NOT EXISTS] name FOR 'target'}.
   *
   * @param target a class; of a FUNCTION with a method behind a dot
   */
  record CreateFunction(
      boolean aggregate,
      RelationName name,
      boolean orReplace,
      boolean ifNotExists,
      String target,
      SourceSpan targetSpan,
      SourceSpan span)
      implements Statement {}

  /** {@code DROP STREAM | [MATERIALIZED] VIEW | SINK | AGGREGATE | FUNCTION [IF EXISTS] name}. */
  record Drop(DropKind kind, boolean ifExists, RelationName name, SourceSpan span)
      implements Statement {}

  /** What a DROP says it drops. */
  enum DropKind {
    /** DROP STREAM. */
    STREAM,
    /** DROP MATERIALIZED VIEW, or DROP VIEW. */
    VIEW,
    /** DROP SINK. */
    SINK,
    /** DROP AGGREGATE. */
    AGGREGATE,
    /** DROP FUNCTION. */
    FUNCTION
  }

  /**
   * {@code SHOW STREAMS | VIEWS | SINKS | FUNCTIONS [LIKE pattern]}.
   *
   * @param like a pattern of LIKE, or null for all
   */
  record Show(ShowKind kind, @Nullable String like, SourceSpan span) implements Statement {}

  /** What a SHOW lists. */
  enum ShowKind {
    /** SHOW STREAMS. */
    STREAMS,
    /** SHOW VIEWS. */
    VIEWS,
    /** SHOW SINKS. */
    SINKS,
    /** SHOW FUNCTIONS. */
    FUNCTIONS
  }

  /**
   * {@code SHOW PROGRESS [view]}.
   *
   * @param view null: all views
   */
  record ShowProgress(@Nullable RelationName view, SourceSpan span) implements Statement {}

  /** {@code SHOW WINDOWS FOR TIMESTAMP '...' USING HOP(slide, size)}: the instant in epoch ms. */
  record ShowWindows(long epochMillis, WindowSpec window, SourceSpan span) implements Statement {}

  /** {@code ADVISE WATERMARK FOR stream}. */
  record AdviseWatermark(RelationName stream, SourceSpan span) implements Statement {}

  /** {@code EXPLAIN EMPTY view}: why it shows nothing, or nothing new. */
  record ExplainEmpty(RelationName view, SourceSpan span) implements Statement {}

  /** {@code DESCRIBE name}. */
  record Describe(RelationName name, SourceSpan span) implements Statement {}

  /** {@code EXPLAIN [PLAN FOR] statement}: a query, an INSERT or a CREATE. */
  record Explain(Statement statement, SourceSpan span) implements Statement {}

  /**
   * {@code SET name = value}.
   *
   * @param name in lower case, dots included
   * @param value null: back to the default
   */
  record SetOption(String name, SourceSpan nameSpan, @Nullable OptionValue value, SourceSpan span)
      implements Statement {}

  /**
   * {@code SET CLOCK = LIVE | REPLAY | MANUAL | DEFAULT}.
   *
   * @param mode null: chosen by the sources, as without the statement
   */
  record SetClock(@Nullable ClockMode mode, SourceSpan span) implements Statement {}

  /** {@code ADVANCE CLOCK BY interval}. */
  record AdvanceClockBy(long millis, SourceSpan span) implements Statement {}

  /** {@code ADVANCE CLOCK TO TIMESTAMP '...'}, in epoch milliseconds. */
  record AdvanceClockTo(long epochMillis, SourceSpan span) implements Statement {}

  /** {@code WAIT FOR view}. */
  record WaitFor(RelationName name, SourceSpan span) implements Statement {}

  /** {@code REPROCESS LATE view}. */
  record Reprocess(RelationName name, SourceSpan span) implements Statement {}

  /** {@code DRAIN view}. */
  record Drain(RelationName name, SourceSpan span) implements Statement {}

  /** {@code PAUSE | STOP | RESUME view}. */
  record Hold(HoldKind kind, RelationName name, SourceSpan span) implements Statement {}

  /** What becomes of a view's query. */
  enum HoldKind {
    /** PAUSE: it keeps its place in its inputs, their rows wait. */
    PAUSE,
    /** STOP: it lets go of its inputs. */
    STOP,
    /** RESUME: it goes on. */
    RESUME
  }

  /**
   * {@code SUBSCRIBE TO view [WITH SNAPSHOT | FROM SEQ n]}.
   *
   * @param sequence the first change, or null: changes from now on
   */
  record Subscribe(RelationName name, boolean snapshot, @Nullable Long sequence, SourceSpan span)
      implements Statement {}
}
