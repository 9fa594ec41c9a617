package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import dev.sash.runtime.WatermarkGenerator.Stops;
import dev.sash.time.ClockMode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes a pipeline go: polls its inputs, cuts their batches where a tick is due or a window closes,
 * moves clock and watermark, publishes. One thread calls {@link #step}; a test may be that thread.
 *
 * <p><b>Where batches are cut.</b> A result must not depend on how rows were grouped on their way
 * in. So a run of rows ends <em>before</em> a row that is later than the next tick (the tick must
 * see the rows before it only) and <em>after</em> a row that moves the watermark over a window's
 * end (the next row may be late for it). Between two cuts nothing can close, and operators take the
 * rows in one go.
 *
 * <p><b>REPLAY.</b> Rows drive the clock. Of several inputs, the one with the smallest stream time
 * is read next, ties by name, row by row: the same files give the same results.
 */
public final class PipelineRunner implements Snapshotable {
  /** Most milliseconds between two looks at a source that cannot wake the runner. */
  private static final long POLL_MILLIS = 20;

  private final Pipeline pipeline;
  private final QueryTime time;
  private final TimedOperators operators;
  private final DueTicks ticks;
  private final LiveTime live;
  private final ViewInputs views;
  private final Wakeup wakeup;
  private final Requests requests = new Requests();
  private volatile boolean finished;
  private volatile boolean held;
  private int turn;

  /** Works off rows for this and other pipelines, on the same thread; null when this one does. */
  private @Nullable SharedMember shared;

  /**
   * A runner; nothing moves before {@link #step}.
   *
   * @param wakeup is signalled by sources that push
   * @param live how live inputs are watched; not used with other clocks
   */
  public PipelineRunner(Pipeline pipeline, Wakeup wakeup, LiveTime.Limits live) {
    this.pipeline = pipeline;
    this.time = pipeline.time();
    this.operators = new TimedOperators(pipeline.timed());
    this.ticks = new DueTicks(pipeline, operators);
    this.live = new LiveTime(pipeline, live);
    views = new ViewInputs(time, ticks, operators, this::workOff);
    this.wakeup = wakeup;
    for (PipelineInput input : pipeline.inputs()) {
      time.add(input.generator());
    }
  }

  /** Time and the state of every operator; the positions of the sources are not part of it. */
  @Override
  public void snapshot(DataOutput output) throws IOException {
    time.snapshot(output);
    ticks.snapshot(output);
    operators.snapshot(output);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    time.restore(input);
    ticks.restore(input);
    operators.restore(input);
  }

  /** Whether the pipeline has come to its end. */
  public boolean isFinished() {
    return finished;
  }

  /** Ticks that came while an earlier one was still being worked on, and were merged with it. */
  public long ticksSkipped() {
    return ticks.skipped();
  }

  /**
   * Asks the pipeline's thread to do something between two steps.
   *
   * @return completes when it is done, or at once when the pipeline has finished
   */
  public CompletableFuture<@Nullable Void> request(Runnable action) {
    CompletableFuture<@Nullable Void> done = requests.add(action);
    wakeup.signal();
    if (finished) {
      requests.dismiss();
    }
    return done;
  }

  /** From now on rows are worked off together with those of other pipelines. */
  void share(SharedMember member) {
    shared = member;
  }

  /** Does what was asked for, on the pipeline's thread. */
  void answerRequests() {
    requests.answer();
  }

  boolean hasRequests() {
    return requests.isWaiting();
  }

  DueTicks ticks() {
    return ticks;
  }

  TimedOperators operators() {
    return operators;
  }

  LiveTime live() {
    return live;
  }

  Pipeline pipeline() {
    return pipeline;
  }

  /** Takes no rows and runs no ticks until {@link #goOn}; for {@link #request}. */
  public void hold() {
    held = true;
  }

  /** Ends {@link #hold}: ticks that were due meanwhile are one tick now; for {@link #request}. */
  public void goOn() {
    held = false;
    pipeline.inputs().forEach(input -> input.generator().watchFrom(time.nowMillis()));
    if (time.mode() == ClockMode.MANUAL) {
      catchUp();
      if (time.followsClock()) {
        operators.follow(time);
      }
      ticks.until(time.nowMillis());
    }
    publish();
  }

  /** Whether {@link #hold} is in force. */
  public boolean isHeld() {
    return held;
  }

  /** Tells the sink where the query begins, before the first {@link #step}. */
  public void begin() {
    publish();
  }

  /** Works off everything that has been accepted so far; for {@link #request}. */
  public void catchUp() {
    if (held) {
      return;
    }
    if (shared != null) {
      shared.catchUp();
      publish();
      return;
    }
    for (PipelineInput input : pipeline.inputs()) {
      RevisionSource revisions = input.revisions();
      for (int n = revisions == null ? 0 : revisions.waiting(); n > 0; n--) {
        views.take(input);
        views.revise(input);
      }
      for (int n = isInOrder() ? 0 : input.waitingBatches(); n > 0; n--) {
        ColumnBatch batch = input.pollWaiting();
        if (batch != null) {
          work(input, batch);
        }
      }
    }
    if (isInOrder()) {
      catchUpInOrder();
    }
    publish();
  }

  /** Several inputs whose rows are put in the order of a replay. */
  private boolean isInOrder() {
    return time.isReplay() && pipeline.inputs().size() > 1;
  }

  private void catchUpInOrder() {
    int[] left = pipeline.inputs().stream().mapToInt(PipelineInput::waitingBatches).toArray();
    do {
      for (int i = 0; i < left.length; i++) {
        PipelineInput input = pipeline.inputs().get(i);
        ColumnBatch batch = input.hasWork() || left[i]-- <= 0 ? null : input.pollWaiting();
        if (batch != null) {
          input.start(new Arrival(batch, input.generator(), time), time.nowMillis());
        }
      }
    } while (takeTurn(ReplayOrder.of(pipeline.inputs())));
  }

  /** Runs the ticks up to and including an instant of the manual clock; for {@link #request}. */
  public void tickUntil(long millis) {
    if (held) {
      return;
    }
    if (time.followsClock()) {
      ticks.passUntil(millis);
      operators.follow(time);
      publish();
    }
    if (ticks.until(millis)) {
      publish();
    }
  }

  /**
   * Takes in what has been accepted and ends the inputs that are pushed; those that end by
   * themselves go on to their end. For {@link #request}.
   */
  public void drain() {
    if (held) {
      return;
    }
    catchUp();
    for (PipelineInput input : pipeline.inputs()) {
      if (input.source() instanceof StreamHub.Subscription || input.revisions() != null) {
        input.generator().end();
        input.close();
      }
    }
    operators.follow(time);
  }

  /**
   * Gives the windows whose panes are still there the late rows that they have dropped; for {@link
   * #request}, or for any one thread once the pipeline has come to its end.
   */
  public Reprocessed reprocessLate() {
    if (operators.lateRowsNotKept() > 0) {
      return new Reprocessed(0, 0, operators.lateRowsNotKept());
    }
    List<LateRows> remaining = new ArrayList<>();
    Reprocessed outcome = operators.reprocess(remaining);
    pipeline.sink().replaceLate(remaining);
    publish();
    return outcome;
  }

  /** Whether {@link #reprocessLate} can do anything for every operator that drops late rows. */
  public boolean canReprocessLate() {
    return operators.canReprocess();
  }

  /**
   * Takes in one batch, or waits for one.
   *
   * @param maxWaitMillis how long to wait when there is nothing to do
   * @return whether there was something to do
   */
  public boolean step(long maxWaitMillis) throws InterruptedException {
    if (finished) {
      return false;
    }
    requests.answer();
    if (held) {
      wakeup.await(maxWaitMillis);
      return false;
    }
    boolean worked = settle(takeRows());
    if (!worked) {
      wakeup.await(waitMillis(maxWaitMillis));
    }
    return worked;
  }

  /**
   * What comes after rows: time that goes on by itself, publishing, the end.
   *
   * @param tookRows whether there were any
   * @return whether there was anything to do
   */
  boolean settle(boolean tookRows) {
    boolean worked = tookRows;
    if (time.mode() == ClockMode.LIVE && !pipeline.isMidway()) {
      worked |= liveStep();
    }
    if (worked) {
      publish();
    }
    if (pipeline.inputs().stream().allMatch(input -> input.generator().isEnded())) {
      finish();
      return true;
    }
    return worked;
  }

  long waitMillis(long maxWaitMillis) {
    long wait = maxWaitMillis;
    for (PipelineInput input : pipeline.inputs()) {
      if (!(input.source() instanceof StreamHub.Subscription) && input.revisions() == null) {
        wait = Math.min(wait, POLL_MILLIS);
      }
    }
    if (time.mode() == ClockMode.LIVE && time.followsClock()) {
      long boundary = operators.nextBoundary();
      wait = Math.min(wait, Math.max(1, boundary - Math.max(0, time.nowMillis())));
    }
    if (time.mode() == ClockMode.LIVE) {
      wait = Math.min(wait, ticks.waitMillis());
    }
    return wait;
  }

  // Rows

  boolean takeRows() throws InterruptedException {
    if (isInOrder()) {
      return takeRowsInOrder();
    }
    boolean worked = false;
    for (int i = 0; i < pipeline.inputs().size(); i++) {
      PipelineInput input = pipeline.inputs().get((turn + i) % pipeline.inputs().size());
      if (input.revisions() != null) {
        worked |= views.take(input);
        views.revise(input);
        continue;
      }
      ColumnBatch batch = poll(input);
      if (batch != null) {
        work(input, batch);
        worked = true;
      }
    }
    turn++;
    return worked;
  }

  private @Nullable ColumnBatch poll(PipelineInput input) throws InterruptedException {
    if (input.generator().isEnded()) {
      return null;
    }
    ColumnBatch batch = input.source().poll(0);
    if (batch == null && input.source().isAtEnd()) {
      input.generator().end();
      operators.follow(time);
    }
    return batch;
  }

  void work(PipelineInput input, ColumnBatch batch) {
    workOff(input, batch);
    operators.batchEnd();
  }

  private void workOff(PipelineInput input, ColumnBatch batch) {
    live.beforeRows(time);
    input.start(new Arrival(batch, input.generator(), time), time.nowMillis());
    while (input.arrival() != null) {
      advance(input, Long.MAX_VALUE);
    }
  }

  /** Several inputs in REPLAY: the one that is furthest behind goes on until it is not. */
  private boolean takeRowsInOrder() throws InterruptedException {
    for (PipelineInput input : pipeline.inputs()) {
      if (input.revisions() != null && !input.generator().isEnded() && !views.take(input)) {
        return false;
      }
      while (input.revisions() == null && !input.hasWork() && !input.generator().isEnded()) {
        ColumnBatch batch = poll(input);
        if (batch != null) {
          input.start(new Arrival(batch, input.generator(), time), time.nowMillis());
        } else if (!input.generator().isEnded()) {
          return false;
        }
      }
    }
    return takeTurn(ReplayOrder.of(pipeline.inputs()));
  }

  private boolean takeTurn(@Nullable ReplayOrder order) {
    if (order == null) {
      return false;
    }
    PipelineInput next = order.next();
    if (next.revision() != null) {
      views.revise(next);
      return true;
    }
    do {
      advance(next, order.stop());
    } while (next.arrival() != null && next.generator().streamTime() < order.stop());
    operators.batchEnd();
    return true;
  }

  /** Feeds one run of rows, and runs what is due before and after it. */
  private void advance(PipelineInput input, long streamTimeLimit) {
    Arrival arrival = input.arrival();
    if (arrival == null) {
      return;
    }
    WatermarkGenerator generator = input.generator();
    int column = generator.eventTimeColumn();
    if (column >= 0) {
      ticks.startFrom(input.nextEventTime(column));
    }
    long reach = time.reach(generator, operators.nextBoundary());
    Stops stops = new Stops(ticks.beforeRowsAfter(), reach, streamTimeLimit);
    int to = generator.advance(arrival, input.position(), stops);
    if (to == input.position()) {
      ticks.before(input.nextEventTime(column));
      return;
    }
    input.feedTo(to);
    operators.fed(arrival, to);
    time.followRows();
    operators.follow(time);
  }

  private boolean liveStep() {
    long now = time.nowMillis();
    boolean worked = false;
    long boundary = operators.nextBoundary();
    if (time.followsClock()) {
      worked = operators.follow(time);
    } else if (live.advanceIdle(time, now) && time.watermark() >= boundary) {
      operators.watermark();
      worked = true;
      ticks.byElapsedTime(now);
    }
    return ticks.live(now) || worked;
  }

  // The end

  private void finish() {
    time.updateWatermark();
    operators.watermark();
    ticks.atEnd();
    publish();
    finished = true;
    pipeline.sink().complete();
    requests.dismiss();
  }

  private void publish() {
    if (pipeline.isMidway()) {
      return;
    }
    long closedEnd = operators.closedEnd();
    pipeline.sink().reached(pipeline.rowsTaken(), ticks.last(), ticks.next());
    pipeline.sink().settled(pipeline.settledEnd());
    // without windows of its own a query closes those of the view that it reads
    boolean closes = closedEnd != Long.MAX_VALUE;
    pipeline.sink().publish(time.streamTime(), closes ? closedEnd : views.closedEnd());
  }
}
