package dev.sash.plan;

import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.ViewColumns;
import dev.sash.catalog.WatermarkSpec;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.sql.QueryConverter;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Makes sure that a window's time column is an event time: the declared one of a stream, or the end
 * of the windows of a sub-query, before which nothing comes once the watermark is there.
 */
final class EventTime {
  private final @Nullable SourceSpan place;

  private EventTime(@Nullable SourceSpan place) {
    this.place = place;
  }

  /** Fails with the place of the time column when a watermark does not speak of it. */
  static void check(WindowAssign window) {
    if (window.timeColumn() < 0) {
      return;
    }
    SashException problem =
        new EventTime(window.timePlace()).check(window.getInput(), window.timeColumn());
    if (problem != null) {
      throw problem;
    }
  }

  /** Why a column of a query is no event time, or null when it is one. */
  static @Nullable SashException problem(RelNode rows, int column, @Nullable SourceSpan place) {
    return new EventTime(place).check(rows, column);
  }

  /** Whether a column is the time of rows, and not of the windows that they come with. */
  static boolean comesLater(RelNode rows, int column) {
    return !WindowColumns.of(rows).ends().contains(column) && !isWindowTime(rows, column);
  }

  /** Whether a column of a query is an event time, so that a query over it can have windows. */
  static boolean is(RelNode rows, int column) {
    RelDataType type = rows.getRowType().getFieldList().get(column).getType();
    return SqlTypeName.DATETIME_TYPES.contains(type.getSqlTypeName())
        && new EventTime(null).check(rows, column) == null;
  }

  /** The first event time among the columns of a query, or null. */
  static @Nullable RexNode of(RelNode rows, RexBuilder builder) {
    for (int column = 0; column < rows.getRowType().getFieldCount(); column++) {
      if (is(rows, column)) {
        return builder.makeInputRef(rows, column);
      }
    }
    return null;
  }

  private @Nullable SashException check(RelNode rows, int column) {
    Programs.Chain chain = Programs.chain(rows);
    RexProgram program = chain.program();
    RexNode expression = program.expandLocalRef(program.getProjectList().get(column));
    RelNode base = chain.base();
    int end = WindowTime.endColumn(expression);
    if (end >= 0) {
      return checkWindowTime(base, end);
    } else if (expression instanceof RexInputRef input) {
      return checkBase(base, input.getIndex());
    } else {
      return wrong("the time column of a window must be the event-time column itself, not computed")
          .hint("select the column that WATERMARK FOR names, under any name");
    }
  }

  private @Nullable SashException checkBase(RelNode base, int column) {
    if (base instanceof TableScan scan) {
      ViewColumns view = QueryConverter.view(scan.getTable());
      return view == null
          ? checkStream(QueryConverter.stream(scan.getTable()), column)
          : checkView(view, column);
    } else if (base instanceof Union union) {
      for (RelNode branch : union.getInputs()) {
        SashException problem = check(branch, column);
        if (problem != null) {
          return problem;
        }
      }
      return null;
    } else if (base instanceof Sort sort) {
      return check(sort.getInput(), column);
    } else if (base instanceof WindowAssign inner) {
      SashException problem = checkBound(inner, column);
      return problem != null
          ? problem
          : check(inner.getInput(), column < inner.startColumn() ? column : inner.timeColumn());
    } else if (base instanceof Aggregate aggregate) {
      return checkKey(aggregate, column);
    } else if (base instanceof OverRows over) {
      return checkOver(over, column);
    } else if (base instanceof AsofJoin join) {
      return column < join.getLeft().getRowType().getFieldCount()
          ? check(join.getLeft(), column)
          : noStream();
    } else if (keepsWindow(base, column)) {
      return null;
    } else if (base instanceof Join join && LookupTranslator.isTable(join.getRight())) {
      return column < join.getLeft().getRowType().getFieldCount()
          ? check(join.getLeft(), column)
          : noStream();
    } else if (base instanceof Join join && LookupTranslator.isTable(join.getLeft())) {
      int own = column - join.getLeft().getRowType().getFieldCount();
      return own >= 0 ? check(join.getRight(), own) : noStream();
    } else {
      return noStream();
    }
  }

  private @Nullable SashException checkOver(OverRows over, int column) {
    if (over.waits()) {
      return wrong("rows that have waited for those behind them have no event time any more")
          .hint("take LEAD and FOLLOWING last, above all else: LAG and PRECEDING do not wait");
    }
    if (over.isByWindow()) {
      return keepsWindow(over, column)
          ? null
          : wrong("rows that have waited for their window to close have the time of that")
              .hint("write window_end or window_time");
    }
    return column < over.firstResult() ? check(over.getInput(), column) : noStream();
  }

  private SashException noStream() {
    return wrong("the rows of a window must come from a stream")
        .hint("read a stream with WATERMARK");
  }

  /** The last instant of a window: what is computed of it has that event time. */
  private @Nullable SashException checkWindowTime(RelNode base, int end) {
    boolean ofWindow = base instanceof WindowAssign window && end == window.startColumn() + 1;
    if (keepsWindow(base, end)) {
      return null;
    }
    if (!ofWindow && !(base instanceof Aggregate)) {
      return wrong("the time column of a window must be the event-time column itself, not computed")
          .hint("write window_time without an expression");
    }
    return checkBase(base, end);
  }

  /** Whether a column of rows that were joined or numbered is the end of their window. */
  private static boolean keepsWindow(RelNode base, int column) {
    if (base instanceof RankedRows ranked && ranked.isByWindow()
        || base instanceof OverRows over && over.isByWindow()) {
      return WindowColumns.of(base).ends().contains(column)
          || column < base.getInput(0).getRowType().getFieldCount()
              && isWindowTime(base.getInput(0), column);
    }
    if (base instanceof Union || base instanceof OverRows) {
      return WindowColumns.of(base).ends().contains(column);
    }
    if (!(base instanceof Join join)) {
      return false;
    }
    int width = join.getLeft().getRowType().getFieldCount();
    boolean isMissing =
        column < width
            ? join.getJoinType().generatesNullsOnLeft()
            : join.getJoinType().generatesNullsOnRight();
    return WindowColumns.of(base).ends().contains(column)
        || !isMissing
            && WindowColumns.isSame(join)
            && isWindowTime(
                column < width ? join.getLeft() : join.getRight(),
                column < width ? column : column - width);
  }

  private static boolean isWindowTime(RelNode rows, int column) {
    Programs.Chain chain = Programs.chain(rows);
    RexProgram program = chain.program();
    int end = WindowTime.endColumn(program.expandLocalRef(program.getProjectList().get(column)));
    return end >= 0 && WindowColumns.of(chain.base()).ends().contains(end);
  }

  private @Nullable SashException checkBound(WindowAssign window, int column) {
    if (column >= window.startColumn() && window.timeColumn() < 0) {
      return wrong("windows by processing time, and windows of rows, have no event time")
          .hint("window the stream by its event time");
    }
    if (column == window.startColumn()) {
      return wrong("window_start is no event time: what a window holds is known at its end")
          .hint("write window_time, the last instant of the window, or window_end");
    }
    return null;
  }

  private @Nullable SashException checkView(ViewColumns view, int column) {
    if (view.eventTimes().contains(column)) {
      return null;
    }
    List<String> times =
        view.eventTimes().stream().map(i -> view.schema().field(i).name()).toList();
    if (!times.isEmpty()) {
      return wrong(
              "column \""
                  + view.schema().field(column).name()
                  + "\" is not the event time of view \""
                  + view.name()
                  + "\"")
          .hint("write \"" + String.join("\" or \"", times) + "\"");
    }
    return wrong("view \"" + view.name() + "\" has no event time")
        .hint(
            view.identity() == null || view.identity().windowEnd() >= 0
                ? "select window_time, or the event time of the stream, in the view"
                : "group the view by a window too, and select the window_time");
  }

  private @Nullable SashException checkKey(Aggregate aggregate, int column) {
    WindowAssign window = AggregateTranslator.windowBelow(aggregate.getInput());
    if (window == null
        || !AggregateTranslator.groupsByWindow(aggregate.getInput(), aggregate.getGroupSet())) {
      return wrong("an aggregate without a window has no event time")
          .hint("group it by a window too, and select the window_time");
    }
    if (column < aggregate.getGroupCount()) {
      RexProgram program = Programs.chain(aggregate.getInput()).program();
      int key = aggregate.getGroupSet().nth(column);
      RexNode expression = program.expandLocalRef(program.getProjectList().get(key));
      int end = window.startColumn() + 1;
      if (WindowTime.endColumn(expression) == end) {
        return null;
      }
      if (expression instanceof RexInputRef input && input.getIndex() >= window.startColumn()) {
        return checkBound(window, input.getIndex());
      }
    }
    return wrong("the event time of an aggregated sub-query is the window_time of its windows")
        .hint("add window_time to its GROUP BY, select it and write it here");
  }

  private @Nullable SashException checkStream(StreamDefinition stream, int column) {
    WatermarkSpec watermark = stream.watermark();
    String name = stream.schema().field(column).name();
    if (watermark == null) {
      return wrong("stream \"" + stream.name() + "\" has no event time")
          .hint(
              "declare it in CREATE STREAM: WATERMARK FOR "
                  + name
                  + " AS "
                  + name
                  + " - INTERVAL '5' SECOND; or window by arrival with PROCTIME()");
    }
    if (watermark.eventTimeColumn() != column) {
      String declared = stream.schema().field(watermark.eventTimeColumn()).name();
      return wrong(
              "column \"" + name + "\" is not the event time of stream \"" + stream.name() + "\"")
          .hint("write \"" + declared + "\", which its WATERMARK names");
    }
    return null;
  }

  private SashException wrong(String message) {
    return SashException.at(place, ErrorCode.WINDOW_ARGUMENT, message);
  }

  /** Fails when windows of a query follow the clock, and others of it the rows. */
  static void checkOneTime(PhysicalNode root) {
    if (followsClock(root) && followsRows(root)) {
      throw SashException.of(
              ErrorCode.NOT_SUPPORTED,
              "windows by processing time and by event time cannot be in one query: it has one"
                  + " watermark, which follows either the clock or the rows")
          .hint("make a materialized view of each");
    }
  }

  private static boolean followsClock(PhysicalNode node) {
    return node instanceof PhysicalNode.ArrivalTime
        || node.inputs().stream().anyMatch(EventTime::followsClock);
  }

  private static boolean followsRows(PhysicalNode node) {
    return node instanceof PhysicalNode.WindowAggregate aggregate
            && aggregate.timeColumn() >= 0
            && !(aggregate.input() instanceof PhysicalNode.ArrivalTime)
        || node.inputs().stream().anyMatch(EventTime::followsRows);
  }
}
