package dev.sash.bench;

import dev.sash.error.SashException;
import dev.sash.runtime.Emission;
import dev.sash.runtime.LateRows;
import dev.sash.runtime.Sink;

/** Counts result rows and adds up their hashes; a late row is a mistake of the benchmark. */
final class CheckedSink implements Sink {
  private final ResultSum result;
  private final int columns;

  CheckedSink(ResultSum result, int columns) {
    this.result = result;
    this.columns = columns;
  }

  @Override
  public void emit(Emission emission) {
    result.add(emission.rows(), columns);
  }

  @Override
  public void late(LateRows late) {
    throw new AssertionError(late);
  }

  @Override
  public void publish(long streamTime, long closedEnd) {}

  @Override
  public void complete() {}

  @Override
  public void fail(SashException failure) {
    throw failure;
  }
}
