package dev.sash.runtime;

import dev.sash.pane.SpareThreads;
import java.util.function.IntConsumer;

/** Does the parts of a piece of work, side by side where there are processors for it. */
@FunctionalInterface
@SuppressWarnings("FunctionalInterfaceMethodChanged") // without threads nothing is started
public interface Parallel extends SpareThreads {
  /** One after the other, by the caller. */
  Parallel INLINE =
      (parts, work) -> {
        for (int part = 0; part < parts; part++) {
          work.accept(part);
        }
      };

  /**
   * Returns when all parts are done. When some fail, that is when all have ended, with the failure
   * of the first of them.
   *
   * @param work does the part of a number from 0; what the caller has written it sees, and the
   *     caller sees what it has written
   */
  void run(int parts, IntConsumer work);

  /** There is no thread unless one is provided. */
  @Override
  default void start(Runnable work) {}
}
