package dev.sash.sql;

import dev.sash.error.SashException;
import dev.sash.window.CivilLength;
import dev.sash.window.WindowSpec;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Makes windows of the lengths that a window function was given. */
final class WindowShape {
  /** Below this a grid that starts anew each day would be longer than anybody can mean. */
  private static final long LEAST_LOCAL_MILLIS = 1_000;

  private final WindowKind function;
  private final Map<String, SqlNode> values;
  private final BiFunction<String, String, SqlNode> required;
  private final WindowLengths lengths;

  /**
   * A reader.
   *
   * @param required gives the argument of a parameter, or fails with a text such as "a size"
   */
  WindowShape(
      WindowKind function,
      Map<String, SqlNode> values,
      BiFunction<String, String, SqlNode> required) {
    this.function = function;
    this.values = values;
    this.required = required;
    lengths = new WindowLengths(function);
  }

  /** The windows. */
  WindowSpec spec() {
    return switch (function) {
      case HOP -> aligned("SLIDE");
      case TUMBLE -> aligned("SIZE");
      case CUMULATE -> aligned("STEP");
      case SESSION -> session();
      case HOP_ROWS -> new WindowSpec.RowCount(rows("SLIDE"), rows("SIZE"));
      case TUMBLE_ROWS -> new WindowSpec.RowCount(rows("SIZE"), rows("SIZE"));
    };
  }

  private static String word(String parameter) {
    return parameter.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private SqlNode node(String parameter) {
    return required.apply(parameter, "a " + word(parameter));
  }

  private long rows(String parameter) {
    return lengths.rows(node(parameter), word(parameter));
  }

  private WindowSpec session() {
    long gap = lengths.millis(node("GAP"), "gap");
    SqlNode limit = values.get("MAX_DURATION");
    if (limit == null) {
      return new WindowSpec.Session(gap, Long.MAX_VALUE);
    }
    long max = lengths.millis(limit, "max_duration");
    if (max < gap) {
      throw WindowLengths.wrong(limit, "max_duration of SESSION must not be below the gap")
          .hint("a session of one row is as long as the gap");
    }
    return new WindowSpec.Session(gap, max);
  }

  private WindowSpec aligned(String slideParameter) {
    SqlNode slideNode = node(slideParameter);
    CivilLength slide = lengths.length(slideNode, word(slideParameter));
    SqlNode sizeNode = node("SIZE");
    CivilLength size = lengths.length(sizeNode, "size");
    SqlNode offsetNode = values.get("OFFSET");
    CivilLength offset = offsetNode == null ? CivilLength.ZERO : lengths.offset(offsetNode);
    SqlNode zoneNode = values.get("ZONE");
    ZoneId zone = zoneNode == null ? null : lengths.zone(zoneNode);
    if (slide.isMonths() != size.isMonths()) {
      throw WindowLengths.wrong(
              sizeNode,
              word(slideParameter)
                  + " and size of "
                  + function
                  + " must both count months, or neither")
          .hint("write both in months or years, or both in days, hours, minutes or seconds");
    }
    if (function == WindowKind.CUMULATE) {
      checkMultiple(slide, size, sizeNode);
    }
    if (zone == null && !slide.isMonths()) {
      checkOffset(offset, offsetNode);
      return function == WindowKind.CUMULATE
          ? new WindowSpec.Cumulate(slide.millis(), size.millis(), offset.millis())
          : new WindowSpec.Hop(slide.millis(), size.millis(), offset.millis());
    }
    return civil(slide, slideNode, size, sizeNode, offset, zone);
  }

  private WindowSpec civil(
      CivilLength slide,
      SqlNode slideNode,
      CivilLength size,
      SqlNode sizeNode,
      CivilLength offset,
      @Nullable ZoneId zone) {
    checkWhole(slide, slideNode);
    checkWhole(size, sizeNode);
    if (!slide.isMonths()) {
      checkOffset(offset, values.get("OFFSET"));
      if (slide.millis() < LEAST_LOCAL_MILLIS) {
        throw WindowLengths.wrong(
                slideNode, "windows in a time zone must be at least a second apart")
            .hint("leave the time zone out");
      }
    }
    return new WindowSpec.Civil(
        function == WindowKind.CUMULATE,
        slide,
        size,
        normal(offset, slide, size),
        zone == null ? ZoneOffset.UTC : zone);
  }

  /** The offset between 0 and the distance of two grids that are the same, so that equals work. */
  private CivilLength normal(CivilLength offset, CivilLength slide, CivilLength size) {
    CivilLength cycle = function == WindowKind.CUMULATE ? size : slide;
    return cycle.isMonths()
        ? new CivilLength(Math.floorMod(offset.months(), cycle.months()), offset.millis())
        : new CivilLength(0, Math.floorMod(offset.millis(), cycle.millis()));
  }

  private static void checkMultiple(CivilLength step, CivilLength size, SqlNode node) {
    boolean whole =
        step.isMonths() ? size.months() % step.months() == 0 : size.millis() % step.millis() == 0;
    if (!whole) {
      throw WindowLengths.wrong(node, "size of CUMULATE must be a whole multiple of its step")
          .hint("for example a step of an hour and a size of a day");
    }
  }

  private void checkWhole(CivilLength length, SqlNode node) {
    if (!length.isWhole()) {
      throw wholeDays(node);
    }
  }

  private SashException wholeDays(SqlNode node) {
    return WindowLengths.wrong(
            node, "with a time zone, " + SqlText.of(node) + " must be whole days or below a day")
        .hint("days of a time zone have 23 to 25 hours; write INTERVAL '2' DAY");
  }

  private static void checkOffset(CivilLength offset, @Nullable SqlNode node) {
    if (offset.isMonths() && node != null) {
      throw WindowLengths.wrong(node, SqlText.of(node) + " counts months, whose length varies")
          .hint("write the offset in days, hours, minutes or seconds");
    }
  }
}
