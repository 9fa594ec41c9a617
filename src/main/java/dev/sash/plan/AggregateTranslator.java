package dev.sash.plan;

import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.sql.Positions;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY to a {@link PhysicalNode.WindowAggregate}.
 *
 * <p>When the group holds window_start or window_end of a {@link WindowAssign} right below, the
 * windows move into the aggregate and rows are not multiplied. Conditions on the bounds alone then
 * stand above it. Any other group aggregates over all time.
 */
final class AggregateTranslator {
  private final PhysicalTranslator translator;
  private final Aggregate aggregate;
  private final Programs.Chain below;
  private final RexBuilder builder;
  private final List<RexNode> expressions;
  private final List<RexNode> conditions;

  AggregateTranslator(PhysicalTranslator translator, Aggregate aggregate) {
    this.translator = translator;
    this.aggregate = aggregate;
    builder = translator.builder();
    below = Programs.chain(aggregate.getInput());
    RexProgram program = below.program();
    expressions = program.getProjectList().stream().map(program::expandLocalRef).toList();
    conditions =
        program.getCondition() == null
            ? List.of()
            : RelOptUtil.conjunctions(program.expandLocalRef(program.getCondition()));
  }

  /**
   * A planned aggregate.
   *
   * @param columns gives the columns of GROUP BY and the aggregates, in their order, from its rows
   */
  record Aggregated(PlannedRows rows, RexProgram columns) {}

  Aggregated translate() {
    if (aggregate.getGroupType() != Aggregate.Group.SIMPLE) {
      throw refuse("GROUPING SETS, CUBE and ROLLUP are not supported yet", "write one GROUP BY");
    }
    WindowAssign window = below.base() instanceof WindowAssign assign ? assign : null;
    if (window == null || !groupsByWindow(window)) {
      return global();
    }
    KeyedWindows keyed = new KeyedWindows(window, aggregate, expressions);
    if (!window.dependsOnRows()) {
      return windowed(window);
    }
    keyed.checkKeys(touchedBounds(window));
    if (translator.emit().windowed().fills()) {
      throw refuseAt(
          window.timePlace(),
          "FILL EMPTY WINDOWS needs windows that do not depend on rows",
          "use it with HOP, TUMBLE or CUMULATE");
    }
    List<RexNode> ofRow = conditions.stream().filter(c -> !touches(c, window)).toList();
    if (window.filtersFirst() || ofRow.isEmpty()) {
      return windowed(window);
    }
    List<RexNode> ofWindow = conditions.stream().filter(c -> touches(c, window)).toList();
    Aggregate counting = keyed.counting(ofRow, ofWindow);
    Aggregated inner = new AggregateTranslator(translator, counting).translate();
    return new Aggregated(
        inner.rows, Programs.merge(keyed.counted(counting), inner.columns, builder));
  }

  private List<RexNode> touchedBounds(WindowAssign window) {
    return expressions.stream().filter(e -> touches(e, window)).toList();
  }

  private boolean groupsByWindow(WindowAssign window) {
    return aggregate.getGroupSet().asList().stream()
        .map(expressions::get)
        .anyMatch(key -> key instanceof RexInputRef ref && window.isNamedBy(ref.getIndex()));
  }

  /** One window over all time. */
  private Aggregated global() {
    AggregateInput input = new AggregateInput(below.base().getRowType());
    List<Integer> group = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      group.add(input.key(expressions.get(key)));
    }
    input.identify(translator.branch());
    List<AggregateCall> calls = new AggregateCalls(input, expressions).of(aggregate);
    PlannedRows rows = rows(input, conditions, calls, null);
    RelDataType type = resultType(input, rows.node().schema(), null);
    List<RexNode> keys = new ArrayList<>();
    group.forEach(
        key -> keys.add(builder.makeInputRef(type.getFieldList().get(key).getType(), key)));
    return aggregated(rows, type, keys, null);
  }

  private Aggregated windowed(WindowAssign window) {
    EventTime.check(window);
    List<RexNode> ofRow = new ArrayList<>();
    List<RexNode> ofWindow = new ArrayList<>();
    for (RexNode condition : conditions) {
      boolean bounds = touches(condition, window);
      if (bounds && !onlyBounds(condition, window)) {
        throw mixed(window, "a condition over both");
      }
      (bounds ? ofWindow : ofRow).add(condition);
    }
    AggregateInput input = new AggregateInput(window.getInput().getRowType());
    List<Integer> group = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      RexNode expression = expressions.get(key);
      boolean bounds = touches(expression, window);
      if (bounds && !onlyBounds(expression, window)) {
        throw mixed(window, "a group key of both");
      }
      group.add(bounds ? -1 : input.key(expression));
    }
    input.identify(translator.branch());
    checkArguments(window);
    List<AggregateCall> calls = new AggregateCalls(input, expressions).of(aggregate);
    PlannedRows rows = rows(input, ofRow, calls, window);
    RelDataType type = resultType(input, rows.node().schema(), window);
    List<RexNode> columns = new ArrayList<>();
    int next = 0;
    for (int key : aggregate.getGroupSet()) {
      int ordinal = group.get(next++);
      columns.add(
          ordinal >= 0
              ? builder.makeInputRef(type.getFieldList().get(ordinal).getType(), ordinal)
              : shift(expressions.get(key), window, input.keyCount()));
    }
    RexNode condition =
        shift(RexUtil.composeConjunction(builder, ofWindow), window, input.keyCount());
    return aggregated(rows, type, columns, condition.isAlwaysTrue() ? null : condition);
  }

  private void checkArguments(WindowAssign window) {
    for (org.apache.calcite.rel.core.AggregateCall call : aggregate.getAggCallList()) {
      for (int argument : arguments(call)) {
        if (touches(expressions.get(argument), window)) {
          throw refuseAt(
              Positions.span(call.getParserPosition()),
              "an aggregate over window_start or window_end is not supported yet",
              "all rows of a window have the same bounds: select them without the aggregate");
        }
      }
    }
  }

  private PlannedRows rows(
      AggregateInput input,
      List<RexNode> filter,
      List<AggregateCall> calls,
      @Nullable WindowAssign window) {
    int time =
        window == null || window.timeColumn() < 0
            ? -1
            : input.add(builder.makeInputRef(window.getInput(), window.timeColumn()));
    PhysicalNode source = source(input, filter, window);
    if (window != null && window.isByArrival()) {
      source = PhysicalNode.ArrivalTime.of(source);
      time = source.schema().size() - 1;
    }
    List<Integer> keys = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int key = 0; key < input.keyCount(); key++) {
      keys.add(key);
      fields.add(source.schema().field(key));
    }
    if (window != null) {
      fields.addAll(PhysicalTranslator.boundFields(window));
    }
    for (AggregateCall call : calls) {
      fields.add(new Field(call.text(), call.type()));
    }
    WindowSpec spec = window == null ? new WindowSpec.Global() : window.window();
    EmitChoice emit = translator.emit();
    PhysicalNode node =
        new PhysicalNode.WindowAggregate(
            source,
            keys,
            time,
            spec,
            calls,
            window == null ? emit.global() : emit.windowed(),
            new Schema(fields));
    if (spec instanceof WindowSpec.RowCount) {
      // The bounds are no instants that a view could keep rows by: they are parts of the key.
      List<Integer> named = new ArrayList<>(input.identity());
      named.addAll(List.of(keys.size(), keys.size() + 1));
      return new PlannedRows(node, new PlannedRows.Identity(named, -1, -1));
    }
    int start = window == null ? -1 : keys.size();
    return new PlannedRows(
        node, new PlannedRows.Identity(input.identity(), start, window == null ? -1 : start + 1));
  }

  /** The rows that are aggregated: keys, time, arguments. */
  private PhysicalNode source(
      AggregateInput input, List<RexNode> filter, @Nullable WindowAssign window) {
    RexProgram program = input.program(RexUtil.composeConjunction(builder, filter), builder);
    Programs.Chain own =
        new Programs.Chain(window == null ? below.base() : window.getInput(), program);
    PlannedRows source =
        translator.translate(
            window == null ? own : translator.over(own, Programs.chain(window.getInput())));
    if (source.identity() != null) {
      throw refuse(
          "an aggregate over an aggregated sub-query is not supported yet",
          "aggregate the stream once");
    }
    return source.node();
  }

  /** The row type of a {@link PhysicalNode.WindowAggregate}. */
  private RelDataType resultType(
      AggregateInput input, Schema schema, @Nullable WindowAssign window) {
    RelDataTypeFactory.Builder row = translator.types().builder();
    for (int key = 0; key < input.keyCount(); key++) {
      row.add(schema.field(key).name(), input.type(key));
    }
    if (window != null) {
      List<RelDataTypeField> fields = window.getRowType().getFieldList();
      row.addAll(fields.subList(window.startColumn(), window.startColumn() + 2));
    }
    for (org.apache.calcite.rel.core.AggregateCall call : aggregate.getAggCallList()) {
      row.add(schema.field(row.getFieldCount()).name(), call.getType());
    }
    return row.build();
  }

  /** The columns of the aggregate as the query sees them. */
  private Aggregated aggregated(
      PlannedRows rows, RelDataType type, List<RexNode> group, @Nullable RexNode condition) {
    int calls = aggregate.getAggCallList().size();
    List<RexNode> columns = new ArrayList<>(group);
    for (int ordinal = type.getFieldCount() - calls; ordinal < type.getFieldCount(); ordinal++) {
      columns.add(builder.makeInputRef(type.getFieldList().get(ordinal).getType(), ordinal));
    }
    List<String> names = aggregate.getRowType().getFieldNames();
    return new Aggregated(rows, RexProgram.create(type, columns, condition, names, builder));
  }

  private static List<Integer> arguments(org.apache.calcite.rel.core.AggregateCall call) {
    List<Integer> arguments = new ArrayList<>(call.getArgList());
    if (call.filterArg >= 0) {
      arguments.add(call.filterArg);
    }
    return arguments;
  }

  private static RexNode shift(RexNode node, WindowAssign window, int keyCount) {
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(ref.getIndex() - window.startColumn() + keyCount, ref.getType());
          }
        });
  }

  private static ImmutableBitSet bounds(WindowAssign window) {
    return ImmutableBitSet.range(window.startColumn(), window.startColumn() + 2);
  }

  private static boolean touches(RexNode node, WindowAssign window) {
    return RelOptUtil.InputFinder.bits(node).intersects(bounds(window));
  }

  private static boolean onlyBounds(RexNode node, WindowAssign window) {
    return bounds(window).contains(RelOptUtil.InputFinder.bits(node));
  }

  private static SashException mixed(WindowAssign window, String what) {
    return refuseAt(
        window.timePlace(),
        what + " columns and window_start or window_end is not supported yet",
        "compare the columns with constants, or the window with constants");
  }

  private SashException refuse(String message, String hint) {
    SourceSpan place = null;
    for (org.apache.calcite.rel.core.AggregateCall call : aggregate.getAggCallList()) {
      place = place == null ? Positions.span(call.getParserPosition()) : place;
    }
    return refuseAt(place, message, hint);
  }

  private static SashException refuseAt(@Nullable SourceSpan place, String message, String hint) {
    return SashException.at(place, ErrorCode.NOT_SUPPORTED, message).hint(hint);
  }
}
