package dev.sash.plan;

import dev.sash.catalog.ViewColumns;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.QueryConverter;
import dev.sash.sql.QueryPlaces;
import dev.sash.sql.SashTypeFactory;
import dev.sash.sql.TypeMapping;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexProgram;
import org.jspecify.annotations.Nullable;

/**
 * Rewritten algebra to physical nodes, by recursion: one way to run each node, and an error for the
 * nodes that there is none for. Projections and filters between two nodes become one.
 */
final class PhysicalTranslator {
  private final RexBuilder builder;
  private final SashTypeFactory types;
  private final EmitChoice emit;
  private final QueryPlaces places;
  private final Set<String> streams;
  private final Set<String> views;
  private final @Nullable BranchKeys branch;

  PhysicalTranslator(
      RexBuilder builder, SashTypeFactory types, EmitChoice emit, QueryPlaces places) {
    this.builder = builder;
    this.types = types;
    this.emit = emit;
    this.places = places;
    streams = new LinkedHashSet<>();
    views = new LinkedHashSet<>();
    branch = null;
  }

  private PhysicalTranslator(
      PhysicalTranslator whole, EmitChoice emit, @Nullable BranchKeys branch) {
    builder = whole.builder;
    types = whole.types;
    streams = whole.streams;
    views = whole.views;
    this.emit = emit;
    this.branch = branch;
    places = whole.places;
  }

  /** A translator for one branch of a union of aggregates. */
  PhysicalTranslator ofBranch(BranchKeys keys) {
    return new PhysicalTranslator(this, emit, keys);
  }

  /** The streams that were met, each once. */
  List<String> streams() {
    return List.copyOf(streams);
  }

  /** The views that were met, each once. */
  List<String> views() {
    return List.copyOf(views);
  }

  /** A node with everything below it. */
  PlannedRows translate(RelNode rel) {
    return translate(Programs.chain(rel));
  }

  /** A program over a node with everything below it. */
  PlannedRows translate(Programs.Chain chain) {
    RelNode base = chain.base();
    if (base instanceof Sort sort) {
      return translate(over(chain, Programs.chain(sort.getInput())));
    }
    if (base instanceof Union union) {
      return UnionTranslator.translate(this, union, chain.program());
    }
    if (base instanceof Aggregate aggregate) {
      AggregateTranslator.Aggregated aggregated =
          new AggregateTranslator(this, aggregate).translate();
      return apply(
          Programs.merge(chain.program(), aggregated.columns(), builder), aggregated.rows());
    }
    if (base instanceof RankedRows ranked) {
      PlannedRows numbered = TopNTranslator.translate(this, ranked, chain.program());
      return apply(chain.program(), ofBranch(numbered));
    }
    if (base instanceof OverRows over) {
      PhysicalNode rows = OverTranslator.translate(this, over);
      return apply(chain.program(), new PlannedRows(rows, null));
    }
    return apply(chain.program(), ofBranch(leaf(base)));
  }

  private PlannedRows ofBranch(PlannedRows rows) {
    PlannedRows.Identity identity = rows.identity();
    return branch == null || identity == null
        ? rows
        : IdentityColumns.ofBranch(rows.node(), identity, branch, this);
  }

  /** The upper program, and what the lower chain stands on. */
  Programs.Chain over(Programs.Chain upper, Programs.Chain lower) {
    return new Programs.Chain(
        lower.base(), Programs.merge(upper.program(), lower.program(), builder));
  }

  /** What a sub-query gives, as rows that another operator takes. */
  PhysicalNode rows(Programs.Chain subQuery) {
    PhysicalTranslator below = new PhysicalTranslator(this, emit.ofSubQuery(), null);
    if (subQuery.base() instanceof Union union) {
      return UnionTranslator.rows(below, union, subQuery.program());
    }
    PlannedRows planned = below.translate(subQuery);
    PlannedRows.Identity identity = planned.identity();
    PhysicalNode node = planned.node();
    return identity == null
        ? node
        : selected(
            new PhysicalNode.ResultRows(
                node,
                identity.parts(),
                identity.windowEnd(),
                Revisions.revises(node),
                node.schema()),
            subQuery.program().getOutputRowType().getFieldCount());
  }

  /** Without the parts of the identity that were not selected. */
  private static PhysicalNode selected(PhysicalNode rows, int columns) {
    if (columns == rows.schema().size()) {
      return rows;
    }
    Schema schema = new Schema(rows.schema().fields().subList(0, columns));
    List<PhysicalNode.Output> outputs =
        IntStream.range(0, columns).mapToObj(PhysicalNode.Output::input).toList();
    return new PhysicalNode.Calc(rows, schema, outputs, null, String.join(", ", schema.names()));
  }

  private PlannedRows leaf(RelNode base) {
    if (base instanceof TableScan scan) {
      String table = QueryConverter.table(scan.getTable());
      if (table != null) {
        throw SashException.of(
                ErrorCode.NOT_SUPPORTED,
                "table \"" + table + "\" stands alone: only a stream brings rows")
            .hint("join a stream with the table");
      }
      ViewColumns view = QueryConverter.view(scan.getTable());
      if (view != null) {
        return view(view);
      }
      var stream = QueryConverter.stream(scan.getTable());
      streams.add(stream.name());
      return new PlannedRows(new PhysicalNode.Scan(stream.name(), stream.schema()), null);
    }
    if (base instanceof Values values) {
      return new PlannedRows(LiteralRows.node(values), null);
    }
    if (base instanceof WindowAssign window) {
      return new PlannedRows(expand(window), null);
    }
    if (base instanceof Join join) {
      return JoinTranslator.translate(this, join);
    }
    throw SashException.of(
            ErrorCode.NOT_SUPPORTED,
            base.getRelTypeName().replace("Logical", "").toLowerCase(Locale.ROOT)
                + " is not supported yet in a query over a stream")
        .hint("queries read one stream, or streams joined by UNION ALL");
  }

  /** A query that ends reads the rows of a view as those of a table. */
  private PlannedRows view(ViewColumns view) {
    views.add(view.name());
    ViewColumns.Identity identity = view.identity();
    if (identity == null || emit.windowed().once()) {
      return new PlannedRows(
          new PhysicalNode.ViewScan(view.name(), false, false, view.visible()), null);
    }
    return new PlannedRows(
        new PhysicalNode.ViewScan(view.name(), true, identity.revises(), view.schema()),
        new PlannedRows.Identity(identity.keys(), identity.windowStart(), identity.windowEnd()));
  }

  private PhysicalNode expand(WindowAssign window) {
    EventTime.check(window);
    if (window.window() instanceof WindowSpec.RowCount) {
      throw SashException.at(
              window.timePlace(),
              ErrorCode.NOT_SUPPORTED,
              "windows of rows need GROUP BY: a row is in all windows of its key only when later"
                  + " rows have come")
          .hint("aggregate them: GROUP BY window_start, window_end");
    }
    PhysicalNode input = rows(Programs.chain(window.getInput()));
    if (Revisions.retracts(input)) {
      throw SashException.at(
              window.timePlace(),
              ErrorCode.NOT_SUPPORTED,
              "windows of rows that may be corrected need GROUP BY")
          .hint("aggregate them: GROUP BY window_start, window_end");
    }
    if (window.isByArrival()) {
      PhysicalNode timed = PhysicalNode.ArrivalTime.of(input);
      return withoutArrival(expand(window, timed, timed.schema().size() - 1));
    }
    return expand(window, input, window.timeColumn());
  }

  /** Leaves out the column of {@link PhysicalNode.ArrivalTime}, which stands before the bounds. */
  private static PhysicalNode withoutArrival(PhysicalNode expand) {
    List<Field> fields = new ArrayList<>();
    List<PhysicalNode.Output> outputs = new ArrayList<>();
    for (int i = 0; i < expand.schema().size(); i++) {
      if (i != expand.schema().size() - 3) {
        fields.add(expand.schema().field(i));
        outputs.add(PhysicalNode.Output.input(i));
      }
    }
    Schema schema = new Schema(fields);
    String text = String.join(", ", schema.names());
    return new PhysicalNode.Calc(expand, schema, outputs, null, text);
  }

  private PhysicalNode expand(WindowAssign window, PhysicalNode input, int timeColumn) {
    List<Field> fields = new ArrayList<>(input.schema().fields());
    fields.addAll(boundFields(window));
    return new PhysicalNode.WindowExpand(
        input,
        timeColumn,
        window.keyColumns(),
        window.window(),
        emit.windowed().once(),
        new Schema(fields));
  }

  /** The columns window_start and window_end. */
  static List<Field> boundFields(WindowAssign window) {
    return TypeMapping.schema(window.getRowType())
        .fields()
        .subList(window.startColumn(), window.startColumn() + 2);
  }

  /** A program over planned rows; nothing when it passes them on as they are. */
  PlannedRows apply(RexProgram program, PlannedRows rows) {
    PhysicalNode input = rows.node();
    if (branch != null && rows.identity() != null) {
      CalcColumns columns = CalcColumns.of(program, input.schema(), types);
      return IdentityColumns.repeat(input, columns, rows.identity());
    }
    if (program.isTrivial()
        && program.getOutputRowType().getFieldNames().equals(input.schema().names())) {
      return rows;
    }
    CalcColumns columns = CalcColumns.of(program, input.schema(), types);
    boolean hasColumns = columns.schema().size() > 0; // without any nothing counts literal rows
    if (input instanceof PhysicalNode.Values values && columns.kernel() == null && hasColumns) {
      return new PlannedRows(LiteralRows.moved(values, columns), null);
    }
    if (rows.identity() == null) {
      return new PlannedRows(
          new PhysicalNode.Calc(
              input, columns.schema(), columns.outputs(), columns.kernel(), columns.text()),
          null);
    }
    return IdentityColumns.keep(input, columns, rows.identity());
  }

  /** Where parts of the query stand in its text. */
  QueryPlaces places() {
    return places;
  }

  RexBuilder builder() {
    return builder;
  }

  SashTypeFactory types() {
    return types;
  }

  /** The branch of a union of aggregates that this is for, or null. */
  @Nullable BranchKeys branch() {
    return branch;
  }

  EmitChoice emit() {
    return emit;
  }
}
