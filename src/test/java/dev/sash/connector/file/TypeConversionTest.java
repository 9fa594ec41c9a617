package dev.sash.connector.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.connector.Reading;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeConversionTest {
  @TempDir Path directory;

  private Reading read(String type, String content, String... options) throws Exception {
    Path path = Files.writeString(directory.resolve("a.csv"), content);
    String[] all = new String[options.length + 4];
    all[0] = "path";
    all[1] = path.toString();
    all[2] = "header";
    all[3] = "false";
    System.arraycopy(options, 0, all, 4, options.length);
    return Reading.of(new FileSourceFactory(), Reading.spec("v " + type, all));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "TINYINT;-128;-128",
        "TINYINT;127;127",
        "SMALLINT;-32768;-32768",
        "INT;+2147483647;2147483647",
        "BIGINT;-9223372036854775808;-9223372036854775808",
        "BIGINT;9223372036854775807;9223372036854775807",
        "BIGINT;0000000000000000000000012;12",
        "BIGINT;` -5\t`;-5",
        "INT;12.000;12",
        "DECIMAL(5,2);123.45;123.45",
        "DECIMAL(5,2);-.5;-0.50",
        "DECIMAL(5,2);1.2300;1.23",
        "DECIMAL(5,2);0000123.;123.00",
        "DECIMAL(5,2);1.5e2;150.00",
        "DECIMAL(5,2);0e99999;0.00",
        "DECIMAL(38,0);12345678901234567890123456789012345678;12345678901234567890123456789012345678",
        "DECIMAL(38,10);1234567890123456789.5;1234567890123456789.5000000000",
        "DECIMAL(2,2);0.99;0.99",
        "DOUBLE;0.1;0.1",
        "DOUBLE;-0;-0.0",
        "DOUBLE;1.7976931348623157e308;1.7976931348623157E308",
        "DOUBLE;4.9e-324;4.9E-324",
        "DOUBLE;1e-400;0.0",
        "DOUBLE;nan;NaN",
        "DOUBLE;-Infinity;-Infinity",
        "DOUBLE;+INF;Infinity",
        "REAL;0.1;0.10000000149011612",
        "REAL;16777217.0000000001;1.6777218E7",
        "BOOLEAN;TRUE;true",
        "BOOLEAN;f;false",
        "BOOLEAN;1;true",
        "BOOLEAN;0;false",
        "BOOLEAN;Yes;true",
        "BOOLEAN; no ;false",
        "VARCHAR;` a `;` a `",
        "VARCHAR(3);äöü;äöü",
        "VARCHAR(2);😀😀;😀😀",
        "CHAR(4);ab;`ab  `",
        "CHAR(2);`ab   `;ab",
        "CHAR(3);ä;`ä  `",
        "DATE;2015-09-12;2015-09-12",
        "DATE;1969-12-31;1969-12-31",
        "TIMESTAMP(0);2015-09-12 00:46:58.999;2015-09-12 00:46:58.000",
        "TIMESTAMP(1);1969-12-31 23:59:59.99;1969-12-31 23:59:59.900",
        "TIMESTAMP(2);2015-09-12 00:46:58.999999;2015-09-12 00:46:58.990",
        "TIMESTAMP(3);2015-09-12T00:46:58+02;2015-09-11 22:46:58.000",
      })
  void isConverted(String type, String text, String expected) throws Exception {
    Reading reading = read(type, text + "\n");
    assertThat(reading.bad).isEmpty();
    assertThat(reading.rows).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "TINYINT;128;is outside TINYINT, -128 to 127",
        "SMALLINT;-32769;is outside SMALLINT, -32768 to 32767",
        "INT;2147483648;is outside INTEGER, -2147483648 to 2147483647",
        "BIGINT;9223372036854775808;is outside BIGINT, -9223372036854775808 to 9223372036854775807",
        "BIGINT;-9223372036854775809;is outside BIGINT, -9223372036854775808 to 9223372036854775807",
        "BIGINT;99999999999999999999999;is outside BIGINT, -9223372036854775808 to 9223372036854775807",
        "INT;12.5;is not a whole number",
        "INT;-;is not a whole number",
        "INT;1 2;is not a whole number",
        "INT;0x10;is not a whole number",
        "DECIMAL(5,2);1234;has more digits than DECIMAL(5, 2)",
        "DECIMAL(5,2);1.234;has more digits than DECIMAL(5, 2)",
        "DECIMAL(5,2);1e999999999;has more digits than DECIMAL(5, 2)",
        "DECIMAL(5,2);1e-999999999;has more digits than DECIMAL(5, 2)",
        "DECIMAL(2,2);1;has more digits than DECIMAL(2, 2)",
        "DECIMAL(5,2);1.2.3;is not a decimal number",
        "DECIMAL(5,2);.;is not a decimal number",
        "DOUBLE;1e999;is outside DOUBLE",
        "DOUBLE;1d;is not a number",
        "DOUBLE;0x1p3;is not a number",
        "DOUBLE;1e;is not a number",
        "DOUBLE;e5;is not a number",
        "REAL;3.5e38;is outside REAL",
        "BOOLEAN;maybe;is not a truth value, expected true or false",
        "VARCHAR(2);abc;is longer than VARCHAR(2)",
        "CHAR(2);abc;is longer than CHAR(2)",
        "DATE;12.09.2015;is not a date, expected yyyy-MM-dd",
        "DATE;2015-02-29;is not a date, expected yyyy-MM-dd",
        "TIMESTAMP(3);noon;is not a timestamp, expected yyyy-MM-dd HH:mm:ss[.SSS]",
      })
  void isRefused(String type, String text, String reason) throws Exception {
    Reading reading = read(type, text + "\n");
    assertThat(reading.rows).isEmpty();
    assertThat(reading.bad).containsExactly("a.csv:1: column \"v\": \"" + text + "\" " + reason);
    assertThat(reading.raw).containsExactly(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "epoch_seconds;1442018818;2015-09-12 00:46:58.000",
        "epoch_seconds;1442018818.7719;2015-09-12 00:46:58.771",
        "epoch_seconds;-0.0001;1969-12-31 23:59:59.999",
        "epoch_seconds;1.442018818e9;2015-09-12 00:46:58.000",
        "epoch_millis;1442018818771;2015-09-12 00:46:58.771",
        "epoch_millis;-1;1969-12-31 23:59:59.999",
        "epoch_millis;1442018818771.9;2015-09-12 00:46:58.771",
        "dd.MM.yyyy HH:mm;12.09.2015 00:46;2015-09-12 00:46:00.000",
        "d MMM uuuu;12 sep 2015;2015-09-12 00:00:00.000",
        "MM/dd/yyyy hh:mm:ss a;09/12/2015 01:46:58 PM;2015-09-12 13:46:58.000",
        "yyyy-MM-dd'T'HH:mm:ssXXX;2015-09-12T00:46:58+02:00;2015-09-11 22:46:58.000",
      })
  void timestampsComeInOtherFormats(String format, String text, String expected) throws Exception {
    Reading reading = read("TIMESTAMP(3)", text + "\n", "timestamp_format", format);
    assertThat(reading.bad).isEmpty();
    assertThat(reading.rows).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "epoch_seconds;2015-09-12;expected seconds since 1970",
        "epoch_millis;1e30;expected milliseconds since 1970",
        "epoch_millis;99999999999999999999;expected milliseconds since 1970",
        "dd.MM.yyyy HH:mm;31.02.2015 00:00;expected dd.MM.yyyy HH:mm",
        "dd.MM.yyyy HH:mm;12.09.2015;expected dd.MM.yyyy HH:mm",
        "dd.MM.yyyy HH:mm;12.09.20x5 00:00;expected dd.MM.yyyy HH:mm",
      })
  void aTimestampInTheWrongFormatNamesTheRightOne(String format, String text, String expected)
      throws Exception {
    assertThat(read("TIMESTAMP(3)", text + "\n", "timestamp_format", format).bad)
        .containsExactly("a.csv:1: column \"v\": \"" + text + "\" is not a timestamp, " + expected);
  }

  @ParameterizedTest
  @CsvSource({"dd.MM.yyyy,12.09.2015", "yyyyMMdd,20150912"})
  void datesComeInPatterns(String format, String text) throws Exception {
    assertThat(read("DATE", text + "\n", "date_format", format).rows).containsExactly("2015-09-12");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void numbersAgreeWithJava(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder content = new StringBuilder();
    String[] texts = new String[20_000];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = number(random);
      content.append(texts[i]).append('\n');
    }
    Reading doubles = read("DOUBLE", content.toString());
    Reading reals = read("REAL", content.toString());
    Reading decimals = read("DECIMAL(38,12)", content.toString());
    assertThat(doubles.bad).isEmpty();
    for (int i = 0; i < texts.length; i++) {
      String text = texts[i];
      assertThat(doubles.rows.get(i))
          .as("seed %d: %s", seed, text)
          .isEqualTo(String.valueOf(Double.parseDouble(text)));
      assertThat(reals.rows.get(i))
          .as("seed %d: %s", seed, text)
          .isEqualTo(String.valueOf((double) Float.parseFloat(text)));
      assertThat(new BigDecimal(decimals.rows.get(i)))
          .as("seed %d: %s", seed, text)
          .isEqualByComparingTo(text);
    }
  }

  private static String number(SplittableRandom random) {
    long digits = random.nextLong() >> random.nextInt(63);
    BigDecimal plain = BigDecimal.valueOf(digits, random.nextInt(13));
    return switch (random.nextInt(4)) {
      case 0 -> plain.toString();
      case 1 -> plain.unscaledValue() + "e-" + plain.scale();
      case 2 -> String.valueOf((float) random.nextInt(1 << 20) / 64);
      default -> plain.toPlainString();
    };
  }
}
