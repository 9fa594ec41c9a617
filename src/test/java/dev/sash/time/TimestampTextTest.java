package dev.sash.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampTextTest {

  @ParameterizedTest
  @CsvSource({
    "2015-09-12 00:46:58.771, 2015-09-12T00:46:58.771Z",
    "2015-09-12T00:46:58.771, 2015-09-12T00:46:58.771Z",
    "2015-09-12t00:46:58z, 2015-09-12T00:46:58Z",
    "2015-09-12, 2015-09-12T00:00:00Z",
    "2015-09-12 00:46, 2015-09-12T00:46:00Z",
    "2015-09-12 00:46:58, 2015-09-12T00:46:58Z",
    "2015-09-12 00:46:58.7, 2015-09-12T00:46:58.700Z",
    "'2015-09-12 00:46:58,77', 2015-09-12T00:46:58.770Z",
    "2015-09-12 00:46:58.771999999, 2015-09-12T00:46:58.771Z",
    "2015-09-12T00:46:58+02:00, 2015-09-11T22:46:58Z",
    "2015-09-12T00:46:58.5-0130, 2015-09-12T02:16:58.500Z",
    "2015-09-12 00:46:58+00, 2015-09-12T00:46:58Z",
    "2015-09-12 00:46:58 +0200, 2015-09-11T22:46:58Z",
    "2015-09-12 00:46:58 UTC, 2015-09-12T00:46:58Z",
    "2015-09-12T00:46Z, 2015-09-12T00:46:00Z",
    "1969-12-31 23:59:59.999, 1969-12-31T23:59:59.999Z",
    "0000-02-29 00:00:00, 0000-02-29T00:00:00Z",
    "2016-02-29 23:59:59, 2016-02-29T23:59:59Z",
    "+12015-09-12 00:46:58, +12015-09-12T00:46:58Z",
    "-0044-03-15T12:00:00Z, -0044-03-15T12:00:00Z",
    "+12015-09-12T00:46:58+02:00, +12015-09-11T22:46:58Z",
    "+12015-09-12, +12015-09-12T00:00:00Z",
  })
  void isoTimestampsAreRead(String text, String expected) {
    assertThat(TimestampText.parse(text)).isEqualTo(Instant.parse(expected).toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2",
        "2015",
        "2015-9-12",
        "2015-09-12x",
        "2015-09-12 ",
        "2015-09-12 0",
        "2015-09-12 24:00",
        "2015-09-12 00:60",
        "2015-09-12 00:00:60",
        "2015-09-12 00:00:0",
        "2015-09-12 00:00:00.",
        "2015-09-12 00:00:00.x",
        "2015-13-12",
        "2015-00-12",
        "2015-02-29",
        "2015-04-31",
        "2015-04-00",
        "2015/09/12 00:00:00",
        "2015-09-12 00:00:00 CET",
        "2015-09-12 00:00:00+2",
        "2015-09-12 00:00:00+19:00",
        "2015-09-12 00:00:00+0a:00",
        "2015-09-12 00-00-00",
        "20l5-09-12 00:00:00",
        "+2015-09-12 00:00:00",
        "+999999999-01-01 00:00:00",
        "-",
        "+12015-09-1",
        "2015-09-12 00:00:00 ",
        "2015-09-12 0:00:00",
        "éé15-09-12 00:00:00",
        "2015-09-12 -1:00:00"
      })
  void otherTextsAreNoTimestamps(String text) {
    assertThat(TimestampText.parse(text)).isEqualTo(TimestampScanner.INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2015-02-29", "2015-09-12 00:00:00", "2015-9-12", "12.09.2015", "+x"})
  void otherTextsAreNoDates(String text) {
    assertThat(TimestampText.parseDate(text)).isEqualTo(TimestampScanner.INVALID);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whatIsWrittenIsReadBackAndAgreesWithJavaTime(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TimestampScanner scanner = new TimestampScanner();
    DateTimeFormatter formatter = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS");
    long least = LocalDate.of(0, 1, 1).toEpochDay() * 86_400_000;
    long most = LocalDate.of(9999, 12, 31).toEpochDay() * 86_400_000;
    for (int i = 0; i < 20_000; i++) {
      long millis = random.nextLong(least, most);
      LocalDateTime expected =
          LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
      String text = TimestampText.format(millis, 3);
      assertThat(text).as("seed %d", seed).isEqualTo(formatter.format(expected));
      byte[] bytes = ("xx" + text + "yy").getBytes(StandardCharsets.US_ASCII);
      assertThat(scanner.timestamp(bytes, 2, bytes.length - 2))
          .as("seed %d", seed)
          .isEqualTo(millis);
      long day = Math.floorDiv(millis, 86_400_000L);
      assertThat(TimestampText.parseDate(TimestampText.formatDate(day))).isEqualTo(day);
    }
  }

  @Test
  void fractionDigitsFollowTheTypeAndAreCut() {
    long millis = TimestampText.parse("2015-09-12 00:46:58.779");
    assertThat(TimestampText.format(millis, 0)).isEqualTo("2015-09-12 00:46:58");
    assertThat(TimestampText.format(millis, 1)).isEqualTo("2015-09-12 00:46:58.7");
    assertThat(TimestampText.format(millis, 2)).isEqualTo("2015-09-12 00:46:58.77");
    assertThat(TimestampText.format(-1, 3)).isEqualTo("1969-12-31 23:59:59.999");
  }

  @Test
  void yearsOfMoreThanFourDigitsHaveASign() {
    long millis = TimestampText.parse("+12015-09-12 00:46:58");
    assertThat(TimestampText.format(millis, 0)).isEqualTo("+12015-09-12 00:46:58");
    assertThat(TimestampText.formatDate(TimestampText.parseDate("-0001-01-02")))
        .isEqualTo("-0001-01-02");
  }
}
