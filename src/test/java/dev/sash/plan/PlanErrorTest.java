package dev.sash.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a query must not say: each mistake has its place, its code, a sentence and a hint. */
class PlanErrorTest {

  /**
   * One mistake of {@code errors.txt}.
   *
   * @param sql with the place between « and »
   * @param view whether it is the query of a view
   * @param hint null when there is none
   */
  record Mistake(String sql, boolean view, ErrorCode code, String message, @Nullable String hint) {
    @Override
    public String toString() {
      return sql;
    }
  }

  static Stream<Mistake> mistakes() throws IOException {
    try (InputStream text = PlanErrorTest.class.getResourceAsStream("/plan/errors.txt")) {
      String all = new String(text.readAllBytes(), StandardCharsets.UTF_8);
      List<Mistake> mistakes = new ArrayList<>();
      for (String block : all.strip().split("\n\n")) {
        String[] lines = block.split("\n");
        boolean view = lines[0].startsWith("VIEW ");
        int colon = lines[1].indexOf(": ");
        mistakes.add(
            new Mistake(
                view ? lines[0].substring(5) : lines[0],
                view,
                ErrorCode.valueOf(lines[1].substring(0, colon)),
                lines[1].substring(colon + 2),
                lines.length > 2 ? lines[2].substring("Hint: ".length()) : null));
      }
      return mistakes.stream();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void mistakeIsNamedAtItsPlace(Mistake mistake) {
    int start = mistake.sql.indexOf('«');
    int end = mistake.sql.indexOf('»') - 1;
    SashException error = error(mistake.sql.replaceAll("[«»]", ""), mistake.view);
    assertThat(error.message()).isEqualTo(mistake.message);
    assertThat(error.code()).isEqualTo(mistake.code);
    assertThat(error.hint()).isEqualTo(mistake.hint);
    assertThat(error.span()).isEqualTo(new SourceSpan(1, start + 1, 1, end));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void messageHasTheWordsOfTheHouse(Mistake mistake) {
    SashException error = error(mistake.sql.replaceAll("[«»]", ""), mistake.view);
    assertThat(error.message()).doesNotEndWith(".").doesNotContain("\n");
    assertThat(error.render(null))
        .doesNotContainIgnoringCase("calcite")
        .doesNotContain("$", "EXPR", "Exception");
  }

  @Test
  void placeIsThatOfTheLineItStandsOn() {
    SashException error =
        error(
            "SELECT channel,\n"
                + "  COUNT(*) AS c\n"
                + "FROM edits\n"
                + "GROUP BY usr,\n"
                + "  TUMBLE(tz, INTERVAL '1' DAY)",
            false);
    assertThat(error.span()).isEqualTo(new SourceSpan(5, 10, 5, 11));
  }

  private static SashException error(String sql, boolean view) {
    return catchThrowableOfType(
        SashException.class, () -> (view ? KernelRun.view(sql) : KernelRun.plan(sql)).root());
  }
}
