package dev.sash.time;

/** What drives the engine clock of a continuous query. */
public enum ClockMode {
  /** The machine's clock. */
  LIVE,
  /** The event time of the rows: the same file gives the same ticks. */
  REPLAY,
  /** {@code ADVANCE CLOCK} statements. */
  MANUAL
}
