package dev.sash.session;

import dev.sash.data.DataType.Kind;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.Statement;
import dev.sash.window.WindowGrid;
import dev.sash.window.WindowListing;
import dev.sash.window.WindowSpec;
import java.util.List;

/** {@code SHOW WINDOWS FOR}: the windows that an event at an instant would be in. */
final class ShowWindowsRunner {
  /** More than a person wants to look at. */
  private static final int WINDOWS_MAX = 100_000;

  private ShowWindowsRunner() {}

  static Result run(Statement.ShowWindows show) {
    WindowGrid grid = grid(show.window());
    long count = WindowListing.count(grid, show.epochMillis());
    if (count > WINDOWS_MAX) {
      throw SashException.at(
              show.span(),
              ErrorCode.LIMIT_EXCEEDED,
              "the instant is in " + count + " windows; at most " + WINDOWS_MAX + " are shown")
          .hint("choose a larger slide");
    }
    TypedRows rows =
        new TypedRows().column("window_start", Kind.TIMESTAMP).column("window_end", Kind.TIMESTAMP);
    WindowListing.of(grid, show.epochMillis())
        .forEach(window -> rows.row(window.startMillis(), window.endMillis()));
    return Result.rows(rows.build(), List.of());
  }

  private static WindowGrid grid(WindowSpec window) {
    if (window instanceof WindowSpec.Aligned aligned) {
      return aligned.grid();
    }
    throw new AssertionError(window);
  }
}
