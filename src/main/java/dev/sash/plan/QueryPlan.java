package dev.sash.plan;

import dev.sash.runtime.ResultShape;
import java.util.ArrayList;
import java.util.List;

/**
 * A planned query.
 *
 * @param root gives the rows of {@link ResultShape#schema}
 * @param shape the result
 * @param streams the streams it reads, each once
 * @param views the materialized views it reads, each once
 * @param eventTimes ordinals of the selected columns that are an event time
 * @param order how a finite result is sorted; empty when it is not
 * @param offset rows of a finite result to skip
 * @param fetch most rows of a result, or -1
 * @param notices what the user should know: one sentence each
 */
public record QueryPlan(
    PhysicalNode root,
    ResultShape shape,
    List<String> streams,
    List<String> views,
    List<Integer> eventTimes,
    List<SortKey> order,
    long offset,
    long fetch,
    List<String> notices) {

  public QueryPlan {
    streams = List.copyOf(streams);
    views = List.copyOf(views);
    eventTimes = List.copyOf(eventTimes);
    order = List.copyOf(order);
    notices = List.copyOf(notices);
  }

  /** The names of all that it reads. */
  public List<String> reads() {
    List<String> reads = new ArrayList<>(streams);
    reads.addAll(views);
    return reads;
  }

  /** How many relations it reads. */
  public int sources() {
    return streams.size() + views.size();
  }

  /** Whether a result may change after windows have closed. */
  public boolean revises() {
    return Revisions.revises(root);
  }

  /** Whether it aggregates results of an aggregate below, its own or a view's. */
  public boolean aggregatesResults() {
    return Revisions.fromResults(root);
  }

  /** Whether windows that have closed wait for a tick before their rows are sent. */
  public boolean finalAtTicks() {
    return Revisions.finalAtTicks(root);
  }

  /**
   * One ORDER BY term.
   *
   * @param column ordinal in the result's schema
   */
  public record SortKey(int column, boolean descending, boolean nullsFirst) {}
}
