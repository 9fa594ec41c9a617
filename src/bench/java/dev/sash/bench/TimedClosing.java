package dev.sash.bench;

import dev.sash.runtime.Arrival;
import dev.sash.runtime.StateSize;
import dev.sash.runtime.TimedOperator;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** An operator with a stop watch on the moments at which it closes windows or ticks. */
final class TimedClosing implements TimedOperator {
  private final TimedOperator operator;
  private long nanos;

  TimedClosing(TimedOperator operator) {
    this.operator = operator;
  }

  long nanos() {
    return nanos;
  }

  private void count(long from) {
    nanos += HandSubject.cpu() - from;
  }

  @Override
  public void watermark() {
    long from = HandSubject.cpu();
    operator.watermark();
    count(from);
  }

  @Override
  public void tick(long tickMillis) {
    long from = HandSubject.cpu();
    operator.tick(tickMillis);
    count(from);
  }

  @Override
  public long nextBoundary() {
    return operator.nextBoundary();
  }

  @Override
  public boolean hasUnsent() {
    return operator.hasUnsent();
  }

  @Override
  public void fed(Arrival arrival, int to) {
    operator.fed(arrival, to);
  }

  @Override
  public void batchEnd() {
    operator.batchEnd();
  }

  @Override
  public long closedEnd() {
    return operator.closedEnd();
  }

  @Override
  public long lateRows() {
    return operator.lateRows();
  }

  @Override
  public StateSize stateSize() {
    return operator.stateSize();
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    operator.snapshot(output);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    operator.restore(input);
  }
}
