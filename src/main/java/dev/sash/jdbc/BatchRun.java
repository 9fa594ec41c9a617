package dev.sash.jdbc;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A batch that holds statements of Sash's own. Like H2's batches it goes on after a statement that
 * fails and reports all failures together at the end.
 */
record BatchRun(List<String> statements) {

  /** Runs the batch; the update counts in order. */
  long[] execute(Statement statement) throws BatchUpdateException {
    long[] counts = new long[statements.size()];
    SQLException first = null;
    for (int i = 0; i < counts.length; i++) {
      try {
        counts[i] = statement.executeLargeUpdate(statements.get(i));
      } catch (SQLException e) {
        counts[i] = Statement.EXECUTE_FAILED;
        first = chained(first, e);
      }
    }
    if (first != null) {
      BatchUpdateException failure =
          new BatchUpdateException(
              first.getMessage(), first.getSQLState(), first.getErrorCode(), counts, first);
      failure.setNextException(first);
      throw failure;
    }
    return counts;
  }

  private static SQLException chained(@Nullable SQLException first, SQLException next) {
    if (first == null) {
      return next;
    }
    first.setNextException(next);
    return first;
  }

  /** A count as JDBC's older methods give it. */
  static int toInt(long count) {
    return count <= Integer.MAX_VALUE ? (int) count : Statement.SUCCESS_NO_INFO;
  }

  /** Counts as JDBC's older methods give them. */
  static int[] toInts(long[] counts) {
    return Arrays.stream(counts).mapToInt(BatchRun::toInt).toArray();
  }
}
