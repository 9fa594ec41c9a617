package dev.sash.session;

import dev.sash.view.RowStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement of Sash's own gives back.
 *
 * @param rows the rows, or null when the statement has none
 * @param updateCount rows that an INSERT delivered, else 0
 * @param message one line for a person: {@code created stream "edits"}; empty when the rows say it
 * @param notices what the user should know, one sentence each
 */
public record Result(
    @Nullable RowStream rows, long updateCount, String message, List<String> notices) {

  public Result {
    notices = List.copyOf(notices);
  }

  /** A statement that is done. */
  public static Result done(String message, List<String> notices) {
    return new Result(null, 0, message, notices);
  }

  /** A statement that gives rows. */
  public static Result rows(RowStream rows, List<String> notices) {
    return new Result(rows, 0, "", notices);
  }
}
