package dev.sash.plan;

import dev.sash.aggregate.RecordLayout;
import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.runtime.EmitSpec;
import dev.sash.window.WindowSpec;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a plan will cost in memory and in rows, one line for each operator that keeps state:
 * estimates for whoever asks before it runs. What depends on the rows is said to be not known.
 *
 * <pre>
 * Costs a key: at most 13 panes, about 1040 bytes; at most 0.0333 rows a second
 * </pre>
 *
 * <p>Where there are several, each line names its keys: {@code Costs a key (region, city): ...}.
 */
public final class PlanCosts {
  /** Beside its record, an entry of a pane has an id, a record number and a place in a table. */
  private static final int ENTRY_BYTES = 16;

  /** A session has its bounds, what was sent of it, neighbours, and a place in a queue. */
  private static final int SESSION_BYTES = 64;

  /** Arrays that double have room left: about a third of them on average. */
  private static final double ROOM = 1.5;

  private static final int TEXT_BYTES = 24;

  private final Catalog catalog;
  private final boolean several;
  private final List<String> lines = new ArrayList<>();

  private PlanCosts(Catalog catalog, boolean several) {
    this.catalog = catalog;
    this.several = several;
  }

  /** The lines of a plan; none for a plan that keeps no state. */
  public static List<String> lines(QueryPlan plan, Catalog catalog) {
    PlanCosts costs = new PlanCosts(catalog, count(plan.root()) > 1);
    costs.visit(plan.root());
    return costs.lines;
  }

  /** What whoever makes a view of windows that overlap should know: one sentence for each. */
  public static List<String> ofOverlap(QueryPlan plan, Catalog catalog) {
    List<String> sentences = new ArrayList<>();
    new PlanCosts(catalog, false).overlap(plan.root(), sentences);
    return sentences;
  }

  private void overlap(PhysicalNode node, List<String> sentences) {
    if (node instanceof PhysicalNode.WindowAggregate aggregate) {
      WindowCosts costs = WindowCosts.of(aggregate.window());
      if (costs != null && costs.windowsPerRow() > 1) {
        sentences.add(
            WindowText.of(aggregate.window()) + "; a key costs " + line(aggregate).strip());
      }
    }
    node.inputs().forEach(input -> overlap(input, sentences));
  }

  private static boolean keepsState(PhysicalNode node) {
    return node instanceof PhysicalNode.WindowAggregate
        || node instanceof PhysicalNode.WindowExpand expand
            && expand.window() instanceof WindowSpec.Session;
  }

  private static int count(PhysicalNode node) {
    return (keepsState(node) ? 1 : 0) + node.inputs().stream().mapToInt(PlanCosts::count).sum();
  }

  private void visit(PhysicalNode node) {
    if (node instanceof PhysicalNode.WindowAggregate aggregate) {
      lines.add(heading(aggregate.input(), aggregate.keyColumns()) + line(aggregate));
    } else if (node instanceof PhysicalNode.WindowExpand expand && keepsState(expand)) {
      lines.add(
          heading(expand.input(), expand.keyColumns())
              + "each row until its session is over; how many is not known: it depends on the"
              + " rows");
    }
    node.inputs().forEach(this::visit);
  }

  private String heading(PhysicalNode input, List<Integer> keys) {
    if (!several) {
      return "Costs a key: ";
    }
    List<String> names = keys.stream().map(key -> input.schema().field(key).name()).toList();
    return names.isEmpty()
        ? "Costs of all rows: "
        : "Costs a key (" + String.join(", ", names) + "): ";
  }

  private String line(PhysicalNode.WindowAggregate node) {
    RecordLayout layout = new RecordLayout(AggregateWiring.aggregates(node));
    String sets = layout.isCompact() ? "" : " and the distinct values of each pane";
    WindowCosts costs = WindowCosts.of(node.window());
    if (node.window() instanceof WindowSpec.Session) {
      return "about "
          + bytes(node, layout, 1, SESSION_BYTES)
          + (sets.isEmpty() ? "" : " and the distinct values")
          + " for each session that is open; how many are, and rows a second, is not known: it"
          + " depends on the rows"
          + (node.emit().once() ? "; 1 row for each session, at the end" : "");
    } else if (node.window() instanceof WindowSpec.RowCount rows) {
      return panes("", rowPanes(rows))
          + ", about "
          + bytes(node, layout, rowPanes(rows), ENTRY_BYTES)
          + sets
          + rowsOf(rows, node.emit());
    }
    boolean exact = costs == null || costs.exact();
    long panes = costs == null ? 1 : panes(costs, node);
    return panes(exact ? "at most " : "about ", panes)
        + ", about "
        + bytes(node, layout, panes, ENTRY_BYTES)
        + sets
        + rows(node.emit(), costs);
  }

  private static String panes(String how, long panes) {
    return how + panes + (panes == 1 ? " pane" : " panes");
  }

  /** All of a key: what is kept in each of its panes, and what its name takes. */
  private static String bytes(
      PhysicalNode.WindowAggregate node, RecordLayout layout, long panes, int entryBytes) {
    double bytes =
        ROOM * (panes * (layout.recordBytes() + entryBytes) + indexBytes(node))
            + (layout.isCompact() ? 0 : panes * Long.BYTES);
    return rounded(bytes) + " bytes";
  }

  /** The panes of a window, and those that rows may come to before the oldest one expires. */
  private long panes(WindowCosts costs, PhysicalNode.WindowAggregate node) {
    long kept = delayMillis(node.input()) + node.emit().latenessMillis();
    return costs.panes() + Math.max(1, (long) Math.ceil(kept / costs.paneMillis()));
  }

  private static long rowPanes(WindowSpec.RowCount rows) {
    return rows.sizeRows() / WindowCosts.gcd(rows.slideRows(), rows.sizeRows());
  }

  private long delayMillis(PhysicalNode node) {
    if (node instanceof PhysicalNode.Scan scan) {
      StreamDefinition stream = catalog.stream(scan.stream());
      return stream == null || stream.watermark() == null ? 0 : stream.watermark().delayMillis();
    } else if (node instanceof PhysicalNode.ResultRows
        || node instanceof PhysicalNode.ArrivalTime) {
      return 0;
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

  private static String rowsOf(WindowSpec.RowCount rows, EmitSpec emit) {
    String each = rows.slideRows() == 1 ? "each row" : "every " + rows.slideRows() + " rows";
    return "; 1 row for "
        + each
        + (emit.once() ? "" : "; rows a second are not known: they depend on the rows");
  }

  private static String rows(EmitSpec emit, @Nullable WindowCosts costs) {
    if (emit.once()) {
      return costs == null ? "; 1 row, at the end" : "; 1 row for each window, at the end";
    }
    double closing = costs == null ? 0 : 1000.0 / costs.slideMillis();
    String about = costs == null || costs.exact() ? "" : "about ";
    long windows = costs == null ? 1 : costs.windowsPerRow();
    if (emit.everyMillis() > 0) {
      long shown = emit.allWindows() ? windows : 1;
      return "; "
          + (about.isEmpty() ? "at most " : about)
          + perSecond(shown * 1000.0 / emit.everyMillis() + closing);
    }
    String atClose = closing == 0 ? "1 row at the end" : about + perSecond(closing);
    if (!emit.onChange()) {
      return "; " + atClose;
    }
    return "; "
        + atClose
        + ", and "
        + windows
        + (windows == 1 ? " row" : " rows")
        + " for each batch";
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
