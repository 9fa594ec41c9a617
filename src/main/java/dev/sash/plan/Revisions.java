package dev.sash.plan;

import dev.sash.runtime.EmitSpec;
import dev.sash.window.WindowSpec;

/** Which nodes give rows that may change or be taken back after they were given. */
final class Revisions {
  private Revisions() {}

  /** Whether a result may change after the one that another aggregate counts. */
  static boolean revises(PhysicalNode results) {
    if (results instanceof PhysicalNode.WindowAggregate aggregate) {
      EmitSpec emit = aggregate.emit();
      return aggregate.window() instanceof WindowSpec.Global
          ? emit.onChange() || emit.everyMillis() > 0
          : emit.latenessMillis() > 0;
    }
    if (results instanceof PhysicalNode.RunningTopN topN) {
      return topN.emit().onChange() || topN.emit().everyMillis() > 0;
    }
    return results instanceof PhysicalNode.ViewScan view
        ? view.revises()
        : results.inputs().stream().anyMatch(Revisions::revises);
  }

  /** Whether rows may be taken back. */
  static boolean retracts(PhysicalNode rows) {
    return rows instanceof PhysicalNode.ResultRows results
        ? results.revises()
        : rows.inputs().stream().anyMatch(Revisions::retracts);
  }

  /** Whether there is an aggregate whose rows are results of the query. */
  static boolean aggregates(PhysicalNode results) {
    return results instanceof PhysicalNode.WindowAggregate
        || results instanceof PhysicalNode.RunningTopN
        || !(results instanceof PhysicalNode.ResultRows)
            && results.inputs().stream().anyMatch(Revisions::aggregates);
  }

  /** Whether windows that have closed wait for a tick before their rows are sent. */
  static boolean finalAtTicks(PhysicalNode results) {
    return results instanceof PhysicalNode.WindowAggregate aggregate
        ? aggregate.emit().everyMillis() > 0 && !aggregate.emit().onClose()
        : results.inputs().stream().anyMatch(Revisions::finalAtTicks);
  }

  /** Whether a node gives rows of its own when a window closes. */
  static boolean closesWindows(PhysicalNode node) {
    return node instanceof PhysicalNode.WindowTopN
        || node instanceof PhysicalNode.WindowJoin
        || node instanceof PhysicalNode.Over over && over.windowEnd() >= 0;
  }

  /** Whether the rows of a query without an aggregate are given when windows close. */
  static boolean endsClosed(PhysicalNode node) {
    return closesWindows(node)
        || node instanceof PhysicalNode.Calc calc && endsClosed(calc.input());
  }

  /** Whether the rows of a query without an aggregate are given when time has passed them. */
  static boolean endsPassed(PhysicalNode node) {
    return node instanceof PhysicalNode.Over
        || node instanceof PhysicalNode.AsofJoin
        || node instanceof PhysicalNode.Calc calc && endsPassed(calc.input());
  }

  /** Whether rows are given when windows close: results, or rows that had to wait. */
  static boolean fromResults(PhysicalNode rows) {
    return rows instanceof PhysicalNode.ResultRows
        || closesWindows(rows)
        || rows instanceof PhysicalNode.IntervalJoin
        || rows instanceof PhysicalNode.AsofJoin
        || rows instanceof PhysicalNode.Over
        || rows.inputs().stream().anyMatch(Revisions::fromResults);
  }
}
