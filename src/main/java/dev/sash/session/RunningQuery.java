package dev.sash.session;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.Pipeline;
import dev.sash.runtime.PipelineInput;
import dev.sash.runtime.PipelineRunner;
import dev.sash.runtime.Reprocessed;
import dev.sash.runtime.SharedInput;
import dev.sash.runtime.SharedMember;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline on a thread of its own, or on one of queries that share panes. A failure ends this
 * query only: the sink is told and keeps what was published.
 */
final class RunningQuery implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(RunningQuery.class.getName());

  /** The longest wait for rows; requests and new rows end it at once. */
  static final long WAIT_MILLIS = 1_000;

  private final String name;
  private final KeyGuard guard;
  private final Pipeline pipeline;
  private final PipelineRunner runner;
  private final AutoCloseable sources;
  private final @Nullable Sharing sharing;
  private final @Nullable Thread thread;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean started;
  private volatile boolean closing;
  private volatile Hold hold = Hold.RUNNING;
  private volatile @Nullable SashException failure;

  /** Whether the query goes on. */
  enum Hold {
    /** It takes in rows. */
    RUNNING,
    /** It takes in nothing; rows wait for it. */
    PAUSED,
    /** It takes in nothing, and nothing waits for it. */
    STOPPED
  }

  /** With whom a query shares, and how. */
  record Sharing(SharedThread thread, SharedMember member, SharedInput input) {}

  /**
   * A query that {@link #start} sets going.
   *
   * @param sources is closed when it ends
   * @param sharing the thread that runs it, or null for one of its own
   */
  RunningQuery(
      KeyGuard guard,
      Pipeline pipeline,
      PipelineRunner runner,
      AutoCloseable sources,
      @Nullable Sharing sharing) {
    this.name = guard.name();
    this.guard = guard;
    this.pipeline = pipeline;
    this.runner = runner;
    this.sources = sources;
    this.sharing = sharing;
    thread = sharing == null ? new Thread(this::run, "sash-" + name) : null;
  }

  void start() {
    started = true;
    if (sharing != null) {
      sharing.thread().start(this);
    } else if (thread != null) {
      thread.setDaemon(true);
      thread.start();
    }
  }

  private boolean isAlive() {
    return started && ended.getCount() > 0;
  }

  private void run() {
    try {
      runner.begin();
      while (!closing && !runner.isFinished()) {
        runner.step(WAIT_MILLIS);
        guard.look(pipeline);
      }
    } catch (InterruptedException e) {
      LOGGER.log(Level.DEBUG, "query interrupted: name={0}", name);
    } catch (Throwable e) {
      fail(e);
    } finally {
      ended();
    }
  }

  // On a shared thread

  private Sharing sharing() {
    if (sharing == null) {
      throw new IllegalStateException("the query has a thread of its own: name=" + name);
    }
    return sharing;
  }

  SharedMember sharedMember() {
    return sharing().member();
  }

  SharedInput sharedInput() {
    return sharing().input();
  }

  /** The queries that it shares panes with. */
  List<String> sharesWith() {
    return sharing == null
        ? List.of()
        : sharing.thread().names().stream().filter(other -> !other.equals(name)).toList();
  }

  String name() {
    return name;
  }

  /** Whether it takes no more rows: it has come to its end, or was closed. */
  boolean isOver() {
    return closing || runner.isFinished();
  }

  /** Looks at its keys. */
  void look() {
    guard.look(pipeline);
  }

  /** Its thread does nothing for it any more. */
  void ended() {
    closeSources();
    ended.countDown();
  }

  /** The same after a failure. */
  void ended(Throwable cause) {
    fail(cause);
    ended();
  }

  private void fail(Throwable cause) {
    if (closing) {
      return;
    }
    SashException why = QueryFailure.of(name, cause);
    failure = why;
    if (why.code() == ErrorCode.INTERNAL) {
      LOGGER.log(Level.ERROR, "query failed: name=" + name, cause);
    }
    pipeline.sink().fail(why);
  }

  private void closeSources() {
    try {
      sources.close();
    } catch (Exception e) {
      LOGGER.log(Level.WARNING, "source not closed: query=" + name, e);
    }
  }

  /** Why it failed, or null. */
  @Nullable SashException failure() {
    return failure;
  }

  /** What the user should know of it by now, or null. */
  @Nullable String notice() {
    guard.look(pipeline);
    return guard.notice();
  }

  /** Its wiring, for what it can tell about progress. */
  Pipeline pipeline() {
    return pipeline;
  }

  PipelineRunner runner() {
    return runner;
  }

  /** Rows read so far over all inputs. */
  long rowsRead() {
    return pipeline.inputs().stream().mapToLong(PipelineInput::rowsRead).sum();
  }

  /** Does something on the query's thread between two steps, and waits until it is done. */
  void onThread(Runnable action) throws InterruptedException {
    if (!isAlive()) {
      return;
    }
    CompletableFuture<@Nullable Void> done = runner.request(action);
    while (!done.isDone() && isAlive()) {
      Waiting.brief(done);
    }
    try {
      if (done.isDone()) {
        done.get();
      }
    } catch (ExecutionException e) {
      // The thread is about to fail the query: whoever hears of it must find it failed.
      ended.await();
      throw QueryFailure.of(name, e.getCause() == null ? e : e.getCause());
    }
  }

  /** Whether it goes on. */
  Hold hold() {
    return hold;
  }

  /** Keeps its place in its inputs and takes in nothing more. */
  synchronized void pause() throws InterruptedException {
    onThread(runner::hold);
    hold = Hold.PAUSED;
  }

  /** Takes in nothing more, and lets go of its inputs. */
  synchronized void stop() throws InterruptedException {
    onThread(runner::hold);
    hold = Hold.STOPPED;
    pipeline.inputs().forEach(PipelineInput::detach);
  }

  /**
   * Goes on.
   *
   * @return rows that its streams no longer keep
   */
  synchronized long resume() throws InterruptedException {
    long missed = 0;
    if (closing) {
      return missed;
    }
    if (hold == Hold.STOPPED) {
      for (PipelineInput input : pipeline.inputs()) {
        missed += input.attach();
      }
    }
    hold = Hold.RUNNING;
    onThread(runner::goOn);
    return missed;
  }

  /**
   * Reprocesses its late rows: on its thread, or when that has come to its end on the caller's.
   *
   * @throws SashException when the query has failed or was ended
   */
  synchronized Reprocessed reprocessLate() throws InterruptedException {
    AtomicReference<@Nullable Reprocessed> outcome = new AtomicReference<>();
    onThread(
        () -> {
          // late rows that have been accepted and not yet been looked at are meant as well
          runner.catchUp();
          outcome.set(runner.reprocessLate());
        });
    Reprocessed done = outcome.get();
    if (done != null) {
      return done;
    }
    if (started) {
      ended.await();
    }
    SashException why = failure;
    if (why != null) {
      throw why;
    }
    if (!runner.isFinished()) {
      throw SashException.of(ErrorCode.CLOSED, "query \"" + name + "\" was ended");
    }
    return runner.reprocessLate();
  }

  /** Ends the query without closing its windows; whoever waits for its end is told. */
  @Override
  public void close() {
    close("query \"" + name + "\" was ended");
  }

  /** As {@link #close()}, with what whoever waits is told. */
  void close(String text) {
    closing = true;
    if (thread != null) {
      thread.interrupt();
    } else {
      sharing().thread().runner().wakeup().signal();
    }
    if (!runner.isFinished() && failure == null) {
      pipeline.sink().fail(SashException.of(ErrorCode.CLOSED, text));
    }
  }
}
