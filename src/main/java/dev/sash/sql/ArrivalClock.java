package dev.sash.sql;

import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/**
 * The ways to write the time at which a row arrives: {@code PROCTIME()}, {@code CURRENT_TIMESTAMP}.
 */
final class ArrivalClock {
  private static final Set<String> NAMES =
      Set.of("PROCTIME", "CURRENT_TIMESTAMP", "LOCALTIMESTAMP");

  private ArrivalClock() {}

  /** Whether an expression is one of them. */
  static boolean is(SqlNode expression) {
    String name =
        expression instanceof SqlCall call && call.operandCount() == 0
            ? call.getOperator().getName()
            : expression instanceof SqlIdentifier word && word.isSimple() ? word.getSimple() : "";
    return NAMES.contains(name.toUpperCase(Locale.ROOT));
  }
}
