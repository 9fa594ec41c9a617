package dev.sash.session;

import dev.sash.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code SHOW STREAMS}, {@code SHOW VIEWS}, {@code SHOW SINKS} and {@code SHOW FUNCTIONS}. */
final class ShowRunner {
  private final Engine engine;

  ShowRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.Show show) {
    Pattern like = show.like() == null ? null : pattern(show.like());
    ListedRows rows =
        switch (show.kind()) {
          case STREAMS -> streams(like);
          case VIEWS -> views(like);
          case SINKS -> sinks(like);
          case FUNCTIONS -> ShowFunctionsRunner.run(engine, like);
        };
    return Result.rows(rows, List.of());
  }

  private ListedRows streams(@Nullable Pattern like) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (StreamEntry entry : engine.streams().values()) {
      if (matches(like, entry.name())) {
        String connector = entry.definition().connector();
        rows.add(
            List.of(
                entry.name(),
                connector == null ? "insert" : connector,
                entry.isBounded() ? "yes" : "no",
                StreamText.watermark(entry.definition())));
      }
    }
    return ListedRows.ofTexts(List.of("stream", "connector", "bounded", "watermark"), rows);
  }

  private ListedRows views(@Nullable Pattern like) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (ViewEntry entry : engine.views().values()) {
      if (matches(like, entry.name())) {
        rows.add(
            List.of(
                entry.name(),
                entry.state(),
                String.join(", ", entry.plan().reads()),
                entry.clock().name()));
      }
    }
    return ListedRows.ofTexts(List.of("view", "state", "streams", "clock"), rows);
  }

  private ListedRows sinks(@Nullable Pattern like) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (SinkEntry entry : engine.sinks().values()) {
      if (matches(like, entry.name())) {
        rows.add(
            Arrays.asList(
                entry.name(),
                entry.view(),
                entry.connector(),
                entry.mode().word(),
                entry.running().state(),
                String.valueOf(entry.running().rowsWritten()),
                entry.running().error()));
      }
    }
    return ListedRows.ofTexts(
        List.of("sink", "view", "connector", "mode", "state", "rows_written", "error"), rows);
  }

  private static boolean matches(@Nullable Pattern like, String name) {
    return like == null || like.matcher(name).matches();
  }

  /** LIKE in any case: % for any characters, _ for one. */
  private static Pattern pattern(String like) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < like.length(); i++) {
      char c = like.charAt(i);
      regex.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(String.valueOf(c)));
    }
    return Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  }
}
