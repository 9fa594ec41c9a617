package dev.sash.session;

import dev.sash.runtime.Parallel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads that work off shards, shared by all queries of an engine: one less than there are
 * processors, started when they are needed and gone after ten idle seconds.
 *
 * <p>Parts of a piece of work are taken by whoever is free, the caller among them. So work goes on
 * when all threads are busy or the pool is closed: the caller does it alone.
 */
final class ShardPool implements Parallel, AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final int threadCount = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
  private final AtomicInteger started = new AtomicInteger();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          threadCount,
          threadCount,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          this::thread);

  ShardPool() {
    threads.allowCoreThreadTimeOut(true);
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work, "sash-shards-" + started.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  /** One piece of work. */
  private static final class Job implements Runnable {
    final int parts;
    final IntConsumer work;
    final AtomicInteger next = new AtomicInteger();
    final CountDownLatch left;
    final @Nullable Throwable[] failures;

    Job(int parts, IntConsumer work) {
      this.parts = parts;
      this.work = work;
      left = new CountDownLatch(parts);
      failures = new Throwable[parts];
    }

    /** Does parts until none is left. */
    @Override
    public void run() {
      for (int part = next.getAndIncrement(); part < parts; part = next.getAndIncrement()) {
        try {
          work.accept(part);
        } catch (Throwable e) {
          failures[part] = e;
        } finally {
          left.countDown();
        }
      }
    }

    /** Waits for parts that others do. An interruption is for the caller: it sees it afterwards. */
    void await() {
      boolean interrupted = false;
      while (true) {
        try {
          left.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    void throwFailure() {
      for (Throwable failure : failures) {
        if (failure instanceof RuntimeException exception) {
          throw exception;
        }
        if (failure instanceof Error error) {
          throw error;
        }
      }
    }
  }

  @Override
  public void run(int parts, IntConsumer work) {
    Job job = new Job(parts, work);
    try {
      for (int i = Math.min(parts - 1, threadCount); i > 0; i--) {
        threads.execute(job);
      }
    } catch (RejectedExecutionException e) {
      // closed: the caller does what is left
    }
    job.run();
    job.await();
    job.throwFailure();
  }

  @Override
  public void start(Runnable work) {
    try {
      threads.execute(work);
    } catch (RejectedExecutionException e) {
      // closed: whoever waits for the work does it
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
