package dev.sash.plan;

import dev.sash.data.BatchBuilder;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.runtime.LateRows;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The columns of {@code late.v} where rows of several streams are joined: those of each operator
 * that tells late rows, one after the other. A late row has NULL in the columns of the others.
 */
public final class LateColumns {
  private final Map<PhysicalNode, Integer> offsets = new LinkedHashMap<>();
  private final List<Field> fields = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  private LateColumns() {}

  /** Whether a query has late rows with different columns. */
  public static boolean areSeveral(QueryPlan plan) {
    return plan.sources() > 1 && joins(plan.root());
  }

  private static boolean joins(PhysicalNode node) {
    return node instanceof PhysicalNode.WindowJoin
        || node instanceof PhysicalNode.IntervalJoin
        || node instanceof PhysicalNode.AsofJoin
        || node.inputs().stream().anyMatch(LateColumns::joins);
  }

  /** The columns of a query. */
  static LateColumns of(PhysicalNode root) {
    LateColumns columns = new LateColumns();
    columns.visit(root);
    return columns;
  }

  /** The columns of a query's late rows. */
  public static Schema schema(PhysicalNode root) {
    return new Schema(of(root).fields);
  }

  private void visit(PhysicalNode node) {
    if (node instanceof PhysicalNode.WindowAggregate aggregate) {
      add(aggregate.input());
    } else if (node instanceof PhysicalNode.WindowExpand expand
        && expand.window() instanceof WindowSpec.Session) {
      add(expand.input());
    } else if (node instanceof PhysicalNode.Over
        || Revisions.closesWindows(node)
        || node instanceof PhysicalNode.AsofJoin
        || node instanceof PhysicalNode.IntervalJoin) {
      node.inputs().stream().filter(input -> !WindowInputs.comeClosed(input)).forEach(this::add);
    }
    node.inputs().forEach(this::visit);
  }

  private void add(PhysicalNode rows) {
    if (offsets.putIfAbsent(rows, fields.size()) == null) {
      for (Field field : rows.schema().fields()) {
        fields.add(new Field(distinct(field.name()), field.type().nullable(true)));
      }
    }
  }

  private String distinct(String name) {
    String free = name;
    for (int i = 2; !names.add(free.toLowerCase(Locale.ROOT)); i++) {
      free = name + i;
    }
    return free;
  }

  /** What takes the late rows that an operator tells of its input. */
  Consumer<LateRows> placed(PhysicalNode rows, Consumer<LateRows> next) {
    Integer offset = offsets.get(rows);
    return offset == null
        ? next
        : late ->
            next.accept(
                new LateRows(
                    placed(late.rows(), offset),
                    late.arrivedAt(),
                    late.latenessMillis(),
                    late.windowsDropped(),
                    late.windowsAccepted()));
  }

  private ColumnBatch placed(ColumnBatch rows, int offset) {
    Schema all = new Schema(fields);
    BatchBuilder missing = new BatchBuilder(all);
    Object[] nulls = Collections.nCopies(all.size(), null).toArray();
    for (int row = 0; row < rows.rowCount(); row++) {
      missing.appendRow(nulls);
    }
    ColumnBatch empty = missing.build();
    Column[] columns = new Column[all.size()];
    for (int i = 0; i < columns.length; i++) {
      boolean own = i >= offset && i < offset + rows.schema().size();
      columns[i] = own ? rows.column(i - offset) : empty.column(i);
    }
    return new ColumnBatch(all, columns, rows.rowCount());
  }
}
