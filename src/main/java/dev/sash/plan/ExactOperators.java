package dev.sash.plan;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.schema.impl.ScalarFunctionImpl;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/** {@link ExactFunctions} as operators; loaded when the first of them is needed. */
final class ExactOperators {
  static final SqlFunction DIVIDE_DECIMAL = function("divideDecimal");
  static final SqlFunction DIVIDE_DOUBLE = function("divideDouble");
  static final SqlFunction ABS_INTEGER = function("absInteger");
  static final SqlFunction ABS_BIGINT = function("absBigint");
  static final SqlFunction WHOLE_NUMBER = function("wholeNumber");
  static final SqlFunction DECIMAL_TEXT = function("decimalText");
  static final SqlFunction DOUBLE_TEXT = function("doubleText");
  static final SqlFunction REAL_TEXT = function("realText");
  static final SqlFunction TIMESTAMP_TEXT = function("timestampText");
  static final SqlFunction INSTANT_TEXT = function("instantText");
  static final SqlFunction TIME_TEXT = function("timeText");
  static final SqlFunction TIME_OF_TEXT = function("timeOfText");
  static final SqlFunction TIME_OF_TIMESTAMP = function("timeOfTimestamp");
  static final SqlFunction CUT_TIME = function("cutTime");
  static final SqlFunction CUT_TIMESTAMP = function("cutTimestamp");
  static final SqlFunction ROUND_TIME = function("roundTime");
  static final SqlFunction EXTRACT_TIME = function("extractTime");
  static final SqlFunction FLOOR_TIME = function("floorTime");
  static final SqlFunction CEIL_TIME = function("ceilTime");
  static final SqlFunction ROUND_TIMESTAMP = function("roundTimestamp");
  static final SqlFunction TRIM_LEADING = function("trimLeading");
  static final SqlFunction TRIM_TRAILING = function("trimTrailing");
  static final SqlFunction TRIM_BOTH = function("trimBoth");
  static final SqlFunction EXTRACT_TIMESTAMP = function("extractTimestamp");
  static final SqlFunction EXTRACT_DATE = function("extractDate");
  static final SqlFunction FLOOR_TIMESTAMP = function("floorTimestamp");
  static final SqlFunction FLOOR_DATE = function("floorDate");
  static final SqlFunction CEIL_TIMESTAMP = function("ceilTimestamp");
  static final SqlFunction CEIL_DATE = function("ceilDate");
  static final SqlFunction LOCAL_CLOCK = function("localClock");
  static final SqlFunction INSTANT_OF = function("instantOf");
  static final SqlFunction TIMESTAMP_OF_TEXT = function("timestampOfText");

  private ExactOperators() {}

  private static SqlFunction function(String name) {
    List<Method> methods =
        Arrays.stream(ExactFunctions.class.getMethods())
            .filter(method -> method.getName().equals(name))
            .collect(Collectors.toList());
    return new SqlUserDefinedFunction(
        new SqlIdentifier(name, SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0,
        null,
        null,
        ScalarFunctionImpl.create(methods.get(0)));
  }
}
