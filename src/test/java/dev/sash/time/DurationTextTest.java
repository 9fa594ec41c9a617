package dev.sash.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

  @ParameterizedTest
  @CsvSource({
    "100 ms,100",
    "1.5 s,1500",
    "2 minutes,120000",
    "1h,3600000",
    "3 d,259200000",
    "0 s,0",
    "250,250"
  })
  void lengthsOfTimeAreRead(String text, long millis) {
    assertThat(DurationText.parse(text)).isEqualTo(millis);
  }

  @ParameterizedTest
  @CsvSource({"ms", "-1 s", "1 fortnight", "1e3 s", "''", "99999999999999999999 d"})
  void otherTextsAreNoLengthsOfTime(String text) {
    assertThat(DurationText.parse(text)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "0,0s",
    "205000,3m25s",
    "3600000,1h",
    "93600250,1d2h250ms",
    "-1500,-1s500ms",
    "9223372036854775807,106751991167d7h12m55s807ms"
  })
  void lengthsOfTimeAreShownInAllTheirUnits(long millis, String text) {
    assertThat(DurationText.parts(millis)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0,0 s", "250,250 ms", "90000,90 s", "300000,5 min", "7200000,2 h", "86400000,1 d"})
  void lengthsOfTimeAreShownInTheLargestUnitThatDividesThem(long millis, String text) {
    assertThat(DurationText.format(millis)).isEqualTo(text);
  }
}
