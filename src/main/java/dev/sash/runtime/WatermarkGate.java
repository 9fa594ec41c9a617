package dev.sash.runtime;

import java.io.DataInput;
import java.io.DataOutput;

/**
 * Stands between operators that feed another and that one: whatever happens, those below have done
 * their part when it comes here, and the one above sees the new watermark from here on.
 */
public final class WatermarkGate implements TimedOperator {
  private final HeldTime held;

  /** A gate for operators that are asked before it. */
  public WatermarkGate(QueryTime time) {
    held = new HeldTime(time);
  }

  /** The time of the operator above. */
  public OperatorTime time() {
    return held;
  }

  @Override
  public long nextBoundary() {
    return Long.MAX_VALUE;
  }

  @Override
  public void watermark() {
    held.follow();
  }

  @Override
  public void tick(long tickMillis) {
    held.follow();
  }

  @Override
  public boolean hasUnsent() {
    return held.isBehind();
  }

  @Override
  public void batchEnd() {
    held.follow();
  }

  /** Between two steps the watermark here is the query's. */
  @Override
  public void snapshot(DataOutput output) {
    held.follow();
  }

  @Override
  public void restore(DataInput input) {
    held.follow();
  }
}
