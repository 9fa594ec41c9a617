package dev.sash.runtime;

/**
 * Counts what goes through the middle of a pipeline: the rows that passed WHERE, and the results
 * before HAVING. What is lost on the way is thereby known, at one addition a run of rows. Counted
 * by the pipeline's thread, read by any.
 */
public final class FlowMeter {
  private volatile long rowsIn;
  private volatile long resultsOut;

  /** Passes rows on to an operator and counts them. */
  public RowConsumer entering(RowConsumer operator) {
    return rows -> {
      addIn(rows.count());
      operator.rows(rows);
    };
  }

  /** Passes results of an operator on and counts them. */
  public ResultConsumer leaving(ResultConsumer next) {
    return emission -> {
      if (!emission.removed()) {
        addOut(emission.rows().rowCount());
      }
      next.emit(emission);
    };
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  void addIn(int count) {
    rowsIn += count;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  private void addOut(int count) {
    resultsOut += count;
  }

  /** Rows that reached an aggregate, or the end of a query without one. */
  public long rowsIn() {
    return rowsIn;
  }

  /** Result rows of aggregates, each revision counted, before HAVING. */
  public long resultsOut() {
    return resultsOut;
  }
}
