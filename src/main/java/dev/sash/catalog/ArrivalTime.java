package dev.sash.catalog;

/** How a column of a stream gets the time at which a row arrives. */
public enum ArrivalTime {
  /** It does not: it holds what the input says. */
  NONE,
  /** {@code ts TIMESTAMP(3) DEFAULT PROCTIME()}: where the input has no value. */
  DEFAULT,
  /** {@code ts AS PROCTIME()}: always; it is no column of the input. */
  ALWAYS
}
