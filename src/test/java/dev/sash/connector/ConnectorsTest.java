package dev.sash.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.time.ManualClock;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ConnectorsTest {
  private final Connectors connectors = Connectors.all(new ManualClock(0));

  @Test
  void connectorsAreFoundInAnyCase() {
    assertThat(connectors.names()).containsExactly("datagen", "file", "nexmark", "socket", "stdin");
    for (String name : connectors.names()) {
      assertThat(connectors.find(name.toUpperCase(Locale.ROOT), null).connector()).isEqualTo(name);
    }
  }

  @Test
  void anotherNameIsRefusedWithTheNearestOne() {
    SourceSpan place = SourceSpan.at(2, 7);
    SashException error =
        catchThrowableOfType(SashException.class, () -> connectors.find("fiel", place));
    assertThat(error).hasMessage("connector \"fiel\" does not exist");
    assertThat(error.hint()).isEqualTo("did you mean \"file\"?");
    assertThat(error.span()).isEqualTo(place);
    assertThat(
            catchThrowableOfType(SashException.class, () -> connectors.find("carrier-pigeon", null))
                .hint())
        .isEqualTo("connectors are datagen, file, nexmark, socket, stdin");
  }
}
