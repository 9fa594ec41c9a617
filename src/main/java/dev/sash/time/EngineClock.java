package dev.sash.time;

/** Tells the engine's time in epoch milliseconds. Thread-safe. */
@FunctionalInterface
public interface EngineClock {

  /** The machine's clock. */
  EngineClock WALL = System::currentTimeMillis;

  /** The time now; never goes back, except that of the machine's clock when it is set. */
  long nowMillis();
}
