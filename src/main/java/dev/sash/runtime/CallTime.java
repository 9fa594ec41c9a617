package dev.sash.runtime;

/** The time during one call of several shards: for all of them the engine clock shows the same. */
final class CallTime implements OperatorTime {
  private final OperatorTime time;
  private volatile long nowMillis;

  CallTime(OperatorTime time) {
    this.time = time;
    begin();
  }

  /** A new call. */
  void begin() {
    nowMillis = time.nowMillis();
  }

  @Override
  public long watermark() {
    return time.watermark();
  }

  @Override
  public long streamTime() {
    return time.streamTime();
  }

  @Override
  public long nowMillis() {
    return nowMillis;
  }
}
