package dev.sash.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is when a replay reads several inputs: the one with the smallest stream time, of
 * equals the first by name.
 *
 * @param next the input
 * @param stop its turn ends when its stream time gets here: it is then ahead of another
 */
record ReplayOrder(PipelineInput next, long stop) {

  /** The next turn among the inputs that have rows, or null when none has. */
  static @Nullable ReplayOrder of(List<PipelineInput> inputs) {
    PipelineInput next = null;
    for (PipelineInput input : inputs) {
      boolean smaller = input.hasWork() && (next == null || timeOf(input) < timeOf(next));
      next = smaller ? input : next;
    }
    return next == null ? null : new ReplayOrder(next, stop(next, inputs));
  }

  /** Where another input is next: at its time if that one is first by name, else right after it. */
  private static long stop(PipelineInput next, List<PipelineInput> inputs) {
    long stop = Long.MAX_VALUE;
    long atTies = 0;
    for (PipelineInput input : inputs) {
      if (input == next) {
        atTies = 1;
      } else if (input.hasWork()) {
        stop = Math.min(stop, timeOf(input) + atTies);
      }
    }
    return stop;
  }

  private static long timeOf(PipelineInput input) {
    return input.generator().streamTime();
  }
}
