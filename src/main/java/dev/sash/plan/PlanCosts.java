package dev.sash.plan;

import dev.sash.aggregate.RecordLayout;
import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.runtime.EmitSpec;
import dev.sash.window.PaneGrid;
import dev.sash.window.WindowSpec;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/**
 * What a plan will cost in memory and in rows, one line for each aggregate: estimates for whoever
 * asks before it runs.
 *
 * <pre>
 * Costs a key: at most 13 panes, about 1040 bytes; at most 0.0333 rows a second
 * </pre>
 */
public final class PlanCosts {
  /** Beside its record, an entry of a pane has an id, a record number and a place in a table. */
  private static final int ENTRY_BYTES = 16;

  /** Arrays that double have room left: about a third of them on average. */
  private static final double ROOM = 1.5;

  private static final int TEXT_BYTES = 24;

  private final Catalog catalog;
  private final List<String> lines = new ArrayList<>();

  private PlanCosts(Catalog catalog) {
    this.catalog = catalog;
  }

  /** The lines of a plan; none for a plan that keeps no state. */
  public static List<String> lines(QueryPlan plan, Catalog catalog) {
    PlanCosts costs = new PlanCosts(catalog);
    costs.visit(plan.root());
    return costs.lines;
  }

  private void visit(PhysicalNode node) {
    if (node instanceof PhysicalNode.WindowAggregate aggregate) {
      lines.add(line(aggregate));
    }
    node.inputs().forEach(this::visit);
  }

  private String line(PhysicalNode.WindowAggregate node) {
    long panes = panes(node);
    RecordLayout layout = new RecordLayout(PipelineBuilder.aggregates(node));
    double bytes =
        ROOM * (panes * (layout.recordBytes() + ENTRY_BYTES) + indexBytes(node))
            + (layout.isCompact() ? 0 : panes * Long.BYTES);
    return "Costs a key: at most "
        + panes
        + (panes == 1 ? " pane" : " panes")
        + ", about "
        + rounded(bytes)
        + " bytes"
        + (layout.isCompact() ? "" : " and the distinct values of each pane")
        + rows(node);
  }

  /** The panes of a window, and those that rows may come to before the oldest one expires. */
  private long panes(PhysicalNode.WindowAggregate node) {
    if (!(node.window() instanceof WindowSpec.Hop hop)) {
      return 1;
    }
    PaneGrid grid = new PaneGrid(hop);
    long window = grid.panesPerWindow();
    long kept = delayMillis(node) + node.emit().latenessMillis();
    return window + Math.max(1, (kept + grid.widthMillis() - 1) / grid.widthMillis());
  }

  private long delayMillis(PhysicalNode node) {
    if (node instanceof PhysicalNode.Scan scan) {
      StreamDefinition stream = catalog.stream(scan.stream());
      return stream == null || stream.watermark() == null ? 0 : stream.watermark().delayMillis();
    }
    return node.inputs().stream().mapToLong(this::delayMillis).max().orElse(0);
  }

  /** Words, hash table and order of the key index; texts are kept once each. */
  private static double indexBytes(PhysicalNode.WindowAggregate node) {
    int words = node.keyColumns().isEmpty() ? 0 : node.keyColumns().size() + 1;
    long texts =
        node.keyColumns().stream().filter(key -> node.input().schema().type(key).isText()).count();
    return words * Long.BYTES + 3.0 * Integer.BYTES + texts * TEXT_BYTES;
  }

  private static String rows(PhysicalNode.WindowAggregate node) {
    EmitSpec emit = node.emit();
    if (emit.once()) {
      return "; 1 row for each window, at the end";
    }
    double closing = node.window() instanceof WindowSpec.Hop hop ? 1000.0 / hop.slideMillis() : 0;
    if (emit.everyMillis() > 0) {
      long shown = emit.allWindows() ? windowsPerRow(node) : 1;
      return "; at most " + perSecond(shown * 1000.0 / emit.everyMillis() + closing);
    }
    String atClose = closing == 0 ? "1 row at the end" : perSecond(closing);
    if (!emit.onChange()) {
      return "; " + atClose;
    }
    long windows = windowsPerRow(node);
    return "; "
        + atClose
        + ", and "
        + windows
        + (windows == 1 ? " row" : " rows")
        + " for each batch";
  }

  private static long windowsPerRow(PhysicalNode.WindowAggregate node) {
    return node.window() instanceof WindowSpec.Hop hop ? hop.windowsPerRow() : 1;
  }

  private static String perSecond(double rows) {
    String number = rounded(rows);
    return number + (number.equals("1") ? " row" : " rows") + " a second";
  }

  /** Two or three digits: an estimate should look like one. */
  private static String rounded(double number) {
    return new BigDecimal(number, new MathContext(3)).stripTrailingZeros().toPlainString();
  }
}
