package dev.sash.plan;

import dev.sash.time.DurationText;
import dev.sash.window.CivilLength;
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
          + "; "
          + upTo(cumulate.windowsPerRow());
    } else if (window instanceof WindowSpec.Civil civil) {
      return civil(civil);
    } else if (window instanceof WindowSpec.Ends) {
      return "each window, by its end";
    } else if (window instanceof WindowSpec.Session session) {
      return "SESSION gap "
          + DurationText.format(session.gapMillis())
          + (session.maxMillis() == Long.MAX_VALUE
              ? ""
              : ", at most " + DurationText.format(session.maxMillis()))
          + "; 1 window a row";
    } else if (window instanceof WindowSpec.RowCount rows) {
      return rows(rows);
    } else if (window instanceof WindowSpec.Global) {
      return "one window over all time";
    }
    throw new AssertionError(window);
  }

  private static String upTo(long count) {
    return (count == 1 ? "" : "1 to ") + windows(count);
  }

  private static String windows(long count) {
    return count + (count == 1 ? " window a row" : " windows a row");
  }

  private static String rows(WindowSpec.RowCount rows) {
    if (rows.slideRows() == rows.sizeRows()) {
      return "TUMBLE_ROWS size " + rows.sizeRows() + "; 1 window a row";
    }
    return "HOP_ROWS slide "
        + rows.slideRows()
        + ", size "
        + rows.sizeRows()
        + "; "
        + overlap(rows.slideRows(), rows.sizeRows(), "of rows");
  }

  private static String hop(WindowSpec.Hop hop) {
    String offset =
        hop.offsetMillis() == 0 ? "" : ", offset " + DurationText.format(hop.offsetMillis());
    if (hop.isTumble()) {
      return "TUMBLE size " + DurationText.format(hop.sizeMillis()) + offset + "; 1 window a row";
    }
    return "HOP slide "
        + DurationText.format(hop.slideMillis())
        + ", size "
        + DurationText.format(hop.sizeMillis())
        + offset
        + "; "
        + overlap(hop.slideMillis(), hop.sizeMillis(), "of time");
  }

  private static String overlap(long slide, long size, String of) {
    if (slide > size) {
      return "at most 1 window a row, " + percent(slide - size, slide) + " " + of + " in none";
    }
    return (size % slide == 0 ? "" : size / slide + " or ")
        + windows((size + slide - 1) / slide)
        + ", overlap "
        + percent(size - slide, size);
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
        + (civil.cumulate() ? upTo(civil.windowsPerRow()) : overlap(civil, tumbles));
  }

  /** Days of 23 and 25 hours and the ends of months change it a little. */
  private static String overlap(WindowSpec.Civil civil, boolean tumbles) {
    boolean months = civil.slide().isMonths();
    long slide = months ? civil.slide().months() : civil.slide().millis();
    long size = months ? civil.size().months() : civil.size().millis();
    return tumbles ? windows(1) : (slide > size ? "" : "about ") + overlap(slide, size, "of time");
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
    WindowCosts costs = WindowCosts.of(window);
    if (costs == null) {
      return "";
    }
    return "; pane "
        + paneLength(window, costs)
        + ", "
        + (growing(window) ? "up to " : costs.exact() ? "" : "about ")
        + costs.panes()
        + (costs.panes() == 1 ? " pane" : " panes")
        + " a key and window";
  }

  private static String paneLength(WindowSpec window, WindowCosts costs) {
    if (window instanceof WindowSpec.Civil civil && civil.slide().isMonths()) {
      return length(new CivilLength(civil.size().months() / costs.panes(), 0));
    }
    return (costs.exact() ? "" : "about ") + DurationText.format(Math.round(costs.paneMillis()));
  }

  private static boolean growing(WindowSpec window) {
    return window instanceof WindowSpec.Cumulate
        || window instanceof WindowSpec.Civil civil && civil.cumulate();
  }

  /** A share of the whole with as many digits as it needs, at most two. */
  static String percent(long part, long whole) {
    String number = String.format(Locale.ROOT, "%.2f", 100.0 * part / whole);
    return number.replaceAll("\\.?0+$", "") + " %";
  }
}
