package dev.sash.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the scanner with a pattern and java.time, on texts that are timestamps or nearly. */
class TimestampScannerTest {
  private static final Pattern TIMESTAMP =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)"
              + "(?:[ Tt](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)?"
              + " ?(Z|z|UTC|[+-]\\d\\d(?::?\\d\\d)?)?)?");
  private static final String CHARACTERS = "0123456789-:.,TtZz +UC/\u00e9;@?";

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void everyTextMeansWhatThePatternSays(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TimestampScanner scanner = new TimestampScanner();
    for (int i = 0; i < 50_000; i++) {
      String text = mutated(timestamp(random), random);
      byte[] bytes = ("7" + text + "7").getBytes(StandardCharsets.ISO_8859_1);
      long expected = expected(text);
      assertThat(scanner.timestamp(bytes, 1, bytes.length - 1))
          .as("seed %d, text %s", seed, text)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aUsualTimestampIsTheTimestampThatEndsThere(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TimestampScanner scanner = new TimestampScanner();
    int usual = 0;
    for (int i = 0; i < 50_000; i++) {
      String text = timestamp(random) + (random.nextBoolean() ? "," : timestamp(random));
      byte[] bytes = mutated(text, random).getBytes(StandardCharsets.ISO_8859_1);
      long millis = scanner.usualTimestamp(bytes, 0, bytes.length);
      if (millis != TimestampScanner.INVALID) {
        usual++;
        int end = scanner.usualEnd();
        assertThat(new TimestampScanner().timestamp(bytes, 0, end))
            .as("seed %d, text %s", seed, text)
            .isEqualTo(millis);
      }
    }
    assertThat(usual).as("seed %d", seed).isGreaterThan(10_000);
  }

  private static String timestamp(SplittableRandom random) {
    String date =
        LocalDate.of(2026, 1, 1)
            .plusDays(random.nextInt(random.nextBoolean() ? 2 : 2000))
            .toString();
    String minutes = "%02d:%02d".formatted(random.nextInt(25), random.nextInt(61));
    String seconds = ":%02d".formatted(random.nextInt(61));
    String fraction = "." + "123456789".substring(9 - random.nextInt(1, 10));
    String zone =
        new String[] {"Z", "Z", "", "+02:00", "-0130", "+18", " UTC", "z"}[random.nextInt(8)];
    String separator = random.nextInt(3) == 0 ? " " : "T";
    return switch (random.nextInt(8)) {
      case 0 -> date;
      case 1 -> date + separator + minutes + zone;
      case 2, 3 -> date + separator + minutes + seconds + zone;
      default -> date + separator + minutes + seconds + fraction + zone;
    };
  }

  private static String mutated(String text, SplittableRandom random) {
    StringBuilder mutated = new StringBuilder(text);
    for (int changes = random.nextInt(3); changes > 0; changes--) {
      int at = random.nextInt(mutated.length());
      char character = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
      switch (random.nextInt(6)) {
        case 0 -> mutated.deleteCharAt(at);
        case 1 -> mutated.insert(at, character);
        default -> mutated.setCharAt(at, character);
      }
    }
    // A sign makes a year of any length, which java.time reads.
    return mutated.length() > 0 && "+-".indexOf(mutated.charAt(0)) >= 0 ? text : mutated.toString();
  }

  private static long expected(String text) {
    Matcher matcher = TIMESTAMP.matcher(text);
    if (!matcher.matches() || text.endsWith(" ")) {
      return TimestampScanner.INVALID;
    }
    try {
      LocalDate date = LocalDate.parse(matcher.group(1));
      LocalTime time = LocalTime.of(number(matcher, 2), number(matcher, 3), number(matcher, 4));
      long millis = date.atTime(time).toInstant(ZoneOffset.UTC).toEpochMilli();
      String fraction = matcher.group(5) == null ? "" : matcher.group(5);
      String zone = matcher.group(6) == null ? "Z" : matcher.group(6);
      return millis + Integer.parseInt((fraction + "000").substring(0, 3)) - offsetMillis(zone);
    } catch (DateTimeException e) {
      return TimestampScanner.INVALID;
    }
  }

  private static int number(Matcher matcher, int group) {
    return matcher.group(group) == null ? 0 : Integer.parseInt(matcher.group(group));
  }

  private static long offsetMillis(String zone) {
    if (!zone.startsWith("+") && !zone.startsWith("-")) {
      return 0;
    }
    String digits = zone.substring(1).replace(":", "");
    int hours = Integer.parseInt(digits.substring(0, 2));
    int minutes = digits.length() == 2 ? 0 : Integer.parseInt(digits.substring(2));
    if (hours > 18 || minutes > 59) {
      throw new DateTimeException(zone);
    }
    long millis = (hours * 60L + minutes) * 60_000;
    return zone.startsWith("-") ? -millis : millis;
  }
}
