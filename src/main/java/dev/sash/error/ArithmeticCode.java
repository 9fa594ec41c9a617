package dev.sash.error;

import java.util.Locale;

/** What an {@link ArithmeticException} means: it says so in its text only. */
public final class ArithmeticCode {
  private ArithmeticCode() {}

  /**
   * Division by zero, or a result outside of its type.
   *
   * <p>In code that is hot the virtual machine leaves the text of its own exceptions out, and
   * division by zero is the only one that is its own; decimals call 0 by 0 undefined.
   */
  public static ErrorCode of(ArithmeticException failure) {
    String text = failure.getMessage();
    String lower = text == null ? "zero" : text.toLowerCase(Locale.ROOT);
    return lower.contains("zero") || lower.contains("undefined")
        ? ErrorCode.DIVISION_BY_ZERO
        : ErrorCode.NUMERIC_OVERFLOW;
  }
}
