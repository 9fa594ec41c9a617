package dev.sash.plan;

import dev.sash.catalog.ViewColumns;
import dev.sash.sql.QueryConverter;
import dev.sash.window.WindowSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of a query say the window that a row is in.
 *
 * @param starts ordinals of columns that are window_start
 * @param ends ordinals of columns that are window_end
 * @param window which windows; null where they are those of a view, or of several inputs
 */
record WindowColumns(Set<Integer> starts, Set<Integer> ends, @Nullable WindowSpec window) {
  private static final WindowColumns NONE = new WindowColumns(Set.of(), Set.of(), null);

  /** The columns of a node. */
  static WindowColumns of(RelNode node) {
    if (node instanceof WindowAssign assign) {
      int start = assign.startColumn();
      return new WindowColumns(Set.of(start), Set.of(start + 1), assign.window());
    } else if (node instanceof Filter || node instanceof Sort) {
      return of(node.getInput(0));
    } else if (node instanceof RankedRows ranked) {
      return ranked.isByWindow() ? of(ranked.getInput()) : NONE;
    } else if (node instanceof OverRows over) {
      return over.waits() ? NONE : of(over.getInput());
    } else if (node instanceof Project project) {
      return projected(project, of(project.getInput()));
    } else if (node instanceof Aggregate aggregate) {
      return of(aggregate.getInput()).mapped(aggregate.getGroupSet().asList());
    } else if (node instanceof Join join) {
      return joined(join);
    } else if (node instanceof Union union) {
      return united(union);
    } else if (node instanceof TableScan scan) {
      return ofView(QueryConverter.view(scan.getTable()));
    }
    return NONE;
  }

  private static WindowColumns projected(Project project, WindowColumns below) {
    return below.mapped(
        project.getProjects().stream()
            .map(column -> column instanceof RexInputRef reference ? reference.getIndex() : -1)
            .toList());
  }

  private WindowColumns mapped(List<Integer> sources) {
    Set<Integer> newStarts = new TreeSet<>();
    Set<Integer> newEnds = new TreeSet<>();
    for (int i = 0; i < sources.size(); i++) {
      if (starts.contains(sources.get(i))) {
        newStarts.add(i);
      } else if (ends.contains(sources.get(i))) {
        newEnds.add(i);
      }
    }
    return new WindowColumns(newStarts, newEnds, window);
  }

  /** Of a side whose rows may be missing the columns say nothing. */
  private static WindowColumns joined(Join join) {
    boolean byTable =
        LookupTranslator.isTable(join.getLeft()) || LookupTranslator.isTable(join.getRight());
    if (join instanceof AsofJoin || !byTable && !isSame(join)) {
      return NONE;
    }
    WindowColumns left = join.getJoinType().generatesNullsOnLeft() ? NONE : of(join.getLeft());
    boolean hasRight =
        join.getJoinType().projectsRight() && !join.getJoinType().generatesNullsOnRight();
    WindowColumns right = hasRight ? of(join.getRight()) : NONE;
    int width = join.getLeft().getRowType().getFieldCount();
    Set<Integer> starts = new TreeSet<>(left.starts);
    Set<Integer> ends = new TreeSet<>(left.ends);
    right.starts.forEach(column -> starts.add(column + width));
    right.ends.forEach(column -> ends.add(column + width));
    return new WindowColumns(starts, ends, left.window == null ? right.window : left.window);
  }

  /** Whether the condition of a join says that both rows are in the same window. */
  static boolean isSame(Join join) {
    WindowColumns left = of(join.getLeft());
    WindowColumns right = of(join.getRight());
    int width = join.getLeft().getRowType().getFieldCount();
    boolean sameEnd = false;
    boolean sameStart = false;
    for (RexNode term : RelOptUtil.conjunctions(join.getCondition())) {
      if (term.getKind() == SqlKind.EQUALS
          && ((RexCall) term).getOperands().get(0) instanceof RexInputRef first
          && ((RexCall) term).getOperands().get(1) instanceof RexInputRef second) {
        int own = Math.min(first.getIndex(), second.getIndex());
        int other = Math.max(first.getIndex(), second.getIndex()) - width;
        sameEnd |= left.ends.contains(own) && right.ends.contains(other);
        sameStart |= left.starts.contains(own) && right.starts.contains(other);
      }
    }
    boolean sameWindows = left.window != null && left.window.equals(right.window);
    return left.end() >= 0 && right.end() >= 0 && (sameEnd || sameStart && sameWindows);
  }

  private static WindowColumns united(Union union) {
    WindowColumns first = of(union.getInput(0));
    Set<Integer> starts = new HashSet<>(first.starts);
    Set<Integer> ends = new HashSet<>(first.ends);
    for (RelNode input : union.getInputs()) {
      WindowColumns other = of(input);
      starts.retainAll(other.starts);
      ends.retainAll(other.ends);
    }
    return new WindowColumns(starts, ends, null);
  }

  private static WindowColumns ofView(@Nullable ViewColumns view) {
    ViewColumns.Identity identity = view == null ? null : view.identity();
    return identity == null || identity.windowEnd() < 0
        ? NONE
        : new WindowColumns(Set.of(identity.windowStart()), Set.of(identity.windowEnd()), null);
  }

  /** The first of some columns that is the end of a window, or -1. */
  int end(List<Integer> columns) {
    return columns.stream().filter(ends::contains).findFirst().orElse(-1);
  }

  /** The first column that is the end of a window, or -1. */
  int end() {
    return ends.stream().findFirst().orElse(-1);
  }
}
