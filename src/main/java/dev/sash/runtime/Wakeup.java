package dev.sash.runtime;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets a waiting thread be woken; a call that comes before the wait is not lost. */
public final class Wakeup {
  private final Semaphore permits = new Semaphore(0);

  /** Ends the current or the next wait. */
  public void signal() {
    if (permits.availablePermits() == 0) {
      permits.release();
    }
  }

  /** Waits for a signal, at most the given time. */
  void await(long maxMillis) throws InterruptedException {
    if (permits.tryAcquire(maxMillis, TimeUnit.MILLISECONDS)) {
      permits.drainPermits();
    }
  }
}
