package dev.sash.plan;

import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.WatermarkSpec;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.sql.QueryConverter;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Makes sure that a window's time column is the declared event time of its stream. */
final class EventTime {
  private final @Nullable SourceSpan place;

  private EventTime(@Nullable SourceSpan place) {
    this.place = place;
  }

  /** Fails with the place of the time column when a watermark does not speak of it. */
  static void check(WindowAssign window) {
    if (window.timeColumn() >= 0) {
      new EventTime(window.timePlace()).check(window.getInput(), window.timeColumn());
    }
  }

  private void check(RelNode rows, int column) {
    if (rows instanceof TableScan scan) {
      checkStream(QueryConverter.stream(scan.getTable()), column);
    } else if (rows instanceof Filter filter) {
      check(filter.getInput(), column);
    } else if (rows instanceof Project project) {
      RexNode expression = project.getProjects().get(column);
      if (!(expression instanceof RexInputRef input)) {
        throw wrong(
                "the time column of a window must be the event-time column itself, not computed")
            .hint("select the column that WATERMARK FOR names, under any name");
      }
      check(project.getInput(), input.getIndex());
    } else if (rows instanceof Union union) {
      union.getInputs().forEach(branch -> check(branch, column));
    } else if (rows instanceof WindowAssign inner) {
      if (column >= inner.startColumn()) {
        throw wrong("windows over the bounds of windows are not supported yet")
            .hint("window the stream once, with the larger size");
      }
      check(inner.getInput(), column);
    } else {
      throw SashException.at(
              place,
              ErrorCode.NOT_SUPPORTED,
              "windows over an aggregated sub-query are not supported yet")
          .hint("window the stream once, with the larger size");
    }
  }

  private void checkStream(StreamDefinition stream, int column) {
    WatermarkSpec watermark = stream.watermark();
    String name = stream.schema().field(column).name();
    if (watermark == null) {
      throw wrong("stream \"" + stream.name() + "\" has no event time")
          .hint(
              "declare it in CREATE STREAM: WATERMARK FOR "
                  + name
                  + " AS "
                  + name
                  + " - INTERVAL '5' SECOND; or window by arrival with PROCTIME()");
    }
    if (watermark.eventTimeColumn() != column) {
      String declared = stream.schema().field(watermark.eventTimeColumn()).name();
      throw wrong(
              "column \"" + name + "\" is not the event time of stream \"" + stream.name() + "\"")
          .hint("write \"" + declared + "\", which its WATERMARK names");
    }
  }

  private SashException wrong(String message) {
    return SashException.at(place, ErrorCode.WINDOW_ARGUMENT, message);
  }
}
