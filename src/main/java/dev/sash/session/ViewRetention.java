package dev.sash.session;

import dev.sash.catalog.WatermarkSpec;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.plan.PhysicalNode;
import dev.sash.plan.QueryPlan;
import dev.sash.sql.RetainClause;
import dev.sash.view.Retention;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What RETAIN, or its absence, means for a view. An aggregate with windows keeps windows; without
 * them it has one row for each key, which never expires; a view without aggregate keeps rows by
 * their event time where it shows that, else by the event time reached when they came.
 */
final class ViewRetention {
  private static final long DEFAULT_MILLIS = 24L * 60 * 60 * 1000;

  private final Engine engine;
  private final QueryPlan plan;
  private final boolean bounded;

  ViewRetention(Engine engine, QueryPlan plan, boolean bounded) {
    this.engine = engine;
    this.plan = plan;
    this.bounded = bounded;
  }

  /** The retention; what nobody has said becomes a notice. */
  Retention of(@Nullable RetainClause retain, List<String> notices) {
    if (retain == null) {
      return standard(notices);
    }
    if (retain instanceof RetainClause.All) {
      return new Retention.Whole();
    }
    requireWindows(retain);
    if (retain instanceof RetainClause.Age age) {
      return interval(age.millis());
    } else if (retain instanceof RetainClause.Windows windows) {
      return new Retention.Windows(windows.count());
    } else if (retain instanceof RetainClause.Latest) {
      return new Retention.Latest();
    }
    throw new AssertionError(retain);
  }

  private void requireWindows(RetainClause retain) {
    if (isGlobal()) {
      throw SashException.at(
              retain.span(),
              ErrorCode.SYNTAX,
              "a GROUP BY without a window has one row for each key, and none of them grows old")
          .hint("write RETAIN ALL, or group by a window: TUMBLE(ts, INTERVAL '1' MINUTE)");
    }
    if (plan.shape().appendOnly() && !(retain instanceof RetainClause.Age)) {
      throw SashException.at(
              retain.span(),
              ErrorCode.SYNTAX,
              "only a GROUP BY with a window has windows to count, this view keeps rows")
          .hint("write RETAIN INTERVAL '1' HOUR: it keeps the rows of the last hour");
    }
  }

  private boolean isGlobal() {
    return !plan.shape().appendOnly() && plan.shape().windowEnd() < 0;
  }

  private Retention standard(List<String> notices) {
    String most = "at most " + engine.settings().value(Setting.VIEW_ROWS) + " rows";
    if (isGlobal()) {
      notices.add("the view keeps one row for each key and " + most + "; one more ends it");
      return new Retention.All();
    }
    if (bounded) {
      String oldest = plan.shape().appendOnly() ? "rows" : "windows";
      notices.add(
          "the view keeps " + most + ", the oldest " + oldest + " go first; RETAIN ALL keeps all");
      return new Retention.All();
    }
    notices.add("the view keeps 24 hours and " + most + "; RETAIN says otherwise");
    return interval(DEFAULT_MILLIS);
  }

  private Retention interval(long millis) {
    int column = plan.shape().appendOnly() ? eventTime(plan.root()) : -1;
    return column < 0 ? new Retention.Interval(millis) : new Retention.RowAge(millis, column);
  }

  /** The ordinal of the column that is the event time as it came in, or -1. */
  private int eventTime(PhysicalNode node) {
    if (node instanceof PhysicalNode.Scan scan) {
      WatermarkSpec watermark = engine.requireStream(scan.stream()).definition().watermark();
      return watermark == null ? -1 : watermark.eventTimeColumn();
    } else if (node instanceof PhysicalNode.Calc calc) {
      int column = eventTime(calc.input());
      return column < 0 ? -1 : calc.outputs().indexOf(PhysicalNode.Output.input(column));
    } else if (node instanceof PhysicalNode.WindowExpand expand) {
      return eventTime(expand.input());
    } else if (node instanceof PhysicalNode.Over over) {
      return eventTime(over.input());
    } else if (node instanceof PhysicalNode.Union union) {
      List<Integer> columns = union.inputs().stream().map(this::eventTime).distinct().toList();
      return columns.size() == 1 ? columns.get(0) : -1;
    }
    return -1;
  }
}
