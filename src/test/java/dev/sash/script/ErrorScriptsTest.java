package dev.sash.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sash.error.ErrorCode;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every error that SQL can raise is raised by a script under {@code iq/error}. */
class ErrorScriptsTest {
  /** What no script raises: a cancelled or closed connection, a bug, code from somebody's jar. */
  private static final Set<ErrorCode> NOT_BY_SQL =
      EnumSet.of(
          ErrorCode.CANCELED, ErrorCode.CLOSED, ErrorCode.INTERNAL, ErrorCode.FUNCTION_FAILED);

  static Set<ErrorCode> codes() {
    return EnumSet.complementOf(EnumSet.copyOf(NOT_BY_SQL));
  }

  @ParameterizedTest
  @MethodSource("codes")
  void codeIsRaisedByAScript(ErrorCode code) {
    String texts =
        SqlScript.all().stream()
            .filter(script -> script.toString().startsWith("error/"))
            .map(script -> withoutComments(script.text()))
            .collect(Collectors.joining());
    assertThat(texts).contains("[" + code.sqlState() + "]");
  }

  private static String withoutComments(String text) {
    return text.lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n"));
  }
}
