package dev.sash.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZoneNamesTest {

  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, Europe/Berlin",
    "europe/berlin, Europe/Berlin",
    "' Asia/Kolkata ', Asia/Kolkata",
    "utc, UTC",
    "Z, Z",
    "z, Z",
    "+05:30, +05:30",
    "-08, -08:00",
  })
  void namesAreFoundInAnyCase(String written, String expected) {
    assertThat(ZoneNames.find(written)).isEqualTo(ZoneId.of(expected));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Berlin", "+25:00", "+", "Europe/Berln", "now"})
  void otherNamesAreNone(String written) {
    assertThat(ZoneNames.find(written)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "Europe/Berln, did you mean \"Europe/Berlin\"?",
        "new york, did you mean \"America/New_York\"?",
        "PST, did you mean \"America/Los_Angeles\"?",
        "now and then, `zones are named like 'Europe/Berlin' and 'America/New_York', or 'UTC', or"
            + " '+05:30'`",
      })
  void whatWasMeantIsFound(String written, String expected) {
    assertThat(ZoneNames.suggestion(written)).isEqualTo(expected);
  }
}
