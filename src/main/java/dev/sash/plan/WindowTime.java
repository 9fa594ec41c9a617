package dev.sash.plan;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code window_time}, the last instant of a window: {@code window_end} less one millisecond. */
final class WindowTime {
  private static final int MILLISECONDS = 3;

  private WindowTime() {}

  /** The last instant of the window whose end is given. */
  static RexNode of(RexNode windowEnd, RexBuilder builder) {
    RelDataType type =
        builder
            .getTypeFactory()
            .createTypeWithNullability(
                builder
                    .getTypeFactory()
                    .createSqlType(windowEnd.getType().getSqlTypeName(), MILLISECONDS),
                windowEnd.getType().isNullable());
    RexNode millisecond =
        builder.makeIntervalLiteral(
            BigDecimal.ONE, new SqlIntervalQualifier(TimeUnit.SECOND, null, SqlParserPos.ZERO));
    return builder.makeCall(type, SqlStdOperatorTable.MINUS_DATE, List.of(windowEnd, millisecond));
  }

  /** The column of which an expression is the {@link #of}, or -1. */
  static int endColumn(RexNode expression) {
    boolean difference =
        expression instanceof RexCall call
            && call.getOperator().equals(SqlStdOperatorTable.MINUS_DATE)
            && call.getOperands().get(0) instanceof RexInputRef
            && call.getOperands().get(1) instanceof RexLiteral literal
            && RexLiteral.value(literal) instanceof BigDecimal millis
            && millis.compareTo(BigDecimal.ONE) == 0;
    return difference ? ((RexInputRef) ((RexCall) expression).getOperands().get(0)).getIndex() : -1;
  }
}
