package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.Locale;
import java.util.function.ToLongBiFunction;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Interval literals of any length.
 *
 * <p>In standard SQL an interval's leading field has two digits unless it says otherwise, so {@code
 * INTERVAL '300' SECOND} would be refused. The generated grammar builds its literals here, where a
 * field without a declared precision gets the widest one there is.
 */
public final class Intervals {
  private static final Pattern FINER_THAN_MILLIS = Pattern.compile("\\.\\d{3}\\d*[1-9]");

  private Intervals() {}

  /** What the grammar makes of {@code INTERVAL [sign] 'text' qualifier}. */
  public static SqlLiteral literal(
      SqlParserPos position, int sign, String text, SqlIntervalQualifier qualifier) {
    return SqlParserUtil.parseIntervalLiteral(position, sign, text.trim(), widened(qualifier));
  }

  private static SqlIntervalQualifier widened(SqlIntervalQualifier qualifier) {
    if (qualifier.getStartPrecisionPreservingDefault() != RelDataType.PRECISION_NOT_SPECIFIED) {
      return qualifier;
    }
    TimeUnit start = qualifier.timeUnitRange.startUnit;
    TimeUnit end = qualifier.timeUnitRange.endUnit;
    return new SqlIntervalQualifier(
        start,
        SqlTypeName.MAX_INTERVAL_START_PRECISION,
        end,
        qualifier.getFractionalSecondPrecisionPreservingDefault(),
        qualifier.getParserPosition());
  }

  /** The length of a day-time interval; years and months have none and are refused. */
  public static long millis(SqlLiteral literal) {
    SqlIntervalLiteral.IntervalValue value =
        literal.getValueAs(SqlIntervalLiteral.IntervalValue.class);
    SqlIntervalQualifier qualifier = value.getIntervalQualifier();
    if (qualifier.isYearMonth()) {
      throw SashException.at(
              Positions.span(literal),
              ErrorCode.SYNTAX,
              "an interval of "
                  + qualifier.timeUnitRange.startUnit.name().toLowerCase(Locale.ROOT)
                  + "s has no fixed length")
          .hint("count in days, hours, minutes or seconds");
    }
    if (isFinerThanMillis(value)) {
      throw SashException.at(
              Positions.span(literal),
              ErrorCode.SYNTAX,
              "'" + value.getIntervalLiteral() + "' is no whole number of milliseconds")
          .hint("write at most three digits behind the point");
    }
    return length(literal, value, SqlParserUtil::intervalToMillis);
  }

  /** Whether Calcite would cut digits of a second. */
  static boolean isFinerThanMillis(SqlIntervalLiteral.IntervalValue value) {
    return FINER_THAN_MILLIS.matcher(value.getIntervalLiteral()).find();
  }

  /** The months of a year-month interval. */
  static long months(SqlLiteral literal) {
    SqlIntervalLiteral.IntervalValue value =
        literal.getValueAs(SqlIntervalLiteral.IntervalValue.class);
    return length(literal, value, SqlParserUtil::intervalToMonths);
  }

  private static long length(
      SqlLiteral literal,
      SqlIntervalLiteral.IntervalValue value,
      ToLongBiFunction<String, SqlIntervalQualifier> reader) {
    SqlIntervalQualifier qualifier = value.getIntervalQualifier();
    try {
      // Calcite throws a CalciteException for some texts and a bare RuntimeException for others.
      return value.getSign() * reader.applyAsLong(value.getIntervalLiteral(), qualifier);
    } catch (RuntimeException e) {
      throw SashException.at(
              Positions.span(literal),
              ErrorCode.SYNTAX,
              "'" + value.getIntervalLiteral() + "' is no interval of " + qualifier.timeUnitRange)
          .hint("for example INTERVAL '90' SECOND or INTERVAL '1:30' HOUR TO MINUTE")
          .causedBy(e);
    }
  }
}
