package dev.sash.runtime;

/** What happens to an input row whose condition or expression fails. */
@FunctionalInterface
public interface RowFailures {

  /**
   * Deals with a row.
   *
   * @param rows where it stands
   * @param row its number in {@code rows.batch()}
   * @throws dev.sash.error.SashException when the failure ends the query
   */
  void failed(Rows rows, int row, RuntimeException failure);
}
