package dev.sash.session;

import dev.sash.runtime.PipelineInput;
import dev.sash.runtime.StateSize;
import dev.sash.runtime.TimedOperator;
import dev.sash.runtime.WatermarkGenerator;
import dev.sash.view.ErrorRows;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a view has come with one of its inputs: the numbers of SHOW PROGRESS, {@code
 * sash.progress} and EXPLAIN EMPTY. They are read while the view goes on; null stands for an
 * instant that there is not.
 *
 * @param badRows rows of the stream in {@code errors.s}
 * @param failedRows those of them that failed in an expression of the view
 */
record InputProgress(
    ViewEntry view, PipelineInput input, long badRows, ErrorRows.Failures failedRows) {

  /** Every view with each of its inputs. */
  static List<InputProgress> all(Engine engine) {
    List<InputProgress> rows = new ArrayList<>();
    engine.views().values().forEach(view -> rows.addAll(of(engine, view)));
    return rows;
  }

  /** A view with each of its inputs. */
  static List<InputProgress> of(Engine engine, ViewEntry view) {
    List<InputProgress> rows = new ArrayList<>();
    for (PipelineInput input : view.query().pipeline().inputs()) {
      StreamEntry stream = engine.streams().get(input.stream());
      rows.add(
          stream == null
              ? new InputProgress(view, input, 0, ErrorRows.Failures.NONE)
              : new InputProgress(
                  view, input, stream.errors().total(), stream.errors().ofView(view.name())));
    }
    return rows;
  }

  @Nullable Long streamTime() {
    return instant(input.generator().streamTime());
  }

  @Nullable Long watermark() {
    return instant(input.generator().watermark());
  }

  /** How far the newest event is behind the engine clock of the view that reads it. */
  @Nullable Long lagMillis() {
    Long streamTime = streamTime();
    return streamTime == null ? null : (Long) (nowMillis() - streamTime);
  }

  /** The clock of the query. */
  long nowMillis() {
    return view.query().pipeline().time().nowMillis();
  }

  /** The end of the first open window that holds rows. */
  @Nullable Long nextClose() {
    long next = Long.MAX_VALUE;
    for (TimedOperator operator : operators()) {
      next = Math.min(next, operator.nextClose());
    }
    return instant(next);
  }

  /** The end of the newest window before which all are closed and sent. */
  @Nullable Long closedUntil() {
    long closed = Long.MAX_VALUE;
    for (TimedOperator operator : operators()) {
      closed = Math.min(closed, operator.closedEnd());
    }
    return instant(closed);
  }

  /** Rows that at least one window has dropped. */
  long lateRows() {
    return operators().stream().mapToLong(TimedOperator::lateRows).sum();
  }

  long windowsOpen() {
    return operators().stream().mapToLong(TimedOperator::openWindows).sum();
  }

  StateSize size() {
    return operators().stream()
        .map(TimedOperator::stateSize)
        .reduce(StateSize.EMPTY, StateSize::plus);
  }

  private List<TimedOperator> operators() {
    return view.query().pipeline().timed();
  }

  private static @Nullable Long instant(long millis) {
    return millis == WatermarkGenerator.NONE || millis == WatermarkGenerator.END
        ? null
        : (Long) millis;
  }
}
