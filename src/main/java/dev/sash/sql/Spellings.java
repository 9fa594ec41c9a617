package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.time.TimestampScanner;
import dev.sash.time.TimestampText;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Spellings that Calcite does not have, as what it does have.
 *
 * <pre>
 *   DATE_TRUNC('hour', ts)   FLOOR(ts TO HOUR)
 *   DATE_ADD(d, INTERVAL '1' DAY)
 *                            d + INTERVAL '1' DAY; so DATE_SUB, and those of other types
 *   CURRENT_TIMESTAMP        CURRENT_TIMESTAMP(3), else its type has no milliseconds
 *   CAST(n AS TEXT)          CAST(n AS VARCHAR)
 *   TIMESTAMP WITH TIME ZONE '2026-01-31 12:30:00+01:00'
 *                            CAST(TIMESTAMP '2026-01-31 11:30:00' AS TIMESTAMP_LTZ(3))
 * </pre>
 */
final class Spellings extends SqlShuttle {
  private static final Set<String> CLOCKS = Set.of("CURRENT_TIMESTAMP", "LOCALTIMESTAMP");
  private static final Set<String> ADDITIONS = Set.of("DATE_ADD", "DATETIME_ADD", "TIME_ADD");
  private static final Set<String> SUBTRACTIONS = Set.of("DATE_SUB", "DATETIME_SUB", "TIME_SUB");
  private static final Set<String> TEXTS = Set.of("TEXT", "STRING");
  private static final Set<String> ZONED =
      Set.of("TIMESTAMP WITH TIME ZONE", "TIMESTAMP WITH LOCAL TIME ZONE");
  private static final Set<String> UNITS =
      Set.of("SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR");

  /** The query in Calcite's spelling. */
  static SqlNode unify(SqlNode query) {
    SqlNode unified = query.accept(new Spellings());
    return unified == null ? query : unified;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode copy = super.visit(call);
    if (!(copy instanceof SqlCall visited)) {
      return copy;
    }
    String name = visited.getOperator().getName().toUpperCase(Locale.ROOT);
    if (name.equals("DATE_TRUNC") && visited.operandCount() == 2) {
      return truncated(visited);
    }
    if (visited.operandCount() == 2 && visited.operand(1) instanceof SqlIntervalLiteral) {
      if (ADDITIONS.contains(name)) {
        return SqlStdOperatorTable.PLUS.createCall(
            visited.getParserPosition(), visited.getOperandList());
      } else if (SUBTRACTIONS.contains(name)) {
        return SqlStdOperatorTable.MINUS.createCall(
            visited.getParserPosition(), visited.getOperandList());
      }
    }
    return CLOCKS.contains(name) && visited.operandCount() == 0
        ? clock(name, visited.getParserPosition())
        : PercentileCalls.unify(visited);
  }

  @Override
  public SqlNode visit(SqlIdentifier identifier) {
    boolean clock =
        identifier.isSimple()
            && !identifier.isComponentQuoted(0)
            && CLOCKS.contains(identifier.getSimple().toUpperCase(Locale.ROOT));
    return clock
        ? clock(identifier.getSimple().toUpperCase(Locale.ROOT), identifier.getParserPosition())
        : identifier;
  }

  @Override
  public SqlNode visit(SqlDataTypeSpec type) {
    if (!TEXTS.contains(type.getTypeName().toString().toUpperCase(Locale.ROOT))) {
      return type;
    }
    SqlParserPos position = type.getParserPosition();
    return new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, position), position);
  }

  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    return literal instanceof SqlUnknownLiteral unknown && ZONED.contains(unknown.tag)
        ? instant(unknown)
        : literal;
  }

  private static SqlNode instant(SqlUnknownLiteral literal) {
    SqlParserPos position = literal.getParserPosition();
    String text = String.valueOf(literal.getValue());
    long millis = TimestampText.parse(text.trim());
    if (millis == TimestampScanner.INVALID) {
      throw SashException.at(
              Positions.span(literal),
              ErrorCode.DATA_CONVERSION,
              "'" + text + "' is no " + literal.tag)
          .hint("write TIMESTAMP WITH TIME ZONE '2026-01-31 12:30:00+01:00'");
    }
    return SqlStdOperatorTable.CAST.createCall(
        position,
        SqlLiteral.createTimestamp(
            SqlTypeName.TIMESTAMP, TimestampString.fromMillisSinceEpoch(millis), 3, position),
        new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, 3, position),
            position));
  }

  private static SqlNode clock(String name, SqlParserPos position) {
    return (name.equals("CURRENT_TIMESTAMP")
            ? SqlStdOperatorTable.CURRENT_TIMESTAMP
            : SqlStdOperatorTable.LOCALTIMESTAMP)
        .createCall(position, List.of(SqlLiteral.createExactNumeric("3", position)));
  }

  /** PostgreSQL's {@code ('hour', ts)} and BigQuery's {@code (ts, HOUR)}. */
  private static SqlNode truncated(SqlCall call) {
    SqlNode first = call.operand(0);
    SqlNode second = call.operand(1);
    if (first instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR) {
      String unit = String.valueOf(literal.toValue());
      // The parser takes a column called day for BigQuery's unit.
      SqlNode time =
          second instanceof SqlIntervalQualifier qualifier
              ? new SqlIdentifier(qualifier.toString(), second.getParserPosition())
              : second;
      return floor(call, time, unit);
    }
    boolean unit = second instanceof SqlIntervalQualifier || second instanceof SqlIdentifier;
    return unit ? floor(call, first, second.toString()) : call;
  }

  private static SqlNode floor(SqlCall call, SqlNode time, String unit) {
    String word = unit.toUpperCase(Locale.ROOT);
    SqlParserPos position = call.getParserPosition();
    if (!UNITS.contains(word)) {
      return call;
    }
    SqlIntervalQualifier qualifier =
        new SqlIntervalQualifier(TimeUnit.valueOf(word), null, position);
    if (!word.equals("WEEK")) {
      return SqlStdOperatorTable.FLOOR.createCall(position, time, qualifier);
    }
    // Weeks start on Monday here, and on Sunday in FLOOR.
    SqlNode day =
        SqlLiteral.createInterval(
            1, "1", new SqlIntervalQualifier(TimeUnit.DAY, null, position), position);
    SqlNode earlier = SqlStdOperatorTable.MINUS.createCall(position, time, day);
    return SqlStdOperatorTable.PLUS.createCall(
        position, SqlStdOperatorTable.FLOOR.createCall(position, earlier, qualifier), day);
  }
}
