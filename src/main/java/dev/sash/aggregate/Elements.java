package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values as objects that are equal exactly when the values are and that {@link StateValue} writes:
 * texts, Longs, BigIntegers for decimals, or lists of these for the arguments of a row.
 */
final class Elements {
  /** Stands for NULL. */
  static final List<Object> NULL = List.of();

  private Elements() {}

  /** What stands for the arguments of a row. */
  static Object of(Column[] arguments, int row) {
    if (arguments.length == 1) {
      return of(arguments[0], row);
    }
    List<Object> values = new ArrayList<>(arguments.length);
    for (Column argument : arguments) {
      values.add(of(argument, row));
    }
    return values;
  }

  /** What stands for the value of a row. */
  static Object of(Column column, int row) {
    Object value = column.value(row);
    if (value instanceof Double number) {
      return LongCoding.ofDouble(number);
    } else if (value instanceof Boolean truth) {
      return truth ? 1L : 0L;
    } else if (value instanceof BigDecimal decimal) {
      return decimal.unscaledValue();
    }
    return value == null ? NULL : value;
  }

  /** The value of a type that an object stands for, as columns give and take it. */
  static @Nullable Object decoded(Object element, DataType type) {
    if (element instanceof BigInteger number) {
      return new BigDecimal(number, type.scale());
    } else if (element instanceof Long code) {
      return switch (type.kind()) {
        case REAL, DOUBLE -> (Object) Double.longBitsToDouble(code);
        case DECIMAL -> BigDecimal.valueOf(code, type.scale());
        case BOOLEAN -> code != 0;
        case TINYINT,
            SMALLINT,
            INTEGER,
            BIGINT,
            VARCHAR,
            CHAR,
            DATE,
            TIME,
            TIMESTAMP,
            TIMESTAMP_LTZ ->
            code;
      };
    }
    return element instanceof List<?> ? null : element;
  }

  /**
   * The order of the values that two objects stand for; NaN is the largest, NULL is not asked for.
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // both are of one type
  static int compare(Object left, Object right, DataType type) {
    boolean doubles = type.kind() == DataType.Kind.REAL || type.kind() == DataType.Kind.DOUBLE;
    return doubles
        ? Double.compare(
            Double.longBitsToDouble((Long) left), Double.longBitsToDouble((Long) right))
        : ((Comparable) left).compareTo(right);
  }
}
