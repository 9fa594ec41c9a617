package dev.sash.connector.format;

import java.util.SplittableRandom;

/** Texts that look like values, well formed or not quite. */
record RandomValues(SplittableRandom random) {
  private static final String[] TIMES = {
    "2026-01-01T00:00:00.123Z",
    "2026-01-01 00:00:00",
    "2026-02-29T00:00:00Z",
    "2025-12-31",
    "2026-01-01T23:59:59.9Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:00:60Z",
    "0000-01-01T00:00Z",
    "2026-01-01T00:00:00.123456789Z",
    "2026-01-01T00:00:00+02:00",
    "2026-01-01t00:00:00z",
    "+12026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:00,5 UTC",
    "2026-01-0",
    "2026-01-01T00:00:00.12",
    "2026-01-01T00:00:00.1234",
    "1767225600000",
    "1767225600.25"
  };
  private static final String[] NUMBERS = {
    "0",
    "-0",
    "0.0",
    "-0.5",
    "7",
    "+7",
    "007",
    "1.",
    ".5",
    "1e5",
    "1E-3",
    "2.50e+2",
    "-",
    "1.2.3",
    "1234567",
    "12345678",
    "123456789012345",
    "1234567890123456",
    "9223372036854775807",
    "9223372036854775808",
    "0.0000001",
    "1234567.1234567",
    "12345678.5",
    "1.12345678",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e400",
    "128",
    "-129",
    "0.00",
    "00.5",
    "99999.99",
    "1_000",
    "0x10"
  };
  private static final String[] TEXTS = {
    "ok",
    "",
    " ",
    "a b",
    "Zürich",
    "€",
    "😀",
    "key-12345",
    "exactly8",
    "longer than sixteen bytes",
    "true",
    "F",
    "null",
    "yes",
    "x\ty",
    "x",
    "-",
    "\u007f"
  };

  /** A time, mostly valid. */
  String time() {
    return random.nextInt(3) > 0
        ? "2026-01-%02dT%02d:%02d:%02d.%03dZ"
            .formatted(
                1 + random.nextInt(28),
                random.nextInt(24),
                random.nextInt(60),
                random.nextInt(60),
                random.nextInt(1000))
        : TIMES[random.nextInt(TIMES.length)];
  }

  /** A number, mostly one. */
  String number() {
    if (random.nextInt(3) == 0) {
      return NUMBERS[random.nextInt(NUMBERS.length)];
    }
    String text = digits(1 + random.nextInt(random.nextInt(4) == 0 ? 20 : 4));
    String sign = random.nextInt(4) == 0 ? "-" : "";
    return sign + text + (random.nextBoolean() ? "" : "." + digits(1 + random.nextInt(8)));
  }

  private String digits(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(random.nextInt(10));
    }
    return text.toString();
  }

  /** Any text. */
  String text() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  /** Anything. */
  String any() {
    return switch (random.nextInt(8)) {
      case 0 -> text();
      case 1 -> number();
      case 2 -> time();
      default -> "ok";
    };
  }
}
