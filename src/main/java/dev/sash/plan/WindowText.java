package dev.sash.plan;

import dev.sash.time.DurationText;
import dev.sash.window.CivilLength;
import dev.sash.window.PaneGrid;
import dev.sash.window.WindowSpec;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Windows as EXPLAIN shows them: their lengths, and how many of them a row is in. */
final class WindowText {
  private static final long MONTHS_A_YEAR = 12;

  private WindowText() {}

  /** What kind of windows. */
  static String of(WindowSpec window) {
    if (window instanceof WindowSpec.Hop hop) {
      return hop(hop);
    } else if (window instanceof WindowSpec.Cumulate cumulate) {
      return "CUMULATE step "
          + DurationText.format(cumulate.stepMillis())
          + ", size "
          + DurationText.format(cumulate.sizeMillis())
          + (cumulate.offsetMillis() == 0
              ? ""
              : ", offset " + DurationText.format(cumulate.offsetMillis()))
          + "; up to "
          + windows(cumulate.windowsPerRow());
    } else if (window instanceof WindowSpec.Civil civil) {
      return civil(civil);
    } else if (window instanceof WindowSpec.Session session) {
      return "SESSION gap "
          + DurationText.format(session.gapMillis())
          + (session.maxMillis() == Long.MAX_VALUE
              ? ""
              : ", at most " + DurationText.format(session.maxMillis()));
    } else if (window instanceof WindowSpec.RowCount rows) {
      return rows.slideRows() == rows.sizeRows()
          ? "TUMBLE_ROWS size " + rows.sizeRows()
          : "HOP_ROWS slide " + rows.slideRows() + ", size " + rows.sizeRows();
    } else if (window instanceof WindowSpec.Global) {
      return "one window over all time";
    }
    throw new AssertionError(window);
  }

  private static String windows(long count) {
    return count + (count == 1 ? " window a row" : " windows a row");
  }

  private static String hop(WindowSpec.Hop hop) {
    String offset =
        hop.offsetMillis() == 0 ? "" : ", offset " + DurationText.format(hop.offsetMillis());
    if (hop.isTumble()) {
      return "TUMBLE size " + DurationText.format(hop.sizeMillis()) + offset + "; 1 window a row";
    }
    String sizes =
        "HOP slide "
            + DurationText.format(hop.slideMillis())
            + ", size "
            + DurationText.format(hop.sizeMillis())
            + offset
            + "; ";
    if (hop.slideMillis() > hop.sizeMillis()) {
      return sizes
          + "at most 1 window a row, "
          + percent(hop.slideMillis() - hop.sizeMillis(), hop.slideMillis())
          + " of time in none";
    }
    boolean even = hop.sizeMillis() % hop.slideMillis() == 0;
    return sizes
        + (even ? "" : hop.sizeMillis() / hop.slideMillis() + " or ")
        + hop.windowsPerRow()
        + " windows a row, overlap "
        + percent(hop.sizeMillis() - hop.slideMillis(), hop.sizeMillis());
  }

  private static String civil(WindowSpec.Civil civil) {
    List<String> parts = new ArrayList<>();
    boolean tumbles = !civil.cumulate() && civil.slide().equals(civil.size());
    if (!tumbles) {
      parts.add((civil.cumulate() ? "step " : "slide ") + length(civil.slide()));
    }
    parts.add("size " + length(civil.size()));
    if (!civil.offset().equals(CivilLength.ZERO)) {
      parts.add("offset " + length(civil.offset()));
    }
    parts.add(civil.zone().equals(ZoneOffset.UTC) ? "in UTC" : "in " + civil.zone());
    return (civil.cumulate() ? "CUMULATE " : tumbles ? "TUMBLE " : "HOP ")
        + String.join(", ", parts)
        + "; "
        + (tumbles ? "" : "up to ")
        + windows(civil.windowsPerRow());
  }

  private static String length(CivilLength length) {
    if (length.months() == 0) {
      return DurationText.format(length.millis());
    }
    boolean years = length.months() % MONTHS_A_YEAR == 0;
    String text = years ? length.months() / MONTHS_A_YEAR + " y" : length.months() + " mon";
    return length.millis() == 0 ? text : text + " " + DurationText.format(length.millis());
  }

  /** What windows are made of, to be put behind {@link #of}. */
  static String panes(WindowSpec window) {
    if (!(window instanceof WindowSpec.Hop hop)) {
      return "";
    }
    PaneGrid grid = new PaneGrid(hop);
    long panes = grid.panesPerWindow();
    return "; pane "
        + DurationText.format(grid.widthMillis())
        + ", "
        + panes
        + (panes == 1 ? " pane" : " panes")
        + " a key and window";
  }

  /** A share of the whole with as many digits as it needs, at most two. */
  static String percent(long part, long whole) {
    String number = String.format(Locale.ROOT, "%.2f", 100.0 * part / whole);
    return number.replaceAll("\\.?0+$", "") + " %";
  }
}
