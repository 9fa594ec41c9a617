package dev.sash.sql;

import dev.sash.catalog.WatermarkSpec;
import dev.sash.data.DataType;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.error.Suggestion;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Understands {@code WATERMARK FOR ts AS ts - INTERVAL '5' SECOND} and its column. */
public final class Watermarks {
  private Watermarks() {}

  /**
   * The event time of a stream whose watermark is the column itself or the column minus an
   * interval; null for any other expression, which has to be planned.
   *
   * @param columns of the stream
   * @throws SashException for a column that is no TIMESTAMP of the stream, and for a delay that is
   *     negative
   */
  public static @Nullable WatermarkSpec fixed(Schema columns, WatermarkClause clause) {
    int column = column(columns, clause);
    if (isColumn(columns, column, clause.expression())) {
      return new WatermarkSpec(column, 0);
    }
    if (clause.expression() instanceof SqlCall call
        && call.operandCount() == 2
        && isColumn(columns, column, call.operand(0))
        && call.operand(1) instanceof SqlIntervalLiteral delay
        && !isOfMonths(delay)) {
      if (call.getKind() == SqlKind.MINUS) {
        return new WatermarkSpec(column, delayMillis(delay));
      }
      if (call.getKind() == SqlKind.PLUS && Intervals.millis(delay) > 0) {
        throw ahead(delay);
      }
    }
    return null;
  }

  /** The event-time column that the clause names. */
  public static int column(Schema columns, WatermarkClause clause) {
    return column(columns, clause.column(), clause.columnSpan());
  }

  /** The expression as EXPLAIN shows it. */
  public static String text(WatermarkClause clause) {
    return SqlText.whole(clause.expression());
  }

  private static boolean isColumn(Schema columns, int column, SqlNode written) {
    return written instanceof SqlIdentifier identifier
        && columns.indexOf(identifier.names.get(identifier.names.size() - 1)) == column;
  }

  private static boolean isOfMonths(SqlIntervalLiteral interval) {
    return interval
        .getValueAs(SqlIntervalLiteral.IntervalValue.class)
        .getIntervalQualifier()
        .isYearMonth();
  }

  private static int column(Schema columns, String name, @Nullable SourceSpan place) {
    int column = columns.indexOf(name);
    if (column < 0) {
      throw SashException.at(
              place, ErrorCode.COLUMN_NOT_FOUND, "column \"" + name + "\" is not declared")
          .hint(Suggestion.didYouMean(name, columns.names()));
    }
    DataType type = columns.type(column);
    if (!type.isTimestamp()) {
      throw wrong(
              place, "event-time column \"" + name + "\" must be a TIMESTAMP, not " + type.sql())
          .hint("declare it as TIMESTAMP(3); an option can say how the input writes it");
    }
    return column;
  }

  private static long delayMillis(SqlIntervalLiteral delay) {
    long millis = Intervals.millis(delay);
    if (millis < 0) {
      throw ahead(delay);
    }
    return millis;
  }

  private static SashException ahead(SqlNode delay) {
    return wrong(
            Positions.span(delay),
            "the delay of a watermark cannot be negative: each row would be late when it comes")
        .hint("write the column alone when rows come in order, or minus how late they may be");
  }

  private static SashException wrong(@Nullable SourceSpan place, String message) {
    return SashException.at(place, ErrorCode.WATERMARK, message);
  }
}
