package dev.sash.sql;

import org.apache.calcite.sql.validate.SqlAbstractConformance;

/** Which of Calcite's optional habits Sash has. */
public final class Conformance extends SqlAbstractConformance {
  /** The only one. */
  public static final Conformance INSTANCE = new Conformance();

  private Conformance() {}

  /** {@code a != b} beside {@code a <> b}. */
  @Override
  public boolean isBangEqualAllowed() {
    return true;
  }

  /** {@code a % b}. */
  @Override
  public boolean isPercentRemainderAllowed() {
    return true;
  }

  /** {@code OFFSET 5 LIMIT 10}, as H2 allows. */
  @Override
  public boolean isOffsetLimitAllowed() {
    return true;
  }

  /** {@code GROUP BY 1}. */
  @Override
  public boolean isGroupByOrdinal() {
    return true;
  }

  /**
   * False: else HOP_START in SELECT is wrapped in ANY_VALUE and no longer recognised, and a column
   * that is neither grouped nor aggregated has an arbitrary value.
   */
  @Override
  public boolean isNonStrictGroupBy() {
    return false;
  }

  /** True: {@code CASE ... 'ok' ... 'error'} is not padded to one length. */
  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  /** True: an integer that overflows is an error, never a wrapped number. */
  @Override
  public boolean checkedArithmetic() {
    return true;
  }
}
