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

/** Understands {@code WATERMARK FOR ts AS ts - INTERVAL '5' SECOND}. */
public final class Watermarks {
  private Watermarks() {}

  /**
   * The event time of a stream.
   *
   * @param columns of the stream
   * @throws SashException for a column that is no TIMESTAMP of the stream, and for any expression
   *     but the column itself and the column minus an interval
   */
  public static WatermarkSpec watermark(Schema columns, WatermarkClause clause) {
    int column = column(columns, clause.column(), clause.columnSpan());
    SqlNode expression = clause.expression();
    if (expression instanceof SqlIdentifier identifier) {
      checkSame(columns, column, identifier);
      return new WatermarkSpec(column, 0);
    }
    if (expression instanceof SqlCall call
        && call.getKind() == SqlKind.MINUS
        && call.operandCount() == 2
        && call.operand(0) instanceof SqlIdentifier identifier
        && call.operand(1) instanceof SqlIntervalLiteral delay) {
      checkSame(columns, column, identifier);
      return new WatermarkSpec(column, delayMillis(delay));
    }
    String name = columns.field(column).name();
    throw wrong(
            Positions.span(expression),
            "a watermark is the event-time column, or that column minus an interval")
        .hint("write " + name + " or " + name + " - INTERVAL '5' SECOND");
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

  private static void checkSame(Schema columns, int column, SqlIdentifier written) {
    String name = written.names.get(written.names.size() - 1);
    int found = column(columns, name, Positions.span(written));
    if (found != column) {
      throw wrong(
              Positions.span(written),
              "the watermark of \""
                  + columns.field(column).name()
                  + "\" cannot follow column \""
                  + name
                  + "\"")
          .hint("write \"" + columns.field(column).name() + "\" on both sides");
    }
  }

  private static long delayMillis(SqlIntervalLiteral delay) {
    long millis = Intervals.millis(delay);
    if (millis < 0) {
      throw wrong(
              Positions.span(delay),
              "the delay of a watermark cannot be negative: " + SqlText.of(delay))
          .hint("write the column alone when rows come in order");
    }
    return millis;
  }

  private static SashException wrong(@Nullable SourceSpan place, String message) {
    return SashException.at(place, ErrorCode.WATERMARK, message);
  }
}
