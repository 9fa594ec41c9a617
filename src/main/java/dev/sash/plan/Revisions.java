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
        || !(results instanceof PhysicalNode.ResultRows)
            && results.inputs().stream().anyMatch(Revisions::aggregates);
  }

  /** Whether windows that have closed wait for a tick before their rows are sent. */
  static boolean finalAtTicks(PhysicalNode results) {
    return results instanceof PhysicalNode.WindowAggregate aggregate
        ? aggregate.emit().everyMillis() > 0 && !aggregate.emit().onClose()
        : results.inputs().stream().anyMatch(Revisions::finalAtTicks);
  }

  /** Whether rows come from results, which are sent when windows close. */
  static boolean fromResults(PhysicalNode rows) {
    return rows instanceof PhysicalNode.ResultRows
        || rows.inputs().stream().anyMatch(Revisions::fromResults);
  }
}
