package dev.sash.runtime;

/** What time it is for an operator. Read by the pipeline's thread. */
public interface OperatorTime {

  /** No row before it is expected any more; {@link WatermarkGenerator#END} after the last. */
  long watermark();

  /** The largest event time that the query has read. */
  long streamTime();

  /** Whether it stays behind the streams until operators below have sent what closes. */
  default boolean isHeld() {
    return false;
  }

  /** The engine clock. */
  long nowMillis();
}
