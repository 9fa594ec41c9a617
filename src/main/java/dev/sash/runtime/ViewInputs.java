package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import java.util.function.BiConsumer;

/** The inputs of a pipeline that are views: what they send comes moment by moment. */
final class ViewInputs {
  private final QueryTime time;
  private final DueTicks ticks;
  private final TimedOperators operators;
  private final BiConsumer<PipelineInput, ColumnBatch> rows;
  private long closedEnd = WatermarkGenerator.NONE;

  /**
   * The views that a pipeline reads.
   *
   * @param rows works off what a view sends where it is taken as rows
   */
  ViewInputs(
      QueryTime time,
      DueTicks ticks,
      TimedOperators operators,
      BiConsumer<PipelineInput, ColumnBatch> rows) {
    this.time = time;
    this.ticks = ticks;
    this.operators = operators;
    this.rows = rows;
  }

  /** Until where the windows of a view that is read are closed and sent. */
  long closedEnd() {
    return closedEnd;
  }

  /** Takes what a view has sent next; whether there was something, or the view has ended. */
  boolean take(PipelineInput input) {
    RevisionSource revisions = input.revisions();
    if (revisions == null || input.revision() != null || input.generator().isEnded()) {
      return input.revision() != null;
    }
    input.revision(revisions.poll());
    if (input.revision() == null && revisions.isAtEnd()) {
      input.generator().end();
      operators.follow(time);
      return true;
    }
    return input.revision() != null;
  }

  /**
   * Works off what a view has sent at one moment: ticks before it see the state without, and the
   * watermark moves when all rows of the moment are in.
   */
  void revise(PipelineInput input) {
    Revision revision = input.revision();
    if (revision == null) {
      return;
    }
    input.revision(null);
    boolean leadsClock = input.generator().eventTimeColumn() < 0;
    if (leadsClock) {
      ticks.beforeMoment(revision.clockMillis());
      time.followClock(revision.clockMillis());
    }
    for (Emission emission : revision.emissions()) {
      if (input.takesResults()) {
        input.emit(emission);
      } else {
        rows.accept(input, emission.rows());
      }
    }
    input.generator().follow(revision);
    input.settled(revision.settledEnd());
    closedEnd = Math.max(closedEnd, revision.closedEnd());
    operators.follow(time);
    if (!revision.emissions().isEmpty()) {
      operators.batchEnd();
    }
  }
}
