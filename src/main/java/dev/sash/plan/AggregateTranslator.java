package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.window.WindowSpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY to a {@link PhysicalNode.WindowAggregate}.
 *
 * <p>When the group holds window_start or window_end of a {@link WindowAssign} right below, the
 * windows move into the aggregate and rows are not multiplied. Conditions on the bounds alone then
 * stand above it. Any other group aggregates over all time.
 *
 * <p>What looks at a row and its window together needs the rows of each window: they are multiplied
 * after all, see {@link AggregateFrame#expanded}.
 */
final class AggregateTranslator {
  private static final DataType ROW_COUNT = DataType.of(DataType.Kind.BIGINT).nullable(false);

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
    WindowAssign window = windowBelow(aggregate.getInput());
    if (window == null || !groupsByWindow(window, expressions, aggregate.getGroupSet())) {
      return global();
    }
    WindowBounds bounds = new WindowBounds(window);
    if (window.dependsOnRows()) {
      return keyed(window, bounds);
    }
    return windowed(bounds);
  }

  private Aggregated windowed(WindowBounds bounds) {
    EventTime.check(bounds.window());
    return windowed(
        bounds,
        looksAtBoth(bounds)
            ? AggregateFrame.expanded(bounds.window(), builder)
            : AggregateFrame.of(bounds.window(), builder));
  }

  /** Sessions, and windows of rows. */
  private Aggregated keyed(WindowAssign window, WindowBounds bounds) {
    KeyedWindows keyed = new KeyedWindows(window, aggregate, expressions);
    keyed.checkKeys(expressions.stream().filter(bounds::touch).toList());
    if (translator.emit().windowed().fills()) {
      throw SashException.at(
              window.timePlace(),
              ErrorCode.NOT_SUPPORTED,
              "FILL EMPTY WINDOWS needs windows that do not depend on rows")
          .hint("use it with HOP, TUMBLE or CUMULATE");
    }
    List<RexNode> ofRow = conditions.stream().filter(c -> !bounds.touch(c)).toList();
    if (window.filtersFirst() || ofRow.isEmpty()) {
      return windowed(bounds);
    }
    List<RexNode> ofWindow = conditions.stream().filter(bounds::touch).toList();
    Aggregate counting = keyed.counting(ofRow, ofWindow);
    Aggregated inner = new AggregateTranslator(translator, counting).translate();
    return new Aggregated(
        inner.rows, Programs.merge(keyed.counted(counting), inner.columns, builder));
  }

  /** The windows that a row is in at the input of an aggregate, or null. */
  static @Nullable WindowAssign windowBelow(RelNode input) {
    return Programs.base(input) instanceof WindowAssign window ? window : null;
  }

  /** Whether a group set over an input holds bounds of {@link #windowBelow}. */
  static boolean groupsByWindow(RelNode input, ImmutableBitSet group) {
    Programs.Chain chain = Programs.chain(input);
    RexProgram program = chain.program();
    return chain.base() instanceof WindowAssign window
        && groupsByWindow(
            window, program.getProjectList().stream().map(program::expandLocalRef).toList(), group);
  }

  private static boolean groupsByWindow(
      WindowAssign window, List<RexNode> expressions, ImmutableBitSet group) {
    WindowBounds bounds = new WindowBounds(window);
    return group.asList().stream()
        .map(expressions::get)
        .anyMatch(
            key ->
                bounds.touch(key)
                    && (key instanceof RexInputRef ref
                        ? window.isNamedBy(ref.getIndex())
                        : WindowTime.endColumn(key) >= 0));
  }

  /** Whether something is computed of a row's columns and of its window's bounds. */
  private boolean looksAtBoth(WindowBounds bounds) {
    return conditions.stream().anyMatch(bounds::mix)
        || aggregate.getGroupSet().asList().stream().map(expressions::get).anyMatch(bounds::mix)
        || aggregate.getAggCallList().stream()
            .flatMap(call -> arguments(call).stream())
            .map(expressions::get)
            .anyMatch(bounds::touch);
  }

  /** One window over all time. */
  private Aggregated global() {
    AggregateInput input = new AggregateInput(below.base().getRowType());
    List<Integer> group = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      group.add(input.key(expressions.get(key)));
    }
    input.identify(translator.branch());
    RexNode time = EventTime.of(below.base(), builder);
    List<AggregateCall> calls = new AggregateCalls(input, expressions, time).of(aggregate);
    PlannedRows rows = rows(input, conditions, calls, AggregateFrame.global(below.base()));
    RelDataType type = resultType(input, rows.node().schema(), null);
    List<RexNode> keys = new ArrayList<>();
    group.forEach(
        key -> keys.add(builder.makeInputRef(type.getFieldList().get(key).getType(), key)));
    return aggregated(rows, type, keys, List.of());
  }

  private Aggregated windowed(WindowBounds bounds, AggregateFrame frame) {
    List<RexNode> ofRow = new ArrayList<>();
    List<RexNode> ofWindow = new ArrayList<>();
    for (RexNode condition : conditions) {
      (bounds.only(condition) ? ofWindow : ofRow).add(condition);
    }
    AggregateInput input = new AggregateInput(frame.rows().getRowType());
    List<Integer> group = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      RexNode expression = expressions.get(key);
      group.add(bounds.only(expression) ? -1 : input.key(expression));
    }
    input.identify(translator.branch());
    List<AggregateCall> calls = new AggregateCalls(input, expressions, frame.time()).of(aggregate);
    PlannedRows rows = rows(input, ofRow, calls, frame);
    RelDataType type = resultType(input, rows.node().schema(), bounds);
    List<RexNode> columns = new ArrayList<>();
    int next = 0;
    for (int key : aggregate.getGroupSet()) {
      int ordinal = group.get(next++);
      columns.add(
          ordinal >= 0
              ? builder.makeInputRef(type.getFieldList().get(ordinal).getType(), ordinal)
              : frame.bound(bounds, expressions.get(key), input.keyCount()));
    }
    List<RexNode> kept = new ArrayList<>();
    for (RexNode condition : ofWindow) {
      kept.add(frame.bound(bounds, condition, input.keyCount()));
    }
    return aggregated(rows, type, columns, kept);
  }

  private PlannedRows rows(
      AggregateInput input, List<RexNode> filter, List<AggregateCall> calls, AggregateFrame frame) {
    WindowAssign assigned = frame.assigned();
    boolean windows = assigned != null;
    int time = frame.time() == null ? -1 : input.add(frame.time());
    RexProgram program = input.program(RexUtil.composeConjunction(builder, filter), builder);
    PhysicalNode source =
        translator.rows(
            translator.over(
                new Programs.Chain(frame.rows(), program), Programs.chain(frame.rows())));
    List<AggregateCall> computed = numbered(calls, source);
    if (computed.stream().anyMatch(AggregateCall::byInput)) {
      source = PhysicalNode.RowNumber.of(source);
    }
    if (assigned != null && frame.time() == null && assigned.isByArrival()) {
      source = PhysicalNode.ArrivalTime.of(source);
      time = source.schema().size() - 1;
    }
    if (assigned != null && assigned.dependsOnRows() && Revisions.retracts(source)) {
      throw SashException.at(
              assigned.timePlace(),
              ErrorCode.NOT_SUPPORTED,
              "sessions and windows of rows need rows that are not corrected any more")
          .hint("leave ALLOW LATENESS out of the query that gives the rows");
    }
    List<@Nullable Long> onlyKey =
        windows || !aggregate.getGroupSet().isEmpty() ? null : input.onlyKey();
    if (onlyKey == null && Revisions.retracts(source)) {
      computed.add(new AggregateCall("COUNT", List.of(), false, -1, ROW_COUNT, "COUNT(*)"));
    }
    List<Integer> keys = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int key = 0; key < input.keyCount(); key++) {
      keys.add(key);
      fields.add(source.schema().field(key));
    }
    if (windows) {
      fields.addAll(frame.boundFields());
    }
    computed.forEach(call -> fields.add(new Field(call.text(), call.type())));
    EmitChoice emit = translator.emit();
    PhysicalNode node =
        new PhysicalNode.WindowAggregate(
            source,
            keys,
            time,
            frame.window(),
            onlyKey,
            computed,
            windows ? emit.windowed() : emit.global(),
            new Schema(fields));
    if (frame.window() instanceof WindowSpec.RowCount) {
      // The bounds are no instants that a view could keep rows by: they are parts of the key.
      List<Integer> named = new ArrayList<>(input.identity());
      named.addAll(List.of(keys.size(), keys.size() + 1));
      return new PlannedRows(node, new PlannedRows.Identity(named, -1, -1));
    }
    int start = windows ? keys.size() : -1;
    return new PlannedRows(
        node, new PlannedRows.Identity(input.identity(), start, windows ? start + 1 : -1));
  }

  /**
   * The calls with the number of a row where its place in the input matters. Rows that replace
   * others have no such place: of equal times the smallest value counts then.
   */
  private List<AggregateCall> numbered(List<AggregateCall> calls, PhysicalNode source) {
    boolean retracts = Revisions.retracts(source);
    List<AggregateCall> numbered = new ArrayList<>();
    for (AggregateCall call : calls) {
      if (call.byInput() && retracts && call.order().isEmpty()) {
        throw SashException.of(
                ErrorCode.NOT_SUPPORTED,
                call.text() + " needs an order, and rows that are corrected have none of their own")
            .hint("write ARG_MIN(x, y), ARG_MAX(x, y) or WITHIN GROUP (ORDER BY y)");
      }
      boolean placed = call.byInput() && !retracts;
      numbered.add(placed ? call.numberedBy(source.schema().size()) : call);
    }
    return numbered;
  }

  /** The row type of a {@link PhysicalNode.WindowAggregate}, without a count of rows. */
  private RelDataType resultType(
      AggregateInput input, Schema schema, @Nullable WindowBounds bounds) {
    RelDataTypeFactory.Builder row = translator.types().builder();
    for (int key = 0; key < input.keyCount(); key++) {
      row.add(schema.field(key).name(), input.type(key));
    }
    if (bounds != null) {
      row.addAll(bounds.fields());
    }
    for (org.apache.calcite.rel.core.AggregateCall call : aggregate.getAggCallList()) {
      row.add(schema.field(row.getFieldCount()).name(), call.getType());
    }
    if (row.getFieldCount() < schema.size()) {
      row.add(schema.field(row.getFieldCount()).name(), rowCountType());
    }
    return row.build();
  }

  private RelDataType rowCountType() {
    return translator.types().createSqlType(org.apache.calcite.sql.type.SqlTypeName.BIGINT);
  }

  /** The columns of the aggregate as the query sees them. */
  private Aggregated aggregated(
      PlannedRows rows, RelDataType type, List<RexNode> group, List<RexNode> conditions) {
    int calls = aggregate.getAggCallList().size();
    PhysicalNode.WindowAggregate node = (PhysicalNode.WindowAggregate) rows.node();
    int first = type.getFieldCount() - node.aggregates().size();
    List<RexNode> columns = new ArrayList<>(group);
    for (int ordinal = first; ordinal < first + calls; ordinal++) {
      columns.add(builder.makeInputRef(type.getFieldList().get(ordinal).getType(), ordinal));
    }
    List<RexNode> kept = new ArrayList<>(conditions);
    if (node.aggregates().size() > calls) {
      kept.add(hasRows(first + calls));
    }
    RexNode condition = RexUtil.composeConjunction(builder, kept);
    List<String> names = aggregate.getRowType().getFieldNames();
    return new Aggregated(
        rows,
        RexProgram.create(
            type, columns, condition.isAlwaysTrue() ? null : condition, names, builder));
  }

  /** A group all of whose rows were taken back is gone. */
  private RexNode hasRows(int count) {
    return builder.makeCall(
        SqlStdOperatorTable.GREATER_THAN,
        builder.makeInputRef(rowCountType(), count),
        builder.makeExactLiteral(BigDecimal.ZERO, rowCountType()));
  }

  private static List<Integer> arguments(org.apache.calcite.rel.core.AggregateCall call) {
    List<Integer> arguments = new ArrayList<>(call.getArgList());
    if (call.filterArg >= 0) {
      arguments.add(call.filterArg);
    }
    return arguments;
  }
}
