package dev.sash.connector.datagen;

import dev.sash.data.BooleanColumnBuilder;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.DecimalColumnBuilder;
import dev.sash.data.DoubleColumnBuilder;
import dev.sash.data.LongColumnBuilder;
import dev.sash.data.TextColumnBuilder;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/** Chooses how the values of a column are made: by its type, its name and its options. */
final class GeneratorChoice {
  private static final List<String> NUMBER_KINDS =
      List.of(ColumnOptions.SEQUENCE, ColumnOptions.RANDOM);
  private static final long DAY_MILLIS = 86_400_000;
  private static final int[] UNIT_MILLIS = {1000, 100, 10, 1};
  private static final int LONG_DIGITS = 18;

  private final ColumnOptions options;
  private final SplittableRandom random;

  private GeneratorChoice(ColumnOptions options, long seed) {
    this.options = options;
    random = new SplittableRandom(seed);
  }

  static ColumnGenerator of(ColumnOptions options, ColumnBuilder builder, long seed) {
    GeneratorChoice choice = new GeneratorChoice(options, seed);
    DataType type = options.field().type();
    return switch (type.kind()) {
      case BOOLEAN -> choice.truth((BooleanColumnBuilder) builder);
      case TINYINT -> choice.whole((LongColumnBuilder) builder, Byte.MAX_VALUE);
      case SMALLINT -> choice.whole((LongColumnBuilder) builder, Short.MAX_VALUE);
      case INTEGER -> choice.whole((LongColumnBuilder) builder, Integer.MAX_VALUE);
      case BIGINT -> choice.whole((LongColumnBuilder) builder, Long.MAX_VALUE);
      case REAL, DOUBLE -> choice.floating((DoubleColumnBuilder) builder);
      case DECIMAL -> choice.decimal((DecimalColumnBuilder) builder);
      case VARCHAR, CHAR -> choice.text((TextColumnBuilder) builder);
      case DATE -> choice.date((LongColumnBuilder) builder);
      case TIME -> choice.time((LongColumnBuilder) builder, type.precision());
      case TIMESTAMP, TIMESTAMP_LTZ ->
          choice.timestamp((LongColumnBuilder) builder, type.precision());
    };
  }

  private ColumnGenerator truth(BooleanColumnBuilder builder) {
    options.kind(List.of(ColumnOptions.RANDOM), ColumnOptions.RANDOM);
    refuse(ColumnOptions.MIN, ColumnOptions.MAX, ColumnOptions.VALUES);
    return (row, timeMillis) -> builder.append(random.nextBoolean());
  }

  private ColumnGenerator whole(LongColumnBuilder builder, long most) {
    String[] texts = options.values();
    if (texts != null) {
      refuse(ColumnOptions.KIND, ColumnOptions.MIN, ColumnOptions.MAX);
      long[] values = longs(texts, most);
      return (row, timeMillis) -> builder.append(values[random.nextInt(values.length)]);
    }
    String usualKind = options.name().equals("id") ? ColumnOptions.SEQUENCE : ColumnOptions.RANDOM;
    boolean sequence = options.kind(NUMBER_KINDS, usualKind).equals(ColumnOptions.SEQUENCE);
    long least = -most - 1;
    long min = options.whole(ColumnOptions.MIN, ColumnDefaults.min(options.name()), least, most);
    long usualMax = sequence ? most : Math.max(min, ColumnDefaults.max(options.name()));
    long max = options.whole(ColumnOptions.MAX, usualMax, least, most);
    if (min > max) {
      throw options.emptyRange(min);
    }
    long span = max - min + 1;
    if (sequence) {
      return (row, timeMillis) -> builder.append(span <= 0 ? min + row : min + row % span);
    }
    return (row, timeMillis) ->
        builder.append(span <= 0 ? random.nextLong(min, max) : min + random.nextLong(span));
  }

  private long[] longs(String[] texts, long most) {
    long[] values = new long[texts.length];
    for (int i = 0; i < values.length; i++) {
      try {
        values[i] = Long.parseLong(texts[i]);
      } catch (NumberFormatException e) {
        throw options.wrong(ColumnOptions.VALUES, "whole numbers like '200,404,500'").causedBy(e);
      }
      if (values[i] > most || values[i] < -most - 1) {
        throw options.wrong(
            ColumnOptions.VALUES, "in the range of " + options.field().type().sql());
      }
    }
    return values;
  }

  private ColumnGenerator floating(DoubleColumnBuilder builder) {
    refuse(ColumnOptions.VALUES);
    boolean real = options.field().type().kind() == Kind.REAL;
    double min = number(ColumnOptions.MIN, ColumnDefaults.min(options.name())).doubleValue();
    double max = number(ColumnOptions.MAX, ColumnDefaults.max(options.name())).doubleValue();
    if (options.kind(NUMBER_KINDS, ColumnOptions.RANDOM).equals(ColumnOptions.SEQUENCE)) {
      return (row, timeMillis) -> builder.append(real ? (float) (min + row) : min + row);
    }
    if (!(min < max)) {
      throw options.emptyRange(min);
    }
    return (row, timeMillis) -> {
      // Two digits after the point: as people write such numbers.
      double value = Math.rint((min + random.nextDouble() * (max - min)) * 100) / 100;
      double within = Math.min(max, Math.max(min, value));
      builder.append(real ? (float) within : within);
    };
  }

  private ColumnGenerator decimal(DecimalColumnBuilder builder) {
    refuse(ColumnOptions.VALUES);
    DataType type = options.field().type();
    BigDecimal most =
        BigDecimal.TEN
            .pow(Math.min(type.precision(), LONG_DIGITS))
            .subtract(BigDecimal.ONE)
            .movePointLeft(type.scale());
    BigDecimal least = most.negate();
    long min = unscaled(number(ColumnOptions.MIN, 0), ColumnOptions.MIN, least, most);
    BigDecimal usual = BigDecimal.valueOf(ColumnDefaults.max(options.name())).min(most);
    long max = unscaled(options.number(ColumnOptions.MAX, usual), ColumnOptions.MAX, least, most);
    if (min > max) {
      throw options.emptyRange(BigDecimal.valueOf(min, type.scale()));
    }
    long span = max - min + 1;
    boolean sequence =
        options.kind(NUMBER_KINDS, ColumnOptions.RANDOM).equals(ColumnOptions.SEQUENCE);
    return (row, timeMillis) ->
        builder.appendUnscaled(min + (sequence ? row % span : random.nextLong(span)));
  }

  private long unscaled(BigDecimal value, String option, BigDecimal least, BigDecimal most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw options.wrong(option, "from " + least.toPlainString() + " to " + most.toPlainString());
    }
    int scale = options.field().type().scale();
    return value.setScale(scale, RoundingMode.HALF_UP).unscaledValue().longValue();
  }

  private BigDecimal number(String option, long otherwise) {
    return options.number(option, BigDecimal.valueOf(otherwise));
  }

  private ColumnGenerator text(TextColumnBuilder builder) {
    return TextGenerator.of(options, builder, random);
  }

  private ColumnGenerator date(LongColumnBuilder builder) {
    MillisGenerator millis = millis(options::instant);
    return (row, timeMillis) -> builder.append(Math.floorDiv(millis.next(timeMillis), DAY_MILLIS));
  }

  private ColumnGenerator timestamp(LongColumnBuilder builder, int fractionDigits) {
    MillisGenerator millis = millis(options::instant);
    int unitMillis = UNIT_MILLIS[Math.min(fractionDigits, UNIT_MILLIS.length - 1)];
    return (row, timeMillis) -> {
      long value = millis.next(timeMillis);
      builder.append(value - Math.floorMod(value, unitMillis));
    };
  }

  private ColumnGenerator time(LongColumnBuilder builder, int fractionDigits) {
    MillisGenerator millis = millis(options::timeOfDay);
    int unitMillis = UNIT_MILLIS[Math.min(fractionDigits, UNIT_MILLIS.length - 1)];
    return (row, timeMillis) -> {
      long value = Math.floorMod(millis.next(timeMillis), DAY_MILLIS);
      builder.append(value - value % unitMillis);
    };
  }

  /** A number of milliseconds for a row of that event time. */
  private interface MillisGenerator {
    long next(long timeMillis);
  }

  /** Numbers of milliseconds; the function reads them out of an option. */
  private MillisGenerator millis(ToLongFunction<String> value) {
    refuse(ColumnOptions.VALUES);
    boolean bounded = options.has(ColumnOptions.MIN) && options.has(ColumnOptions.MAX);
    String usualKind = bounded ? ColumnOptions.RANDOM : ColumnOptions.SEQUENCE;
    if (options.kind(NUMBER_KINDS, usualKind).equals(ColumnOptions.SEQUENCE)) {
      refuse(ColumnOptions.MIN, ColumnOptions.MAX);
      return timeMillis -> timeMillis;
    }
    if (!bounded) {
      throw options.wrong(ColumnOptions.KIND, "sequence, or random with a min and a max");
    }
    long min = value.applyAsLong(ColumnOptions.MIN);
    long max = value.applyAsLong(ColumnOptions.MAX);
    if (min > max) {
      throw options.emptyRange("the smallest value");
    }
    return timeMillis -> random.nextLong(min, max + 1);
  }

  private void refuse(String... names) {
    for (String name : names) {
      options.refuse(name);
    }
  }
}
