package dev.sash.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class StatementSplitterTest {
  @Test
  void semicolonInsideAStringSplitsNothing() {
    assertThat(texts("SELECT ';\n';")).containsExactly("SELECT ';\n'");
  }

  @Test
  void semicolonsSplit() {
    assertThat(texts("SELECT 1; SELECT 2")).containsExactly("SELECT 1", "SELECT 2");
  }

  @Test
  void semicolonInsideNamesCommentsAndDollarsSplitsNothing() {
    assertThat(texts("SELECT \";\" /* ; /* ; */ ; */ , $$;$$ -- ;\n FROM t;")).hasSize(1);
  }

  @Test
  void commentsAloneAreNoStatement() {
    assertThat(StatementSplitter.split("-- nothing\n/* at all */ ;;\n")).isEmpty();
  }

  @Test
  void statementsKnowWhereTheyStart() {
    List<StatementText> statements = StatementSplitter.split("-- first\nSELECT 1;\n\n  SELECT\n 2");
    assertThat(statements)
        .containsExactly(
            new StatementText("SELECT 1", 9, 2, 1, true),
            new StatementText("SELECT\n 2", 22, 4, 3, false));
  }

  @Test
  void inputIsCompleteWhenTheLastStatementHasItsSemicolon() {
    for (String complete : List.of("", "  ", "-- x", "SELECT 1;", "SELECT ';'; -- done")) {
      assertThat(StatementSplitter.isComplete(complete)).as(complete).isTrue();
    }
    for (String open : List.of("SELECT 1", "SELECT ';", "SELECT 1; SELECT", "SELECT 1; /* x")) {
      assertThat(StatementSplitter.isComplete(open)).as(open).isFalse();
    }
  }

  private static List<String> texts(String script) {
    return StatementSplitter.split(script).stream().map(StatementText::sql).toList();
  }
}
