package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.runtime.EmitSpec;
import dev.sash.runtime.IntervalJoinOperator;
import dev.sash.runtime.JoinForm;
import dev.sash.runtime.OverForm;
import dev.sash.runtime.WindowTopNOperator;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a query does, step by step: plain data without Calcite types, so that it can be printed,
 * kept and sent elsewhere. Rows flow from the leaves to the root.
 *
 * <pre>
 *   SELECT channel, COUNT(*) AS n, window_end
 *   FROM TABLE(HOP(TABLE edits, DESCRIPTOR(ts), INTERVAL '5' MINUTE, INTERVAL '1' HOUR))
 *   WHERE NOT is_robot GROUP BY channel, window_start, window_end HAVING COUNT(*) > 10
 *
 *   ResultCalc     channel, n, window_end; n > 10
 *     WindowAggregate  hop 5 min, 1 h; key channel; COUNT(*)
 *       Calc           channel, ts; NOT is_robot
 *         Scan           edits
 * </pre>
 */
public sealed interface PhysicalNode {

  /** The columns of the rows that the node gives. */
  Schema schema();

  /** The nodes whose rows it takes. */
  List<PhysicalNode> inputs();

  /** Gives the rows of a stream, all columns. */
  record Scan(String stream, Schema schema) implements PhysicalNode {
    @Override
    public List<PhysicalNode> inputs() {
      return List.of();
    }
  }

  /**
   * Gives what a materialized view holds and sends, all columns.
   *
   * @param results whether as results, with their identity; else as rows
   * @param revises whether a result may change after it was given
   */
  record ViewScan(String view, boolean results, boolean revises, Schema schema)
      implements PhysicalNode {
    @Override
    public List<PhysicalNode> inputs() {
      return List.of();
    }
  }

  /** Gives literal rows, then ends. Each inner list holds objects as of {@code Column.value}. */
  record Values(Schema schema, List<List<@Nullable Object>> rows) implements PhysicalNode {
    @Override
    public List<PhysicalNode> inputs() {
      return List.of();
    }
  }

  /**
   * Keeps the rows that pass the condition and computes their columns.
   *
   * @param outputs one for each column
   * @param kernel the condition and what is computed, or null when columns only move
   * @param text condition and expressions as SQL, for EXPLAIN
   */
  record Calc(
      PhysicalNode input, Schema schema, List<Output> outputs, @Nullable Kernel kernel, String text)
      implements PhysicalNode {
    @Override
    public List<PhysicalNode> inputs() {
      return List.of(input);
    }
  }

  /**
   * Where a column of a {@link Calc} comes from: one of the two is -1.
   *
   * @param inputColumn ordinal in the input, passed on without looking at its values
   * @param computedColumn ordinal in the kernel's output
   */
  record Output(int inputColumn, int computedColumn) {
    /** A column of the input. */
    public static Output input(int ordinal) {
      return new Output(ordinal, -1);
    }

    /** A column of the kernel. */
    public static Output computed(int ordinal) {
      return new Output(-1, ordinal);
    }
  }

  /**
   * Generated Java.
   *
   * @param source members of a class that extends {@code dev.sash.runtime.RowKernel}
   * @param computed the columns that it appends
   * @param hasCondition whether it drops rows
   */
  record Kernel(String source, Schema computed, boolean hasCondition) {}

  /**
   * Gives each row once for every window that it is in, with two columns more: window_start and
   * window_end. Rows in no window disappear; no row is late, but for its session.
   *
   * @param timeColumn ordinal of the event time in the input
   * @param keyColumns ordinals of the key of sessions
   * @param once whether the query ends: then no row is late at all
   */
  record WindowExpand(
      PhysicalNode input,
      int timeColumn,
      List<Integer> keyColumns,
      WindowSpec window,
      boolean once,
      Schema schema)
      implements PhysicalNode {
    @Override
    public List<PhysicalNode> inputs() {
      return List.of(input);
    }
  }

  /** Gives each row with the engine clock at which it arrived as its last column. */
  record ArrivalTime(PhysicalNode input, Schema schema) implements PhysicalNode {
    /** The name of the column; no query can name it. */
    static final String COLUMN = "$arrival";

    /** Over the rows of a node. */
    static ArrivalTime of(PhysicalNode input) {
      List<Field> fields = new ArrayList<>(input.schema().fields());
      fields.add(new Field(COLUMN, DataType.of(DataType.Kind.TIMESTAMP).nullable(false)));
      return new ArrivalTime(input, new Schema(fields));
    }

    @Override
    public List<PhysicalNode> inputs() {
      return List.of(input);
    }
  }

  /** Gives each row with its number in the order of the input as its last column. */
  record RowNumber(PhysicalNode input, Schema schema) implements PhysicalNode {
    /** The name of the column; no query can name it. */
    static final String COLUMN = "$row";

    /** Over the rows of a node. */
    static RowNumber of(PhysicalNode input) {
      List<Field> fields = new ArrayList<>(input.schema().fields());
      fields.add(new Field(COLUMN, DataType.of(DataType.Kind.BIGINT).nullable(false)));
      return new RowNumber(input, new Schema(fields));
    }

    @Override
    public List<PhysicalNode> inputs() {
      return List.of(input);
    }
  }

  /**
   * Aggregates by key and window, as {@link EmitSpec} says.
   *
   * <p>Gives the key columns, window_start and window_end (not for {@link WindowSpec.Global}), then
   * one column for each aggregate.
   *
   * @param keyColumns ordinals in the input
   * @param timeColumn ordinal of the event time in the input; -1 for a global window
   * @param onlyKey the key of the one group that there is even when nothing has come; null for
   *     windows, and where rows bring the keys
   */
  record WindowAggregate(
      PhysicalNode input,
      List<Integer> keyColumns,
      int timeColumn,
      WindowSpec window,
      @Nullable List<@Nullable Long> onlyKey,
      List<AggregateCall> aggregates,
      EmitSpec emit,
      Schema schema)
      implements PhysicalNode {
    @Override
    public List<PhysicalNode> inputs() {
      return List.of(input);
    }
  }

  /**
   * As {@link Calc}, over the result rows of an aggregate: a row that stops passing the condition
   * is removed from the result. Identity columns are always passed on from the input.
   *
   * @param identity ordinals in the output that hold the row's identity
   */
  record ResultCalc(
      PhysicalNode input,
      Schema schema,
      List<Output> outputs,
      @Nullable Kernel kernel,
      List<Integer> identity,
      String text)
      implements PhysicalNode {
    @Override
    public List<PhysicalNode> inputs() {
      return List.of(input);
    }
  }

  /**
   * The results of an aggregate as rows: of windows the FINAL ones, else every revision, the old
   * row taken back and the new one added.
   *
   * @param identity ordinals of what identifies a result
   * @param windowEnd ordinal of the window's end, or -1 without windows
   * @param revises whether a result that was handed on may change
   */
  record ResultRows(
      PhysicalNode input, List<Integer> identity, int windowEnd, boolean revises, Schema schema)
      implements PhysicalNode {
    public ResultRows {
      identity = List.copyOf(identity);
    }

    @Override
    public List<PhysicalNode> inputs() {
      return List.of(input);
    }
  }

  /**
   * Numbers the rows of each window when it closes, and gives the first of them.
   *
   * @param windowEnd ordinal of the window's end in the input
   * @param timeColumn ordinal of the time by which a late row is told
   * @param once whether the query ends: then no row is late
   */
  record WindowTopN(
      PhysicalNode input, int windowEnd, int timeColumn, WindowTopNOperator.Form form, boolean once)
      implements PhysicalNode {
    @Override
    public Schema schema() {
      return form.output();
    }

    @Override
    public List<PhysicalNode> inputs() {
      return List.of(input);
    }
  }

  /**
   * Keeps the first rows of each partition over all time.
   *
   * @param form the last function is ROW_NUMBER, by which a result is known
   */
  record RunningTopN(PhysicalNode input, WindowTopNOperator.Form form, EmitSpec emit)
      implements PhysicalNode {
    @Override
    public Schema schema() {
      return form.output();
    }

    @Override
    public List<PhysicalNode> inputs() {
      return List.of(input);
    }
  }

  /**
   * Gives each row with what functions with OVER say of it, when the watermark has passed its time,
   * or when its window closes.
   *
   * @param calls one for each column behind those of the input
   * @param windowEnd ordinal of the window's end in the input, where the partitions are parts of
   *     windows; else -1
   * @param timeColumn ordinal of the time by which a late row is told
   * @param once whether the query ends: then no row is late
   */
  record Over(
      PhysicalNode input,
      OverForm form,
      List<OverCall> calls,
      int windowEnd,
      int timeColumn,
      boolean once)
      implements PhysicalNode {
    public Over {
      calls = List.copyOf(calls);
    }

    @Override
    public Schema schema() {
      return form.output();
    }

    @Override
    public List<PhysicalNode> inputs() {
      return List.of(input);
    }
  }

  /**
   * One side of a join.
   *
   * @param windowEnd ordinal of the window's end; -1 where it does not matter
   * @param timeColumn ordinal of the event time, by which a late row is told
   */
  record Side(PhysicalNode rows, int windowEnd, int timeColumn) {}

  /**
   * Joins the rows of both sides that are in the same window, when it closes.
   *
   * @param condition what must be true of a pair besides, or null
   * @param once whether the query ends: then no row is late
   * @param text the whole condition as SQL, for EXPLAIN
   */
  record WindowJoin(
      Side left, Side right, JoinForm form, @Nullable Kernel condition, boolean once, String text)
      implements PhysicalNode {

    @Override
    public Schema schema() {
      return form.output();
    }

    @Override
    public List<PhysicalNode> inputs() {
      return List.of(left.rows, right.rows);
    }
  }

  /**
   * Joins rows whose event times are near each other, as they come.
   *
   * @param condition what must be true of a pair besides, or null
   * @param once whether the query ends: then no row is late
   * @param text the whole condition as SQL, for EXPLAIN
   */
  record IntervalJoin(
      Side left,
      Side right,
      JoinForm form,
      IntervalJoinOperator.Bounds bounds,
      @Nullable Kernel condition,
      boolean once,
      String text)
      implements PhysicalNode {

    @Override
    public Schema schema() {
      return form.output();
    }

    @Override
    public List<PhysicalNode> inputs() {
      return List.of(left.rows, right.rows);
    }
  }

  /**
   * Joins each row of the left side with the newest of the right side that is not younger.
   *
   * @param strict whether a partner must be older
   * @param once whether the query ends: then no row is late
   * @param text the whole condition as SQL, for EXPLAIN
   */
  record AsofJoin(Side left, Side right, JoinForm form, boolean strict, boolean once, String text)
      implements PhysicalNode {

    @Override
    public Schema schema() {
      return form.output();
    }

    @Override
    public List<PhysicalNode> inputs() {
      return List.of(left.rows, right.rows);
    }
  }

  /**
   * Joins rows with an ordinary table as it is when they come.
   *
   * @param columns those of the table
   * @param key the column of the table that is looked up, "" for all of its rows
   */
  record LookupJoin(
      PhysicalNode input,
      String table,
      Schema columns,
      String key,
      JoinForm form,
      Condition condition)
      implements PhysicalNode {

    /**
     * What must be true of a pair.
     *
     * @param besides of a pair with equal keys, or null
     * @param text the whole condition as SQL, for EXPLAIN
     */
    record Condition(@Nullable Kernel besides, String text) {}

    @Override
    public Schema schema() {
      return form.output();
    }

    @Override
    public List<PhysicalNode> inputs() {
      return List.of(input);
    }
  }

  /** Gives the rows of all inputs, which have the same column types. */
  record Union(List<PhysicalNode> inputs, Schema schema) implements PhysicalNode {
    public Union {
      inputs = List.copyOf(inputs);
    }
  }
}
