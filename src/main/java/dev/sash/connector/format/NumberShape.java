package dev.sash.connector.format;

/**
 * A decimal number taken apart: {@code [+-]digits[.digits][e[+-]digits]}, at least one digit before
 * or after the point. The value is {@code ±mantissa × 10^exponent} as long as there are at most 18
 * digits.
 *
 * <p>Most numbers are short and have neither exponent nor plus: they are read by words, the rest
 * digit by digit.
 */
final class NumberShape {
  private static final int EXPONENT_MOST = 100_000;
  private static final int DIGITS_MOST = 18;

  /** The sign, seven digits, the point, and a word. */
  private static final int USUAL_REACH = 9 + Long.BYTES;

  private static final int[] POWERS = {1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000};

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
    return scanUsual(bytes, from, to) == to || scanBytes(bytes, from, to);
  }

  /**
   * Takes the number apart that {@code bytes[from, limit)} begin with, and returns where it ends;
   * -1 if it is not {@code [-]digits[.digits]}, no zeros in front, with up to seven digits on
   * either side or up to 15 without a point. It is also a number of JSON.
   */
  int scanUsual(byte[] bytes, int from, int limit) {
    if (from + USUAL_REACH > bytes.length) {
      return -1;
    }
    negative = bytes[from] == '-';
    int first = negative ? from + 1 : from;
    long values = ByteWords.digitValues(ByteWords.load(bytes, first));
    int count = Math.min(ByteWords.place(ByteWords.nonDigits(values)), limit - first);
    if (count == Long.BYTES) {
      return scanLong(bytes, first, limit, ByteWords.number(values, count));
    }
    if (count <= 0) {
      return -1;
    }
    int whole = ByteWords.number(values, count);
    if (whole < POWERS[count - 1] && count > 1) {
      return -1;
    }
    mantissa = whole;
    digits = whole == 0 ? 0 : count;
    exponent = 0;
    int end = first + count;
    return end < limit && bytes[end] == '.' ? scanFraction(bytes, end + 1, limit) : end;
  }

  /** Goes on behind the first eight digits. */
  private int scanLong(byte[] bytes, int first, int limit, int eight) {
    int from = first + Long.BYTES;
    long values = ByteWords.digitValues(ByteWords.load(bytes, from));
    int count = Math.min(ByteWords.place(ByteWords.nonDigits(values)), limit - from);
    int end = from + count;
    boolean hasMore = count == Long.BYTES || (end < limit && bytes[end] == '.');
    if (hasMore || bytes[first] == '0') {
      return -1;
    }
    mantissa = count == 0 ? eight : (long) eight * POWERS[count] + ByteWords.number(values, count);
    digits = Long.BYTES + count;
    exponent = 0;
    return end;
  }

  private int scanFraction(byte[] bytes, int from, int limit) {
    long values = ByteWords.digitValues(ByteWords.load(bytes, from));
    int count = Math.min(ByteWords.place(ByteWords.nonDigits(values)), limit - from);
    if (count == 0 || count == Long.BYTES) {
      return -1;
    }
    int zerosInFront = digits > 0 ? 0 : Math.min(ByteWords.place(values), count);
    mantissa = mantissa * POWERS[count] + ByteWords.number(values, count);
    digits += count - zerosInFront;
    exponent = -count;
    return from + count;
  }

  private boolean scanBytes(byte[] bytes, int from, int to) {
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
