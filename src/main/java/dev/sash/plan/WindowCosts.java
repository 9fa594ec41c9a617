package dev.sash.plan;

import dev.sash.window.CivilLength;
import dev.sash.window.WindowSpec;
import org.jspecify.annotations.Nullable;

/**
 * What windows on a time line are made of, for estimates.
 *
 * @param panes of which a window consists; the largest one where sizes vary
 * @param paneMillis how long a pane is
 * @param windowsPerRow in how many windows a row is at most
 * @param slideMillis how long it takes from the end of one window to that of the next
 * @param exact whether all windows and panes are alike; else these are the most, or about right
 */
record WindowCosts(
    long panes, double paneMillis, long windowsPerRow, double slideMillis, boolean exact) {
  private static final double DAYS_A_MONTH = 365.2425 / 12;

  /** Of windows on a time line; null for those whose number depends on the rows, and without. */
  static @Nullable WindowCosts of(WindowSpec window) {
    if (window instanceof WindowSpec.Hop hop) {
      return of(hop, (double) hop.slideMillis(), (double) hop.sizeMillis(), true);
    } else if (window instanceof WindowSpec.Cumulate cumulate) {
      return of(cumulate, (double) cumulate.stepMillis(), (double) cumulate.sizeMillis(), true);
    } else if (window instanceof WindowSpec.Civil civil) {
      return of(civil, meanMillis(civil.slide()), meanMillis(civil.size()), false);
    } else if (window instanceof WindowSpec.Ends ends) {
      WindowCosts each = of(ends.windows());
      return each == null
          ? null
          : new WindowCosts(
              ends.panesPerWindow(),
              each.slideMillis / ends.panesPerWindow(),
              1,
              each.slideMillis,
              each.exact);
    }
    return null;
  }

  private static WindowCosts of(
      WindowSpec.Aligned window, double slide, double size, boolean exact) {
    long panes = panes(window);
    return new WindowCosts(panes, size / panes, window.windowsPerRow(), slide, exact);
  }

  private static long panes(WindowSpec.Aligned window) {
    if (!(window instanceof WindowSpec.Civil civil) || civil.cumulate()) {
      return window.panesPerWindow();
    }
    long slide = civil.slide().isMonths() ? civil.slide().months() : civil.slide().millis();
    long size = civil.size().isMonths() ? civil.size().months() : civil.size().millis();
    return size / gcd(slide, size);
  }

  /** The greatest common divisor. */
  static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private static double meanMillis(CivilLength length) {
    return length.months() * DAYS_A_MONTH * CivilLength.DAY_MILLIS + length.millis();
  }
}
