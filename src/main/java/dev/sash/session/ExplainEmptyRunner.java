package dev.sash.session;

import dev.sash.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code EXPLAIN EMPTY v}: why a view shows nothing, or nothing new. One plain sentence a row:
 * first how the view is, then what became of the rows of each input, then what became of them
 * further on.
 */
final class ExplainEmptyRunner {
  private final Engine engine;

  ExplainEmptyRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.ExplainEmpty explain) {
    ViewEntry view = view(explain);
    List<String> sentences = new ArrayList<>();
    ViewReasons reasons = new ViewReasons(view, InputProgress.of(engine, view));
    reasons.addState(sentences);
    addViewsBelow(view, sentences);
    if (view.query().failure() == null) {
      for (InputProgress input : reasons.inputs()) {
        new InputReasons(engine, input).add(sentences);
      }
      reasons.addLosses(sentences);
      reasons.addWhatIsNext(sentences);
    }
    List<List<@Nullable String>> rows = new ArrayList<>();
    sentences.forEach(sentence -> rows.add(List.of(sentence)));
    return Result.rows(ListedRows.ofTexts(List.of("reason"), rows), List.of());
  }

  /** Nothing comes from a view that is held up; a view that it reads may be. */
  private void addViewsBelow(ViewEntry view, List<String> sentences) {
    for (String name : view.plan().views()) {
      ViewEntry below = engine.views().get(name);
      if (below == null) {
        continue;
      }
      if (below.query().hold() != RunningQuery.Hold.RUNNING
          && !below.query().runner().isFinished()) {
        new ViewReasons(below, InputProgress.of(engine, below)).addHeld(sentences);
      }
      addViewsBelow(below, sentences);
    }
  }

  private ViewEntry view(Statement.ExplainEmpty explain) {
    String name = explain.view().name();
    StreamEntry stream = engine.streams().get(name);
    if (stream != null) {
      throw engine
          .notFound("view", name)
          .orAt(explain.view().span())
          .hint(
              "it is a stream: SELECT * FROM "
                  + name
                  + " shows its newest rows, errors."
                  + name
                  + " what could not be read");
    }
    return WaitRunner.view(engine, explain.view());
  }
}
