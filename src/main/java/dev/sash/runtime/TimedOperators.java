package dev.sash.runtime;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/** The operators of a pipeline that wait for time, asked in the order of rows. */
final class TimedOperators implements Snapshotable {
  private final List<TimedOperator> operators;

  TimedOperators(List<TimedOperator> operators) {
    this.operators = operators;
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    for (TimedOperator operator : operators) {
      operator.snapshot(output);
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    for (TimedOperator operator : operators) {
      operator.restore(input);
    }
  }

  /** The next watermark at which one of them has something to do. */
  long nextBoundary() {
    long boundary = Long.MAX_VALUE;
    for (TimedOperator operator : operators) {
      boundary = Math.min(boundary, operator.nextBoundary());
    }
    return boundary;
  }

  /** Moves a query's watermark to its inputs' and closes what is due; whether anything was. */
  boolean follow(QueryTime time) {
    long boundary = nextBoundary();
    time.updateWatermark();
    if (time.watermark() < boundary) {
      return false;
    }
    watermark();
    return true;
  }

  /** The watermark has moved to a boundary or beyond. */
  void watermark() {
    operators.forEach(TimedOperator::watermark);
  }

  /** Those that have something to send see a tick. */
  void tick(long tickMillis) {
    for (TimedOperator operator : operators) {
      if (operator.hasUnsent()) {
        operator.tick(tickMillis);
      }
    }
  }

  /** Rows of a stream have been taken in, up to the given one. */
  void fed(Arrival arrival, int to) {
    for (TimedOperator operator : operators) {
      operator.fed(arrival, to);
    }
  }

  /** A batch of the input is in. */
  void batchEnd() {
    operators.forEach(TimedOperator::batchEnd);
  }

  /** Up to where all windows are closed and sent, {@link Long#MAX_VALUE} without windows. */
  long closedEnd() {
    long closedEnd = Long.MAX_VALUE;
    for (TimedOperator operator : operators) {
      closedEnd = Math.min(closedEnd, operator.closedEnd());
    }
    return closedEnd;
  }

  /**
   * Gives windows the late rows that they have dropped.
   *
   * @param remaining receives the late rows that some window still lacks, in order of arrival
   */
  Reprocessed reprocess(List<LateRows> remaining) {
    Reprocessed outcome = new Reprocessed(0, 0, 0);
    for (TimedOperator operator : operators) {
      if (operator instanceof Reprocessable reprocessable) {
        List<LateRows> own = new ArrayList<>();
        outcome = outcome.plus(reprocessable.reprocess(own, new HashSet<>()));
        remaining.addAll(own);
      }
    }
    remaining.sort(Comparator.comparingLong(LateRows::arrivedAt));
    return outcome;
  }

  /** Late rows of operators that do not keep them, so that {@link #reprocess} can do nothing. */
  long lateRowsNotKept() {
    return operators.stream()
        .filter(o -> o instanceof Reprocessable reprocessable && !reprocessable.keepsLateRows())
        .mapToLong(TimedOperator::lateRows)
        .sum();
  }

  /** Whether {@link #reprocess} can do anything for every operator that drops late rows. */
  boolean canReprocess() {
    return operators.stream()
        .allMatch(operator -> operator instanceof Reprocessable || operator.lateRows() == 0);
  }
}
