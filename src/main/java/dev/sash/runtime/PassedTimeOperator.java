package dev.sash.runtime;

/**
 * What operators have in common that give rows when the watermark has passed them. Work is done
 * where others look: at the end of a batch of input, when an operator above has something to close,
 * and before ticks. In between rows only collect, so that a batch is not cut at every row.
 */
abstract class PassedTimeOperator implements TimedOperator {
  private final boolean once;
  private final OperatorTime time;
  private boolean midway;

  /**
   * An operator.
   *
   * @param once whether the query ends: then only the end of the input matters
   */
  PassedTimeOperator(boolean once, OperatorTime time) {
    this.once = once;
    this.time = time;
  }

  /** The least watermark at which there is something to give. */
  abstract long due();

  @Override
  public final long nextBoundary() {
    return once || midway ? Long.MAX_VALUE : due();
  }

  @Override
  public final void fed(Arrival arrival, int to) {
    midway = true;
  }

  @Override
  public final void batchEnd() {
    midway = false;
    watermark();
  }

  @Override
  public final boolean hasUnsent() {
    return !once && due() <= time.watermark();
  }

  @Override
  public final void tick(long tickMillis) {
    watermark();
  }
}
