package dev.sash.runtime;

/**
 * The time of an operator that stands above aggregates: its watermark stays where it was until the
 * operators below have sent what closes, so that their rows, which are as old as the windows they
 * come from, are on time.
 *
 * <pre>
 *   TUMBLE 5 s, then TUMBLE 10 s over window_time; a row moves the watermark from 3 s to 21 s
 *   below  sends the windows that end at 5 s, 10 s, 15 s, 20 s    watermark here: 3 s
 *   here   closes the window that ends at 10 s                    watermark here: 21 s
 * </pre>
 */
final class HeldTime implements OperatorTime {
  private final QueryTime time;
  private long watermark;

  HeldTime(QueryTime time) {
    this.time = time;
    watermark = time.watermark();
  }

  /** Takes over the query's watermark. */
  void follow() {
    watermark = time.watermark();
  }

  /** Whether the query's watermark has moved on. */
  boolean isBehind() {
    return watermark != time.watermark();
  }

  @Override
  public boolean isHeld() {
    return true;
  }

  @Override
  public long watermark() {
    return watermark;
  }

  @Override
  public long streamTime() {
    return time.streamTime();
  }

  @Override
  public long nowMillis() {
    return time.nowMillis();
  }
}
