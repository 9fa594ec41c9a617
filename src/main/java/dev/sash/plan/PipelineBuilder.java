package dev.sash.plan;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Schema;
import dev.sash.runtime.AggregateDefinition;
import dev.sash.runtime.AggregateOperator;
import dev.sash.runtime.AggregateOutput;
import dev.sash.runtime.AppendOperator;
import dev.sash.runtime.ArrivalTimeOperator;
import dev.sash.runtime.AsofJoinOperator;
import dev.sash.runtime.BatchSource;
import dev.sash.runtime.CalcOperator;
import dev.sash.runtime.EmitSpec;
import dev.sash.runtime.ExpressionCompiler;
import dev.sash.runtime.FlowMeter;
import dev.sash.runtime.IntervalJoinOperator;
import dev.sash.runtime.LateOutput;
import dev.sash.runtime.LateRows;
import dev.sash.runtime.LookupJoinOperator;
import dev.sash.runtime.OperatorTime;
import dev.sash.runtime.OverOperator;
import dev.sash.runtime.Pipeline;
import dev.sash.runtime.PipelineInput;
import dev.sash.runtime.Projection;
import dev.sash.runtime.QueryTime;
import dev.sash.runtime.ResultCalcOperator;
import dev.sash.runtime.ResultConsumer;
import dev.sash.runtime.ResultRowsOperator;
import dev.sash.runtime.RowConsumer;
import dev.sash.runtime.RowFailures;
import dev.sash.runtime.RowKernel;
import dev.sash.runtime.RowNumberOperator;
import dev.sash.runtime.RunningTopNOperator;
import dev.sash.runtime.SessionRowsOperator;
import dev.sash.runtime.Sharding;
import dev.sash.runtime.Sink;
import dev.sash.runtime.TableLookup;
import dev.sash.runtime.TimedOperator;
import dev.sash.runtime.WatermarkGate;
import dev.sash.runtime.WatermarkGenerator;
import dev.sash.runtime.WindowExpandOperator;
import dev.sash.runtime.WindowJoinOperator;
import dev.sash.runtime.WindowOverOperator;
import dev.sash.runtime.WindowRowsInput;
import dev.sash.runtime.WindowTopNOperator;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Wires operators from physical nodes, root first: each node is given what comes after it. One
 * method for each node.
 */
public final class PipelineBuilder {
  private final QueryTime time;
  private final Sink sink;
  private final Inputs inputs;
  private AggregateDefinition.Limits limits;
  private final Sharding sharding;
  private final Map<String, List<PipelineInput>> opened =
      new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final List<TimedOperator> timed = new ArrayList<>();
  private final FlowMeter flow = new FlowMeter();
  private long everyMillis;
  private boolean eventTimeTicks;
  private boolean singleSource;
  private boolean byArrival;
  private @Nullable LateColumns lateColumns;

  /** Opens the streams of a query. */
  public interface Inputs {
    /** New readers of a stream, one for each partition, in order of names. */
    List<PipelineInput> open(String stream);

    /** A new reader of a materialized view. */
    PipelineInput openView(String view);

    /**
     * An ordinary table, which is looked into.
     *
     * @param columns those that are wanted
     * @param key the column that is looked up, "" for all rows
     */
    default TableLookup lookUp(String table, Schema columns, String key) {
      throw new IllegalStateException("there are no tables here: table=" + table);
    }

    /** What happens to a row of the query whose expression fails. */
    RowFailures failures(@Nullable String stream);
  }

  /** A builder for one pipeline. */
  public PipelineBuilder(
      QueryTime time,
      Sink sink,
      Inputs inputs,
      AggregateDefinition.Limits limits,
      Sharding sharding) {
    this.time = time;
    this.sink = sink;
    this.inputs = inputs;
    this.limits = limits;
    this.sharding = sharding;
  }

  /** The pipeline of a plan. */
  public Pipeline build(QueryPlan plan) {
    singleSource = plan.sources() == 1;
    lateColumns = LateColumns.areSeveral(plan) ? LateColumns.of(plan.root()) : null;
    if (Revisions.fromResults(plan.root())) {
      // a late row of an aggregate below cannot be given to the one above a second time
      limits = limits.withoutReprocessing();
    }
    results(plan.root(), sink::emit);
    if (byArrival) {
      time.followClock();
    }
    List<PipelineInput> ordered = new ArrayList<>();
    opened.values().forEach(ordered::addAll);
    ordered.sort(Comparator.comparing(PipelineInput::stream, String.CASE_INSENSITIVE_ORDER));
    return new Pipeline(time, ordered, timed, sink, everyMillis, eventTimeTicks, flow);
  }

  /** A node whose rows are results. */
  private void results(PhysicalNode node, ResultConsumer next) {
    if (node instanceof PhysicalNode.ResultCalc calc) {
      results(calc.input(), resultCalc(calc, next));
    } else if (node instanceof PhysicalNode.WindowAggregate aggregate) {
      aggregate(aggregate, next);
    } else if (node instanceof PhysicalNode.RunningTopN topN) {
      runningTopN(topN, next);
    } else if (node instanceof PhysicalNode.ViewScan scan && scan.results()) {
      view(scan).feedResults(next);
    } else if (node instanceof PhysicalNode.Union union && holdsAggregate(union)) {
      union.inputs().forEach(input -> results(input, next));
    } else {
      rows(node, flow.entering(new AppendOperator(time, next)));
    }
  }

  private static boolean holdsAggregate(PhysicalNode node) {
    return node instanceof PhysicalNode.WindowAggregate
        || node instanceof PhysicalNode.RunningTopN
        || node instanceof PhysicalNode.ViewScan scan && scan.results()
        || !(node instanceof PhysicalNode.ResultRows)
            && node.inputs().stream().anyMatch(PipelineBuilder::holdsAggregate);
  }

  /** A node whose rows are input. */
  private void rows(PhysicalNode node, RowConsumer next) {
    if (node instanceof PhysicalNode.Scan scan) {
      opened.computeIfAbsent(scan.stream(), inputs::open).forEach(input -> input.feed(next));
    } else if (node instanceof PhysicalNode.ViewScan scan) {
      view(scan).feed(next);
    } else if (node instanceof PhysicalNode.Values values) {
      values(values).feed(next);
    } else if (node instanceof PhysicalNode.Calc calc) {
      rows(calc.input(), calc(calc, next));
    } else if (node instanceof PhysicalNode.ArrivalTime arrival) {
      byArrival = true;
      rows(arrival.input(), new ArrivalTimeOperator(arrival.schema(), next));
    } else if (node instanceof PhysicalNode.RowNumber number) {
      rows(number.input(), new RowNumberOperator(number.schema(), next));
    } else if (node instanceof PhysicalNode.WindowExpand expand) {
      windowExpand(expand, next);
    } else if (node instanceof PhysicalNode.Union union) {
      union.inputs().forEach(input -> rows(input, next));
    } else if (node instanceof PhysicalNode.ResultRows results) {
      resultRows(results, next);
    } else if (node instanceof PhysicalNode.WindowTopN topN) {
      windowTopN(topN, next);
    } else if (node instanceof PhysicalNode.Over over) {
      over(over, next);
    } else if (node instanceof PhysicalNode.WindowJoin join) {
      windowJoin(join, next);
    } else if (node instanceof PhysicalNode.IntervalJoin join) {
      intervalJoin(join, next);
    } else if (node instanceof PhysicalNode.AsofJoin join) {
      asofJoin(join, next);
    } else if (node instanceof PhysicalNode.LookupJoin join) {
      rows(
          join.input(),
          new LookupJoinOperator(
              join.form(),
              inputs.lookUp(join.table(), join.columns(), join.key()),
              kernel(join.condition().besides()),
              inputs.failures(streamOf(join)),
              time,
              next));
    } else {
      throw new AssertionError(node);
    }
  }

  private PipelineInput view(PhysicalNode.ViewScan scan) {
    return opened.computeIfAbsent(scan.view(), view -> List.of(inputs.openView(view))).get(0);
  }

  private PipelineInput values(PhysicalNode.Values values) {
    BatchBuilder rows = new BatchBuilder(values.schema());
    values.rows().forEach(row -> rows.appendRow(row.toArray()));
    List<ColumnBatch> batches = values.rows().isEmpty() ? List.of() : List.of(rows.build());
    PipelineInput input =
        new PipelineInput(
            "$values" + opened.size(), new BatchSource(batches), new WatermarkGenerator(-1, 0));
    opened.put(input.stream(), List.of(input));
    return input;
  }

  private RowConsumer calc(PhysicalNode.Calc calc, RowConsumer next) {
    return new CalcOperator(
        projection(calc.schema(), calc.outputs()),
        kernel(calc.kernel()),
        computed(calc.kernel()),
        inputs.failures(streamOf(calc)),
        next);
  }

  private ResultConsumer resultCalc(PhysicalNode.ResultCalc calc, ResultConsumer next) {
    return new ResultCalcOperator(
        projection(calc.schema(), calc.outputs()),
        kernel(calc.kernel()),
        computed(calc.kernel()),
        calc.identity().stream().mapToInt(Integer::intValue).toArray(),
        next);
  }

  private void windowExpand(PhysicalNode.WindowExpand expand, RowConsumer next) {
    if (expand.window() instanceof WindowSpec.Aligned aligned) {
      rows(
          expand.input(),
          new WindowExpandOperator(aligned.grid(), expand.timeColumn(), expand.schema(), next));
    } else if (expand.window() instanceof WindowSpec.Session session) {
      WatermarkGate gate = gate(expand.input());
      AggregateOutput output =
          new AggregateOutput(timeAt(gate), emission -> {}, late(expand.input()));
      SessionRowsOperator operator =
          new SessionRowsOperator(definition(expand), session, output, limits, next);
      rows(expand.input(), operator);
      addTimed(gate, operator);
    } else {
      throw new AssertionError(expand.window());
    }
  }

  private void windowTopN(PhysicalNode.WindowTopN node, RowConsumer next) {
    WindowRowsInput input = waiting(node.input(), node.windowEnd(), node.timeColumn());
    WindowTopNOperator operator =
        new WindowTopNOperator(input, node.form(), node.once(), time, limits, next);
    rows(node.input(), flow.entering(operator));
    timed.add(operator);
  }

  private void over(PhysicalNode.Over node, RowConsumer next) {
    LateOutput late = new LateOutput(singleSource, late(node.input()));
    if (node.windowEnd() >= 0) {
      WindowOverOperator operator =
          OverSteps.operator(
              node,
              waiting(node.input(), node.windowEnd(), node.timeColumn()),
              new OverOperator.Surroundings(node.once(), time, limits, late, next));
      rows(node.input(), flow.entering(operator));
      timed.add(operator);
      return;
    }
    WatermarkGate gate = gate(node.input());
    OverOperator operator =
        OverSteps.operator(
            node, new OverOperator.Surroundings(node.once(), timeAt(gate), limits, late, next));
    rows(node.input(), flow.entering(operator));
    addTimed(gate, operator);
  }

  private void windowJoin(PhysicalNode.WindowJoin node, RowConsumer next) {
    List<WindowRowsInput> sides =
        Stream.of(node.left(), node.right())
            .map(side -> waiting(side.rows(), side.windowEnd(), side.timeColumn()))
            .toList();
    WindowJoinOperator operator =
        new WindowJoinOperator(
            sides,
            node.form(),
            kernel(node.condition()),
            inputs.failures(null),
            node.once(),
            time,
            limits,
            next);
    rows(node.left().rows(), flow.entering(operator.left()));
    rows(node.right().rows(), flow.entering(operator.right()));
    timed.add(operator);
  }

  private void intervalJoin(PhysicalNode.IntervalJoin node, RowConsumer next) {
    WatermarkGate gate = gate(node.inputs());
    IntervalJoinOperator operator =
        new IntervalJoinOperator(
            sides(node.left(), node.right()),
            node.form(),
            node.bounds(),
            kernel(node.condition()),
            inputs.failures(null),
            new IntervalJoinOperator.Surroundings(node.once(), timeAt(gate), limits, next));
    rows(node.left().rows(), flow.entering(operator.left()));
    rows(node.right().rows(), flow.entering(operator.right()));
    addTimed(gate, operator);
  }

  private void asofJoin(PhysicalNode.AsofJoin node, RowConsumer next) {
    WatermarkGate gate = gate(node.inputs());
    AsofJoinOperator operator =
        new AsofJoinOperator(
            sides(node.left(), node.right()),
            node.form(),
            node.strict(),
            new IntervalJoinOperator.Surroundings(node.once(), timeAt(gate), limits, next));
    rows(node.left().rows(), flow.entering(operator.left()));
    rows(node.right().rows(), flow.entering(operator.right()));
    addTimed(gate, operator);
  }

  private List<IntervalJoinOperator.Input> sides(PhysicalNode.Side... sides) {
    return Stream.of(sides)
        .map(
            side ->
                new IntervalJoinOperator.Input(
                    side.rows().schema(),
                    side.timeColumn(),
                    WindowInputs.comeClosed(side.rows()),
                    new LateOutput(singleSource, late(side.rows()))))
        .toList();
  }

  private WindowRowsInput waiting(PhysicalNode rows, int windowEnd, int timeColumn) {
    return new WindowRowsInput(
        rows.schema(),
        windowEnd,
        timeColumn,
        WindowInputs.comeClosed(rows),
        singleSource,
        late(rows));
  }

  /** What takes the late rows of an operator with this input. */
  private Consumer<LateRows> late(PhysicalNode input) {
    return lateColumns == null ? sink::late : lateColumns.placed(input, sink::late);
  }

  /** What keeps the watermark from rows that are results of an operator below, or null. */
  private @Nullable WatermarkGate gate(PhysicalNode input) {
    return gate(List.of(input));
  }

  private @Nullable WatermarkGate gate(List<PhysicalNode> below) {
    return below.stream().anyMatch(Revisions::fromResults) ? new WatermarkGate(time) : null;
  }

  private OperatorTime timeAt(@Nullable WatermarkGate gate) {
    return gate == null ? time : gate.time();
  }

  /** Operators are asked in the order of rows: those that feed another before it. */
  private void addTimed(@Nullable WatermarkGate gate, TimedOperator operator) {
    if (gate != null) {
      timed.add(gate);
    }
    timed.add(operator);
  }

  private AggregateDefinition definition(PhysicalNode.WindowExpand expand) {
    return new AggregateDefinition(
        expand.input().schema(),
        expand.keyColumns().stream().mapToInt(Integer::intValue).toArray(),
        expand.timeColumn(),
        null,
        List.of(),
        expand.once() ? EmitSpec.atEnd() : EmitSpec.closing(),
        expand.schema(),
        singleSource);
  }

  private void resultRows(PhysicalNode.ResultRows node, RowConsumer next) {
    ResultRowsOperator.Form form =
        new ResultRowsOperator.Form(
            node.schema(), node.identity(), node.windowEnd(), node.revises());
    List<LongSupplier> settled = new ArrayList<>();
    ResultRowsOperator operator =
        new ResultRowsOperator(
            form,
            time,
            () -> settled.stream().mapToLong(LongSupplier::getAsLong).min().orElse(Long.MAX_VALUE),
            next);
    int from = timed.size();
    results(node.input(), operator);
    timed.subList(from, timed.size()).forEach(below -> settled.add(below::settledEnd));
    addViews(node.input(), settled);
    timed.add(operator);
  }

  private void addViews(PhysicalNode node, List<LongSupplier> settled) {
    if (node instanceof PhysicalNode.ViewScan scan) {
      settled.add(view(scan)::settledEnd);
    }
    node.inputs().forEach(input -> addViews(input, settled));
  }

  private void aggregate(PhysicalNode.WindowAggregate node, ResultConsumer next) {
    WatermarkGate gate = gate(node.input());
    AggregateOutput output =
        new AggregateOutput(timeAt(gate), flow.leaving(next), late(node.input()));
    AggregateOperator operator =
        new AggregateWiring(limits, sharding, singleSource).operator(node, output);
    rows(node.input(), flow.entering(operator));
    addTimed(gate, operator);
    everyMillis = Math.max(everyMillis, node.emit().everyMillis());
    eventTimeTicks |= node.emit().eventTime();
  }

  private void runningTopN(PhysicalNode.RunningTopN node, ResultConsumer next) {
    AggregateOutput output = new AggregateOutput(time, flow.leaving(next), late(node.input()));
    RunningTopNOperator operator =
        new RunningTopNOperator(
            node.input().schema(),
            node.form(),
            node.emit(),
            Revisions.retracts(node.input()),
            output,
            limits);
    rows(node.input(), flow.entering(operator));
    timed.add(operator);
    everyMillis = Math.max(everyMillis, node.emit().everyMillis());
  }

  private static Projection projection(Schema schema, List<PhysicalNode.Output> outputs) {
    return new Projection(
        schema,
        outputs.stream().mapToInt(PhysicalNode.Output::inputColumn).toArray(),
        outputs.stream().mapToInt(PhysicalNode.Output::computedColumn).toArray());
  }

  private @Nullable RowKernel kernel(PhysicalNode.@Nullable Kernel kernel) {
    if (kernel == null) {
      return null;
    }
    RowKernel compiled = ExpressionCompiler.compile(kernel.source());
    compiled.clock = time;
    return compiled;
  }

  private static Schema computed(PhysicalNode.@Nullable Kernel kernel) {
    return kernel == null ? Schema.of() : kernel.computed();
  }

  /** The stream under a node, or null when there are several. */
  private static @Nullable String streamOf(PhysicalNode node) {
    if (node instanceof PhysicalNode.Scan scan) {
      return scan.stream();
    }
    return node.inputs().size() == 1 ? streamOf(node.inputs().get(0)) : null;
  }
}
