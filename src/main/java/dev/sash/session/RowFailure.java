package dev.sash.session;

import dev.sash.error.ArithmeticCode;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;

/** What the exception of a compiled expression means. */
final class RowFailure {
  private static final String FUNCTIONS = "org.apache.calcite.runtime.";

  private static final String JSON_PATHS = "com.jayway.jsonpath.";

  private RowFailure() {}

  /** The catalogue's entry; INTERNAL when the exception is not one that data can cause. */
  static ErrorCode codeOf(Throwable cause) {
    if (cause instanceof SashException known) {
      return known.code();
    }
    if (cause instanceof ArithmeticException arithmetic) {
      return ArithmeticCode.of(arithmetic);
    }
    if (cause instanceof NumberFormatException
        || cause instanceof java.time.DateTimeException
        || cause instanceof IllegalArgumentException
        || cause.getClass().getName().startsWith(FUNCTIONS + "Calcite")
        || cause.getClass().getName().startsWith(JSON_PATHS)
        || isRefusedByFunction(cause)) {
      return ErrorCode.DATA_CONVERSION;
    }
    return ErrorCode.INTERNAL;
  }

  /**
   * Whether a library function met a value it was not written for, such as a position behind the
   * end of a text: the first frame outside of the JDK is its own, not that of generated code.
   */
  private static boolean isRefusedByFunction(Throwable cause) {
    for (StackTraceElement frame : cause.getStackTrace()) {
      String name = frame.getClassName();
      if (!name.startsWith("java.") && !name.startsWith("jdk.internal.")) {
        return name.startsWith(FUNCTIONS);
      }
    }
    return false;
  }

  /** A sentence for {@code errors.<stream>} and for messages. */
  static String reason(Throwable cause) {
    if (cause instanceof SashException known) {
      return known.message();
    }
    String text = cause.getMessage();
    return switch (codeOf(cause)) {
      case DIVISION_BY_ZERO -> "division by zero";
      case NUMERIC_OVERFLOW -> "a number is outside the range of its type: " + text;
      default ->
          isRefusedByFunction(cause) && cause instanceof IndexOutOfBoundsException
              ? "a function does not take this value: " + text
              : "a value cannot be converted: " + text;
    };
  }
}
