package dev.sash.plan;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordLayout;
import dev.sash.runtime.EmitSpec;
import dev.sash.time.DurationText;
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
    if (window instanceof WindowSpec.Hop hop) {
      String every = "one window closes every " + DurationText.format(hop.slideMillis());
      gapsOrMany(hop.slideMillis(), hop.sizeMillis(), "of time", every + larger(hop.sizeMillis()));
    } else if (window instanceof WindowSpec.Cumulate cumulate) {
      many(
          cumulate.windowsPerRow(),
          "up to ",
          "one window closes every " + DurationText.format(cumulate.stepMillis()));
    } else if (window instanceof WindowSpec.RowCount rows) {
      gapsOrMany(
          rows.slideRows(),
          rows.sizeRows(),
          "of rows",
          rows.slideRows() == 1
              ? "one window ends at each row"
              : "one window ends every " + rows.slideRows() + " rows");
    } else if (window instanceof WindowSpec.Civil civil) {
      if (civil.cumulate()) {
        many(civil.windowsPerRow(), "up to ", "each closes by itself");
      } else {
        long months = civil.slide().months();
        gapsOrMany(
            months > 0 ? months : civil.slide().millis(),
            months > 0 ? civil.size().months() : civil.size().millis(),
            "of time",
            "each closes by itself");
      }
    }
  }

  private void gapsOrMany(long slide, long size, String of, String closing) {
    if (slide > size) {
      sentences.add(
          "rows between windows are ignored ("
              + WindowText.percent(slide - size, slide)
              + " "
              + of
              + "); did you swap slide and size?");
    } else {
      many((size + slide - 1) / slide, "", closing);
    }
  }

  private void many(long windows, String upTo, String closing) {
    if (windows > windowsAllowed) {
      sentences.add("each row is in " + upTo + windows + " windows, and " + closing);
    }
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
    long panes = panesJoined(node.window());
    List<AggregateInput> functions = AggregateWiring.aggregates(node);
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

  /** Windows that grow are not put together anew: each goes on from the one before. */
  private static long panesJoined(WindowSpec window) {
    if (window instanceof WindowSpec.RowCount rows) {
      return rows.sizeRows() / WindowCosts.gcd(rows.slideRows(), rows.sizeRows());
    }
    boolean grows =
        window instanceof WindowSpec.Cumulate
            || window instanceof WindowSpec.Civil civil && civil.cumulate();
    WindowCosts costs = WindowCosts.of(window);
    return grows || costs == null ? 1 : costs.panes();
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
