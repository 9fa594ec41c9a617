package dev.sash.plan;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.window.WindowSpec;
import org.apache.calcite.rel.RelNode;

/** What is asked of rows that wait for their window to close. */
final class WindowInputs {
  private WindowInputs() {}

  /**
   * Fails for rows that may change after their window has closed.
   *
   * @throws SashException which says what to leave out
   */
  static void check(PhysicalNode input) {
    if (Revisions.retracts(input)) {
      throw SashException.of(
              ErrorCode.NOT_SUPPORTED,
              "rows that may be corrected cannot be joined by window or numbered yet: what was sent"
                  + " of a window that has closed would have to be taken back")
          .hint("leave out ALLOW LATENESS, here and in the views that are read");
    }
  }

  /** The event time of the rows of a query where it has one, else the end of their window. */
  static int timeColumn(RelNode rows, WindowColumns windows) {
    for (int column = 0; column < rows.getRowType().getFieldCount(); column++) {
      if (EventTime.is(rows, column)) {
        return column;
      }
    }
    return windows.end();
  }

  /** Whether rows come when their window closes, and not as the stream delivers them. */
  static boolean comeClosed(PhysicalNode rows) {
    return Revisions.fromResults(rows) || holdsSession(rows);
  }

  static boolean holdsSession(PhysicalNode node) {
    return node instanceof PhysicalNode.WindowExpand expand
            && expand.window() instanceof WindowSpec.Session
        || node.inputs().stream().anyMatch(WindowInputs::holdsSession);
  }
}
