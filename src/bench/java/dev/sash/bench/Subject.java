package dev.sash.bench;

/** A system that works off a workload. */
interface Subject {

  /** Its name in the results. */
  String name();

  /** Whether it can do the case. */
  boolean takes(Workload workload);

  /** Works off all rows once. */
  Outcome run(Workload workload) throws InterruptedException;

  /**
   * What a run gave.
   *
   * @param nanos time without that for making the rows
   * @param closingNanos the part of it in which windows were closed
   * @param pauses how long each batch took with what it closed
   * @param collectorNanos the longest pause of the garbage collector
   * @param stateBytes the most that was held for open windows; 0 where nobody counts
   * @param threadNanos processor time of the thread, without that for making the rows
   */
  record Outcome(
      long nanos,
      long closingNanos,
      Pauses pauses,
      long collectorNanos,
      long stateBytes,
      long threadNanos,
      long rowsOut,
      String checksum) {}
}
