package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.plan.PhysicalNode;
import dev.sash.plan.QueryPlan;
import dev.sash.time.DurationText;
import dev.sash.window.WindowSpec;

/** Refuses plans that would work, but at a cost that nobody can have meant. */
final class PlanLimits {
  private PlanLimits() {}

  /**
   * Fails when a window of the plan is made of more panes, or a row is in more windows, than {@code
   * max_panes_per_window} allows.
   */
  static void check(QueryPlan plan, Settings settings) {
    check(plan.root(), settings.value(Setting.MAX_PANES_PER_WINDOW));
  }

  private static void check(PhysicalNode node, long panesMax) {
    if (node instanceof PhysicalNode.WindowAggregate aggregate
        && aggregate.window() instanceof WindowSpec.Aligned aligned) {
      check(aligned, aligned.panesPerWindow(), "a window has %d panes", panesMax);
    } else if (node instanceof PhysicalNode.WindowExpand expand
        && expand.window() instanceof WindowSpec.Aligned aligned) {
      check(aligned, aligned.windowsPerRow(), "each row is in %d windows", panesMax);
    }
    node.inputs().forEach(input -> check(input, panesMax));
  }

  private static void check(WindowSpec.Aligned window, long count, String what, long panesMax) {
    if (count <= panesMax) {
      return;
    }
    String why =
        window instanceof WindowSpec.Hop hop
            ? ", because its size is "
                + DurationText.format(hop.sizeMillis())
                + " and its slide "
                + DurationText.format(hop.slideMillis())
            : "";
    throw SashException.of(
            ErrorCode.LIMIT_EXCEEDED,
            what.formatted(count) + why + "; at most " + panesMax + " are allowed")
        .hint("choose a larger slide, or a larger max_panes_per_window with SET");
  }
}
