package dev.sash.plan;

import dev.sash.runtime.ResultShape;
import java.util.List;

/**
 * A planned query.
 *
 * @param root gives the rows of {@link ResultShape#schema}
 * @param shape the result
 * @param streams the streams it reads, each once
 * @param order how a finite result is sorted; empty when it is not
 * @param offset rows of a finite result to skip
 * @param fetch most rows of a result, or -1
 * @param notices what the user should know: one sentence each
 */
public record QueryPlan(
    PhysicalNode root,
    ResultShape shape,
    List<String> streams,
    List<SortKey> order,
    long offset,
    long fetch,
    List<String> notices) {

  public QueryPlan {
    streams = List.copyOf(streams);
    order = List.copyOf(order);
    notices = List.copyOf(notices);
  }

  /**
   * One ORDER BY term.
   *
   * @param column ordinal in the result's schema
   */
  public record SortKey(int column, boolean descending, boolean nullsFirst) {}
}
