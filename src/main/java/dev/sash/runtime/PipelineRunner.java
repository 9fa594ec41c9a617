package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import dev.sash.runtime.WatermarkGenerator.Stops;
import dev.sash.time.ClockMode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
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
  private final Ticks ticks;

  /** Whether rows drive the ticks: in REPLAY, and ticks of stream time. */
  private final boolean rowsTick;

  private final LiveTime live;
  private final Wakeup wakeup;
  private final Requests requests = new Requests();
  private volatile boolean finished;
  private volatile boolean held;
  private final AtomicLong ticksSkipped = new AtomicLong();
  private int turn;

  /**
   * A runner; nothing moves before {@link #step}.
   *
   * @param wakeup is signalled by sources that push
   * @param live how live inputs are watched; not used with other clocks
   */
  public PipelineRunner(Pipeline pipeline, Wakeup wakeup, LiveTime.Limits live) {
    this.pipeline = pipeline;
    this.time = pipeline.time();
    this.ticks = new Ticks(pipeline.everyMillis(), pipeline.eventTimeTicks());
    this.rowsTick = ticks.exist() && (time.isReplay() || ticks.byEventTime());
    this.live = new LiveTime(pipeline, live);
    this.wakeup = wakeup;
    for (PipelineInput input : pipeline.inputs()) {
      time.add(input.generator());
    }
    if (ticks.exist() && !rowsTick) {
      ticks.nextAfter(time.nowMillis());
    }
  }

  /** Time and the state of every operator; the positions of the sources are not part of it. */
  @Override
  public void snapshot(DataOutput output) throws IOException {
    time.snapshot(output);
    ticks.snapshot(output);
    for (TimedOperator operator : pipeline.timed()) {
      operator.snapshot(output);
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    time.restore(input);
    ticks.restore(input);
    for (TimedOperator operator : pipeline.timed()) {
      operator.restore(input);
    }
  }

  /** Whether the pipeline has come to its end. */
  public boolean isFinished() {
    return finished;
  }

  /** Ticks that came while an earlier one was still being worked on, and were merged with it. */
  public long ticksSkipped() {
    return ticksSkipped.get();
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
      tickUntil(time.nowMillis());
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
    for (PipelineInput input : pipeline.inputs()) {
      RevisionSource revisions = input.revisions();
      for (int n = revisions == null ? 0 : revisions.waiting(); n > 0; n--) {
        take(input);
        revise(input);
      }
      if (input.source() instanceof StreamHub.Subscription subscription) {
        for (int n = subscription.waitingBatches(); n > 0; n--) {
          ColumnBatch batch = subscription.poll(0);
          if (batch != null) {
            work(input, batch);
          }
        }
      }
    }
    publish();
  }

  /** Runs the ticks up to and including an instant of the manual clock; for {@link #request}. */
  public void tickUntil(long millis) {
    if (!held && time.followsClock()) {
      moveWatermark();
      publish();
    }
    if (!held && ticks.exist() && !rowsTick && ticks.next() <= millis) {
      tick(ticks.next());
      ticks.nextAfter(millis);
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
    moveWatermark();
  }

  /**
   * Gives the windows whose panes are still there the late rows that they have dropped; for {@link
   * #request}, or for any one thread once the pipeline has come to its end.
   */
  public Reprocessed reprocessLate() {
    List<LateRows> remaining = new ArrayList<>();
    Reprocessed outcome = new Reprocessed(0, 0, 0);
    for (TimedOperator operator : pipeline.timed()) {
      if (operator instanceof Reprocessable reprocessable) {
        if (!reprocessable.keepsLateRows()) {
          return new Reprocessed(0, 0, operator.lateRows());
        }
        outcome = outcome.plus(reprocessable.reprocess(remaining, new HashSet<>()));
      }
    }
    remaining.sort(Comparator.comparingLong(LateRows::arrivedAt));
    pipeline.sink().replaceLate(remaining);
    publish();
    return outcome;
  }

  /** Whether {@link #reprocessLate} can do anything for every operator that drops late rows. */
  public boolean canReprocessLate() {
    return pipeline.timed().stream()
        .allMatch(operator -> operator instanceof Reprocessable || operator.lateRows() == 0);
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
    boolean worked = takeRows();
    if (time.mode() == ClockMode.LIVE && !isMidway()) {
      worked |= liveStep();
    }
    if (worked) {
      publish();
    }
    if (pipeline.inputs().stream().allMatch(input -> input.generator().isEnded())) {
      finish();
      return true;
    }
    if (!worked) {
      wakeup.await(waitMillis(maxWaitMillis));
    }
    return worked;
  }

  private long waitMillis(long maxWaitMillis) {
    long wait = maxWaitMillis;
    for (PipelineInput input : pipeline.inputs()) {
      if (!(input.source() instanceof StreamHub.Subscription) && input.revisions() == null) {
        wait = Math.min(wait, POLL_MILLIS);
      }
    }
    if (time.mode() == ClockMode.LIVE && time.followsClock()) {
      long boundary = nextBoundary();
      wait = Math.min(wait, Math.max(1, boundary - Math.max(0, time.nowMillis())));
    }
    if (time.mode() == ClockMode.LIVE && ticks.exist() && !rowsTick) {
      wait = Math.min(wait, Math.max(1, ticks.next() - time.nowMillis()));
    }
    return wait;
  }

  // Rows

  private boolean takeRows() throws InterruptedException {
    if (time.isReplay() && pipeline.inputs().size() > 1) {
      return takeRowsInOrder();
    }
    boolean worked = false;
    for (int i = 0; i < pipeline.inputs().size(); i++) {
      PipelineInput input = pipeline.inputs().get((turn + i) % pipeline.inputs().size());
      if (input.revisions() != null) {
        worked |= take(input);
        revise(input);
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
      moveWatermark();
    }
    return batch;
  }

  private void work(PipelineInput input, ColumnBatch batch) {
    workOff(input, batch);
    pipeline.timed().forEach(TimedOperator::batchEnd);
  }

  private void workOff(PipelineInput input, ColumnBatch batch) {
    live.beforeRows(time);
    input.start(new Arrival(batch, input.generator(), time), time.nowMillis());
    while (input.arrival() != null) {
      advance(input, Long.MAX_VALUE);
    }
  }

  /** Takes what a view has sent next; whether there was something, or the view has ended. */
  private boolean take(PipelineInput input) {
    RevisionSource revisions = input.revisions();
    if (revisions == null || input.revision() != null || input.generator().isEnded()) {
      return input.revision() != null;
    }
    input.revision(revisions.poll());
    if (input.revision() == null && revisions.isAtEnd()) {
      input.generator().end();
      moveWatermark();
      return true;
    }
    return input.revision() != null;
  }

  /**
   * Works off what a view has sent at one moment: ticks before it see the state without, and the
   * watermark moves when all rows of the moment are in.
   */
  private void revise(PipelineInput input) {
    Revision revision = input.revision();
    if (revision == null) {
      return;
    }
    input.revision(null);
    boolean leadsClock = input.generator().eventTimeColumn() < 0;
    if (time.isReplay() && leadsClock && ticks.exist()) {
      if (!ticks.started()) {
        ticks.nextFrom(revision.clockMillis());
      }
      while (ticks.next() < revision.clockMillis()) {
        tickBefore(revision.clockMillis());
      }
    }
    if (leadsClock) {
      time.followClock(revision.clockMillis());
    }
    for (Emission emission : revision.emissions()) {
      if (input.takesResults()) {
        input.emit(emission);
      } else {
        workOff(input, emission.rows());
      }
    }
    input.generator().follow(revision);
    moveWatermark();
    if (!revision.emissions().isEmpty()) {
      pipeline.timed().forEach(TimedOperator::batchEnd);
    }
  }

  /** Several inputs in REPLAY: the one that is furthest behind goes on until it is not. */
  private boolean takeRowsInOrder() throws InterruptedException {
    for (PipelineInput input : pipeline.inputs()) {
      if (input.revisions() != null && !input.generator().isEnded() && !take(input)) {
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
    ReplayOrder order = ReplayOrder.of(pipeline.inputs());
    if (order == null) {
      return false;
    }
    PipelineInput next = order.next();
    if (next.revision() != null) {
      revise(next);
      return true;
    }
    do {
      advance(next, order.stop());
    } while (next.arrival() != null && next.generator().streamTime() < order.stop());
    pipeline.timed().forEach(TimedOperator::batchEnd);
    return true;
  }

  /** Feeds one run of rows, and runs what is due before and after it. */
  private void advance(PipelineInput input, long streamTimeLimit) {
    Arrival arrival = input.arrival();
    if (arrival == null) {
      return;
    }
    WatermarkGenerator generator = input.generator();
    startTicks(input, arrival);
    long reach = time.reach(generator, nextBoundary());
    long tick = rowsTick ? ticks.next() : Long.MAX_VALUE;
    int to = generator.advance(arrival, input.position(), new Stops(tick, reach, streamTimeLimit));
    if (to == input.position()) {
      tickBefore(input.nextEventTime(generator.eventTimeColumn()));
      return;
    }
    input.feedTo(to);
    time.followRows();
    moveWatermark();
  }

  private long nextBoundary() {
    long boundary = Long.MAX_VALUE;
    for (TimedOperator operator : pipeline.timed()) {
      boundary = Math.min(boundary, operator.nextBoundary());
    }
    return boundary;
  }

  private void moveWatermark() {
    long boundary = nextBoundary();
    time.updateWatermark();
    if (time.watermark() >= boundary) {
      pipeline.timed().forEach(TimedOperator::watermark);
    }
  }

  // Ticks

  private void startTicks(PipelineInput input, Arrival arrival) {
    int column = input.generator().eventTimeColumn();
    if (rowsTick && !ticks.started() && column >= 0) {
      ticks.nextFrom(arrival.batch().longs(column).values()[input.position()]);
    }
  }

  /** The ticks before a row: the first that is due sends all there is, the others nothing. */
  private void tickBefore(long beforeMillis) {
    if (time.isReplay()) {
      time.replayTick(ticks.next());
      tick(ticks.next());
    } else {
      tick(time.nowMillis());
    }
    ticks.nextFrom(beforeMillis);
  }

  private void tick(long tickMillis) {
    for (TimedOperator operator : pipeline.timed()) {
      if (operator.hasUnsent()) {
        operator.tick(tickMillis);
      }
    }
  }

  private boolean liveStep() {
    long now = time.nowMillis();
    boolean worked = false;
    long boundary = nextBoundary();
    if (time.followsClock()) {
      worked = closeByClock(boundary);
    } else if (live.advanceIdle(time, now) && time.watermark() >= boundary) {
      pipeline.timed().forEach(TimedOperator::watermark);
      worked = true;
      tickByElapsedTime(now);
    }
    if (ticks.exist() && !rowsTick && ticks.next() <= now) {
      long last = ticks.lastUntil(now);
      ticksSkipped.addAndGet(ticks.countTo(last));
      tick(last);
      ticks.nextAfter(now);
      worked = true;
    }
    return worked;
  }

  private boolean closeByClock(long boundary) {
    time.updateWatermark();
    if (time.watermark() < boundary) {
      return false;
    }
    pipeline.timed().forEach(TimedOperator::watermark);
    return true;
  }

  /** While the inputs are silent, the watermark stands for stream time. */
  private void tickByElapsedTime(long now) {
    if (rowsTick && ticks.started() && ticks.next() <= time.watermark()) {
      tick(now);
      ticks.nextAfter(time.watermark());
    }
  }

  // The end

  private void finish() {
    time.updateWatermark();
    pipeline.timed().forEach(TimedOperator::watermark);
    if (ticks.exist()) {
      tick(time.nowMillis());
    }
    publish();
    finished = true;
    pipeline.sink().complete();
    requests.dismiss();
  }

  /** Whether rows that were committed together are still coming: they become visible together. */
  private boolean isMidway() {
    for (PipelineInput input : pipeline.inputs()) {
      if (input.source() instanceof StreamHub.Subscription pushed && pushed.isMidway()) {
        return true;
      }
    }
    return false;
  }

  private void publish() {
    if (isMidway()) {
      return;
    }
    long closedEnd = Long.MAX_VALUE;
    for (TimedOperator operator : pipeline.timed()) {
      closedEnd = Math.min(closedEnd, operator.closedEnd());
    }
    pipeline.sink().reached(rowsTaken(), ticks.last(), ticks.next());
    boolean closes = closedEnd != Long.MAX_VALUE;
    pipeline.sink().publish(time.streamTime(), closes ? closedEnd : Long.MIN_VALUE);
  }

  /** Only a stream that is pushed comes to all its readers in the same batches. */
  private long rowsTaken() {
    return pipeline.inputs().size() == 1
            && pipeline.inputs().get(0).source() instanceof StreamHub.Subscription subscription
        ? subscription.position()
        : 0;
  }
}
