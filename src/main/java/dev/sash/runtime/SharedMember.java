package dev.sash.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A query that shares panes with others. It has its own inputs, time, windows and sink, all driven
 * by the thread of a {@link SharedRunner}; its failure ends it and none of the others.
 */
public final class SharedMember {
  private final SharedRunner runner;
  private final PipelineRunner own;
  private final SharedInput input;
  private final RowFailures failures;
  private final PipelineInput source;
  private final StreamHub.Subscription subscription;
  private final WindowAggregateOperator operator;
  private @Nullable Throwable failure;
  private boolean tookRows;

  /** What is done for a query, and ends it when it fails. */
  interface Action {
    void run() throws InterruptedException;
  }

  /**
   * A query of one pushed stream and one aggregate over windows on a grid.
   *
   * @param failures what happens to a row whose expression fails
   */
  public SharedMember(
      SharedRunner runner, PipelineRunner own, SharedInput input, RowFailures failures) {
    this.runner = runner;
    this.own = own;
    this.input = input;
    this.failures = failures;
    source = own.pipeline().inputs().get(0);
    if (!(source.source() instanceof StreamHub.Subscription pushed)
        || !(own.pipeline().timed().get(0) instanceof WindowAggregateOperator windows)) {
      throw new IllegalArgumentException("rows must be pushed to windows: " + source.stream());
    }
    subscription = pushed;
    operator = windows;
    own.share(this);
  }

  /** What it computes for itself. */
  PipelineRunner own() {
    return own;
  }

  Pipeline pipeline() {
    return own.pipeline();
  }

  SharedInput input() {
    return input;
  }

  RowFailures failures() {
    return failures;
  }

  PipelineInput source() {
    return source;
  }

  StreamHub.Subscription subscription() {
    return subscription;
  }

  WindowAggregateOperator operator() {
    return operator;
  }

  WatermarkGenerator generator() {
    return source.generator();
  }

  /** For the owner of its runner: all queries work off what this one has waiting. */
  void catchUp() {
    runner.catchUp(this);
    requireWell();
  }

  // Whether it goes on

  /** Whether it has not failed. */
  boolean isWell() {
    return failure == null;
  }

  /** Whether it takes rows now. */
  boolean takesRows() {
    return isWell() && !own.isHeld() && !own.isFinished() && !generator().isEnded();
  }

  /** Throws why it has failed. */
  void requireWell() {
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    if (failure instanceof Error error) {
      throw error;
    }
  }

  /** Does something for the query unless it has failed; a failure is its own. */
  void attempt(Action action) {
    if (failure != null) {
      return;
    }
    try {
      action.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  void fail(Throwable why) {
    failure = failure == null ? why : failure;
  }

  /** Why it has failed, or null. */
  public @Nullable Throwable failure() {
    return failure;
  }

  void tookRows() {
    tookRows = true;
  }

  /** What comes after rows; whether there was anything to do. */
  boolean settle() {
    boolean took = tookRows;
    tookRows = false;
    boolean[] worked = {took};
    if (!own.isHeld() && !own.isFinished()) {
      attempt(() -> worked[0] = own.settle(took));
    }
    return worked[0];
  }
}
