package dev.sash.connector.datagen;

import dev.sash.data.ColumnBuilder;

/**
 * Makes the values of one column, one a row and in order of rows, each from its own random numbers:
 * a column does not depend on which others there are.
 */
interface ColumnGenerator {

  /**
   * Appends the value of a row.
   *
   * @param row from 0
   * @param timeMillis the row's event time
   */
  void append(long row, long timeMillis);

  /** The generator for a column; checks its options. */
  static ColumnGenerator of(ColumnOptions options, ColumnBuilder builder, long seed) {
    // From the name, so that another column before this one changes nothing.
    long columnSeed = seed * 0x9E3779B97F4A7C15L + options.name().hashCode();
    double nullRate = options.nullRate();
    ColumnGenerator values = GeneratorChoice.of(options, builder, columnSeed);
    return nullRate == 0 ? values : new NullGenerator(values, builder, nullRate, ~columnSeed);
  }
}
