package dev.sash.connector.datagen;

import dev.sash.data.ColumnBuilder;
import java.util.SplittableRandom;

/** Puts NULL in place of some of another generator's values. */
final class NullGenerator implements ColumnGenerator {
  private final ColumnGenerator values;
  private final ColumnBuilder builder;
  private final double rate;
  private final SplittableRandom random;

  NullGenerator(ColumnGenerator values, ColumnBuilder builder, double rate, long seed) {
    this.values = values;
    this.builder = builder;
    this.rate = rate;
    random = new SplittableRandom(seed);
  }

  @Override
  public void append(long row, long timeMillis) {
    if (random.nextDouble() < rate) {
      builder.appendNull();
    } else {
      values.append(row, timeMillis);
    }
  }
}
