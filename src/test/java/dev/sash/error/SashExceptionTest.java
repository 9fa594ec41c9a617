package dev.sash.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SashExceptionTest {

  @Test
  void rendersPlaceCaretAndHint() {
    SashException error =
        SashException.at(
                new SourceSpan(2, 8, 2, 11),
                ErrorCode.COLUMN_NOT_FOUND,
                "column \"prce\" not found in stream \"trades\"")
            .hint("did you mean \"price\"?");
    assertThat(error.render("EXPLAIN\nSELECT prce FROM trades"))
        .isEqualTo(
            """
            line 2, column 8: column "prce" not found in stream "trades" [42703]
              SELECT prce FROM trades
                     ^^^^
            Hint: did you mean "price"?""");
  }

  @Test
  void keepsTheFirstPlaceThatItWasGiven() {
    SourceSpan first = SourceSpan.at(1, 5);
    SashException error = SashException.at(first, ErrorCode.SYNTAX, "no");
    assertThat(error.orAt(SourceSpan.at(9, 9)).span()).isEqualTo(first);
  }

  @Test
  void aPlaceMovesWithItsStatement() {
    assertThat(new SourceSpan(1, 3, 2, 4).shifted(10, 5)).isEqualTo(new SourceSpan(10, 7, 11, 4));
  }

  @Test
  void theNearestNameIsProposedUnlessAllAreFar() {
    List<String> names = List.of("price", "symbol", "ts");
    assertThat(Suggestion.didYouMean("prcie", names)).isEqualTo("did you mean \"price\"?");
    assertThat(Suggestion.didYouMean("SYMBL", names)).isEqualTo("did you mean \"symbol\"?");
    assertThat(Suggestion.didYouMean("quantity", names)).isNull();
  }
}
