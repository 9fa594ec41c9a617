package dev.sash.connector.format;

/**
 * A decimal number taken apart: {@code [+-]digits[.digits][e[+-]digits]}, at least one digit before
 * or after the point. The value is {@code ±mantissa × 10^exponent} as long as there are at most 18
 * digits.
 */
final class NumberShape {
  private static final int EXPONENT_MOST = 100_000;
  private static final int DIGITS_MOST = 18;

  boolean negative;

  /** The digits without point and leading zeros; meaningless with more than 18 of them. */
  long mantissa;

  /** How many digits after leading zeros. */
  int digits;

  /** Of ten; counts the digits after the point. */
  int exponent;

  private int at;

  /** Takes the text apart; false if it is not a number. */
  boolean scan(byte[] bytes, int from, int to) {
    negative = bytes[from] == '-';
    mantissa = 0;
    digits = 0;
    exponent = 0;
    int first = negative || bytes[from] == '+' ? from + 1 : from;
    at = first;
    scanDigits(bytes, to);
    int seen = at - first;
    if (at < to && bytes[at] == '.') {
      int point = ++at;
      scanDigits(bytes, to);
      exponent = point - at;
      seen += at - point;
    }
    return seen > 0 && (at == to || scanExponent(bytes, to));
  }

  private void scanDigits(byte[] bytes, int to) {
    long sum = mantissa;
    int count = digits;
    int position = at;
    for (; position < to; position++) {
      int digit = bytes[position] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      if ((digit | count) != 0 && ++count <= DIGITS_MOST) {
        sum = sum * 10 + digit;
      }
    }
    mantissa = sum;
    digits = count;
    at = position;
  }

  private boolean scanExponent(byte[] bytes, int to) {
    if ((bytes[at] | 32) != 'e' || ++at == to) {
      return false;
    }
    boolean minus = bytes[at] == '-';
    if (minus || bytes[at] == '+') {
      at++;
    }
    int first = at;
    int sum = 0;
    for (; at < to && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
      sum = Math.min(sum * 10 + bytes[at] - '0', EXPONENT_MOST);
    }
    exponent += minus ? -sum : sum;
    return at == to && at > first;
  }
}
