package dev.sash.plan;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordLayout;
import dev.sash.runtime.EmitSpec;
import dev.sash.time.DurationText;
import dev.sash.window.PaneGrid;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a user should know of a plan that works but may surprise. */
final class Notices {
  /** Windows a row from which a plan is worth a word when it is asked for. */
  private static final long MANY_WINDOWS = 20;

  /** Windows a row from which it is worth a word in any case. */
  private static final long VERY_MANY_WINDOWS = 1_000;

  private final boolean defaultEmit;
  private final long windowsAllowed;
  private final Set<String> sentences = new LinkedHashSet<>();

  private Notices(boolean defaultEmit, long windowsAllowed) {
    this.defaultEmit = defaultEmit;
    this.windowsAllowed = windowsAllowed;
  }

  /**
   * One sentence each.
   *
   * @param defaultEmit whether a view said nothing of EMIT
   */
  static List<String> of(PhysicalNode root, boolean defaultEmit) {
    return new Notices(defaultEmit, VERY_MANY_WINDOWS).list(root);
  }

  /** Advice for who has asked for the plan; holds what {@link #of} says without defaults. */
  static List<String> advice(PhysicalNode root) {
    return new Notices(false, MANY_WINDOWS).list(root);
  }

  private List<String> list(PhysicalNode root) {
    visit(root);
    return new ArrayList<>(sentences);
  }

  private void visit(PhysicalNode node) {
    if (node instanceof PhysicalNode.WindowExpand expand) {
      window(expand.window());
    } else if (node instanceof PhysicalNode.WindowAggregate aggregate) {
      window(aggregate.window());
      refresh(aggregate.emit());
      distinct(aggregate);
    }
    node.inputs().forEach(this::visit);
  }

  private void window(WindowSpec window) {
    if (window instanceof WindowSpec.RowCount rows && rows.slideRows() > rows.sizeRows()) {
      ignored(rows.slideRows(), rows.sizeRows(), "rows");
    }
    if (window instanceof WindowSpec.Civil civil && !civil.cumulate()) {
      civil(civil);
    }
    if (!(window instanceof WindowSpec.Hop hop)) {
      return;
    }
    if (hop.slideMillis() > hop.sizeMillis()) {
      ignored(hop.slideMillis(), hop.sizeMillis(), "time");
    } else if (hop.windowsPerRow() > windowsAllowed) {
      sentences.add(
          "each row is in "
              + hop.windowsPerRow()
              + " windows, and one window closes every "
              + DurationText.format(hop.slideMillis())
              + larger(hop.sizeMillis()));
    }
  }

  private void civil(WindowSpec.Civil civil) {
    if (civil.slide().isMonths()) {
      if (civil.slide().months() > civil.size().months()) {
        ignored(civil.slide().months(), civil.size().months(), "time");
      }
    } else if (civil.slide().millis() > civil.size().millis()) {
      ignored(civil.slide().millis(), civil.size().millis(), "time");
    }
  }

  private void ignored(long slide, long size, String of) {
    sentences.add(
        "rows between windows are ignored ("
            + WindowText.percent(slide - size, slide)
            + " of "
            + of
            + "); did you swap slide and size?");
  }

  /** The slides that a window of 60 and of 30 steps has, when they are whole seconds. */
  private static String larger(long sizeMillis) {
    return sizeMillis % 60_000 != 0
        ? ""
        : "; a slide of "
            + DurationText.format(sizeMillis / 60)
            + " makes it 60, of "
            + DurationText.format(sizeMillis / 30)
            + " 30";
  }

  /** Sets cannot be kept for whole runs of panes: they are joined anew for each window. */
  private void distinct(PhysicalNode.WindowAggregate node) {
    if (!(node.window() instanceof WindowSpec.Hop hop)) {
      return;
    }
    long panes = new PaneGrid(hop).panesPerWindow();
    List<AggregateInput> functions = PipelineBuilder.aggregates(node);
    for (int i = 0; panes > VERY_MANY_WINDOWS && i < functions.size(); i++) {
      if (!new RecordLayout(List.of(functions.get(i))).isCompact()) {
        sentences.add(
            node.aggregates().get(i).text()
                + " is put together from "
                + panes
                + " panes each time a window closes; a larger slide makes that cheaper");
      }
    }
  }

  private void refresh(EmitSpec emit) {
    if (defaultEmit && emit.everyMillis() > 0) {
      sentences.add(
          "an aggregate without a window never closes: its rows are shown every "
              + DurationText.format(emit.everyMillis())
              + ", unless EMIT says otherwise");
    }
  }
}
