package dev.sash.plan;

import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.data.Schema;
import dev.sash.runtime.EmitSpec;
import dev.sash.runtime.WindowTopNOperator;
import dev.sash.time.DurationText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A physical plan as text: what EXPLAIN shows. One line for each node, its input indented below.
 *
 * <pre>
 * Result channel, n, window_end; n > 10
 *   Aggregate by channel: COUNT(*); HOP slide 5 min, size 1 h; 12 windows a row, overlap 91.67 %;
 *       pane 5 min, 12 panes a key; emit ON CLOSE
 *     Calc channel, ts; NOT is_robot
 *       Scan edits; watermark ts - 5 s
 * </pre>
 */
public final class PlanPrinter {
  private final Catalog catalog;
  private final StringBuilder text = new StringBuilder();

  private PlanPrinter(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The text of a plan, lines separated by newlines. */
  public static String print(QueryPlan plan, Catalog catalog) {
    PlanPrinter printer = new PlanPrinter(catalog);
    int depth = printer.finish(plan);
    printer.node(plan.root(), depth);
    return printer.text.toString().stripTrailing();
  }

  /** What the plan's notices say, and what is worth a word only to who asks for the plan. */
  public static List<String> advice(QueryPlan plan) {
    Set<String> sentences = new LinkedHashSet<>(plan.notices());
    sentences.addAll(Notices.advice(plan.root()));
    return List.copyOf(sentences);
  }

  /** ORDER BY, LIMIT and OFFSET stand above the nodes; returns the depth of the root. */
  private int finish(QueryPlan plan) {
    if (plan.order().isEmpty() && plan.offset() == 0 && plan.fetch() < 0) {
      return 0;
    }
    List<String> parts = new ArrayList<>();
    for (QueryPlan.SortKey key : plan.order()) {
      parts.add(
          plan.shape().schema().field(key.column()).name()
              + (key.descending() ? " DESC" : "")
              + (key.nullsFirst() == key.descending()
                  ? ""
                  : key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST"));
    }
    String sort = parts.isEmpty() ? "" : " by " + String.join(", ", parts);
    String offset = plan.offset() == 0 ? "" : "; offset " + plan.offset();
    String limit = plan.fetch() < 0 ? "" : "; limit " + plan.fetch();
    line(0, (parts.isEmpty() ? "Limit" : "Sort") + sort + offset + limit);
    return 1;
  }

  private void node(PhysicalNode node, int depth) {
    line(depth, describe(node));
    node.inputs().forEach(input -> node(input, depth + 1));
  }

  private void line(int depth, String line) {
    text.append("  ".repeat(depth)).append(line).append('\n');
  }

  private String describe(PhysicalNode node) {
    if (node instanceof PhysicalNode.Scan scan) {
      return "Scan " + scan.stream() + "; " + watermark(catalog.stream(scan.stream()));
    } else if (node instanceof PhysicalNode.ViewScan scan) {
      return "Scan view " + scan.view();
    } else if (node instanceof PhysicalNode.Values values) {
      return "Values " + values.rows().size() + (values.rows().size() == 1 ? " row" : " rows");
    } else if (node instanceof PhysicalNode.Calc calc) {
      return "Calc " + calc.text();
    } else if (node instanceof PhysicalNode.WindowExpand expand) {
      return "Expand rows into windows; " + WindowText.of(expand.window());
    } else if (node instanceof PhysicalNode.ArrivalTime) {
      return "Arrival time";
    } else if (node instanceof PhysicalNode.RowNumber) {
      return "Row number";
    } else if (node instanceof PhysicalNode.WindowAggregate aggregate) {
      return aggregate(aggregate);
    } else if (node instanceof PhysicalNode.ResultCalc calc) {
      return "Result " + calc.text();
    } else if (node instanceof PhysicalNode.ResultRows rows) {
      return rows.revises() ? "Rows of results, each revision" : "Rows of results, when final";
    } else if (node instanceof PhysicalNode.WindowTopN topN) {
      return "Number rows of windows" + topN(topN.input(), topN.form());
    } else if (node instanceof PhysicalNode.RunningTopN topN) {
      return "Number rows" + topN(topN.input(), topN.form()) + "; emit " + emit(topN.emit());
    } else if (node instanceof PhysicalNode.Over over) {
      return OverText.of(over);
    } else if (node instanceof PhysicalNode.WindowJoin join) {
      return "Join by window, " + join.form().kind() + ", on " + join.text();
    } else if (node instanceof PhysicalNode.LookupJoin join) {
      return "Look up in table "
          + join.table()
          + ", "
          + join.form().kind()
          + ", on "
          + join.condition().text()
          + (join.key().isEmpty() ? "; reads the whole table each time" : "; by " + join.key());
    } else if (node instanceof PhysicalNode.AsofJoin join) {
      return "Join with the newest, " + join.form().kind() + ", on " + join.text();
    } else if (node instanceof PhysicalNode.IntervalJoin join) {
      return "Join by time, " + join.form().kind() + ", on " + join.text();
    } else if (node instanceof PhysicalNode.Union union) {
      return "Union of " + union.inputs().size();
    }
    throw new AssertionError(node);
  }

  private static String topN(PhysicalNode rows, WindowTopNOperator.Form form) {
    Schema input = rows.schema();
    List<String> functions = form.functions().stream().map(Enum::name).distinct().toList();
    List<String> order =
        form.order().stream()
            .map(
                key ->
                    input.field(key.column()).name()
                        + (key.descending() ? " DESC" : "")
                        + (key.nullsFirst() == key.descending()
                            ? ""
                            : key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST"))
            .toList();
    String limit = form.limit() == Long.MAX_VALUE ? "" : " <= " + form.limit();
    List<String> partition = form.partition().stream().map(c -> input.field(c).name()).toList();
    return (partition.isEmpty() ? "" : " by " + String.join(", ", partition))
        + (order.isEmpty() ? "" : " in order of " + String.join(", ", order))
        + ": "
        + String.join(", ", functions)
        + limit;
  }

  private static String watermark(@Nullable StreamDefinition stream) {
    String text = stream == null ? null : WatermarkText.of(stream);
    return text == null ? "no watermark" : "watermark " + text;
  }

  private static String aggregate(PhysicalNode.WindowAggregate node) {
    List<String> keys = new ArrayList<>();
    node.keyColumns().forEach(key -> keys.add(node.input().schema().field(key).name()));
    List<String> calls = node.aggregates().stream().map(AggregateCall::text).toList();
    return "Aggregate"
        + (keys.isEmpty() ? " all rows" : " by " + String.join(", ", keys))
        + (calls.isEmpty() ? "" : ": " + String.join(", ", calls))
        + "; "
        + WindowText.of(node.window())
        + WindowText.panes(node.window())
        + "; emit "
        + emit(node.emit())
        + keeping(node.aggregates());
  }

  /** The aggregates whose state grows with the rows. */
  private static String keeping(List<AggregateCall> calls) {
    List<String> keeping =
        calls.stream().filter(AggregateCall::keepsValues).map(AggregateCall::text).toList();
    return keeping.isEmpty() ? "" : "; keeps all values of " + String.join(", ", keeping);
  }

  /** A share of the whole with as many digits as it needs, at most two. */
  public static String percent(long part, long whole) {
    return WindowText.percent(part, whole);
  }

  private static String emit(EmitSpec emit) {
    if (emit.once()) {
      return "at the end of the input";
    }
    StringBuilder text = new StringBuilder();
    if (emit.everyMillis() > 0) {
      text.append("EVERY ").append(DurationText.format(emit.everyMillis()));
      text.append(emit.eventTime() ? " EVENT TIME" : "");
      text.append(emit.allWindows() ? " FOR ALL WINDOWS" : "");
      text.append(emit.onClose() ? ", ON CLOSE" : "");
    } else {
      text.append(emit.onChange() ? "ON CHANGE" : "ON CLOSE");
    }
    if (emit.latenessMillis() > 0) {
      text.append(" ALLOW LATENESS ").append(DurationText.format(emit.latenessMillis()));
    }
    if (emit.fills()) {
      text.append(" FILL EMPTY WINDOWS");
      text.append(
          emit.fillMillis() == EmitSpec.ALWAYS
              ? ""
              : " WITHIN " + DurationText.format(emit.fillMillis()));
    }
    return text.toString();
  }
}
