package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import dev.sash.runtime.WatermarkGenerator.Stops;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes several queries of one stream go, on one thread: those that stand at the same place of the
 * stream take the next batch together, into {@link SharedPanes}. The one that is furthest behind is
 * first, so a query that is new or was held comes to where the others are, and is with them from
 * then on. A query that stands alone takes its rows as {@link PipelineRunner} would.
 *
 * <p>A batch is cut where any of the queries would cut it. All that depends on time is done by each
 * for itself, with a time of its own.
 */
public final class SharedRunner {
  /** How long rows wait in shared panes when no more come. */
  private static final long LINGER_MILLIS = 50;

  /** After so many batches queries are told how late the rows were. */
  private static final int BATCHES_COUNTED = 256;

  private final Wakeup wakeup = new Wakeup();
  private final List<SharedMember> members = new ArrayList<>();
  private final DelayHistogram uncounted = new DelayHistogram();
  private @Nullable SharedPanes panes;
  private List<SharedMember> together = List.of();
  private @Nullable SharedCalc calc;
  private int uncountedBatches;
  private boolean lingers;

  /** Whether windows are made of common panes that are not much shorter than those of each. */
  public static boolean haveCommonPanes(List<WindowSpec.Hop> windows) {
    return SharedGrid.fits(windows);
  }

  /** Is signalled when there is something to do; the inputs of all queries signal it. */
  public Wakeup wakeup() {
    return wakeup;
  }

  /** Takes a query in. */
  public void add(SharedMember member) {
    members.add(member);
    member.attempt(member.own()::begin);
  }

  /** Lets a query go: it has ended or is to end. */
  public void remove(SharedMember member) {
    members.remove(member);
    if (together.contains(member)) {
      part();
    }
  }

  /**
   * Takes in one batch, or waits for one.
   *
   * @param maxWaitMillis how long to wait when there is nothing to do
   */
  public void step(long maxWaitMillis) throws InterruptedException {
    answerRequests();
    boolean worked = takeRows();
    for (SharedMember member : members) {
      boolean isOver = member.takesRows() && member.subscription().isAtEnd();
      if (isOver) {
        member.attempt(() -> member.own().takeRows());
        member.tookRows();
      }
      worked |= member.settle();
    }
    if (worked) {
      lingers = true;
    } else {
      rest(maxWaitMillis);
    }
  }

  private void answerRequests() {
    for (SharedMember member : members) {
      if (member.own().hasRequests()) {
        takeOver();
        member.attempt(member.own()::answerRequests);
      }
    }
  }

  private void rest(long maxWaitMillis) throws InterruptedException {
    long wait = maxWaitMillis;
    for (SharedMember member : members) {
      if (!member.own().isHeld()) {
        wait = Math.min(wait, member.own().waitMillis(maxWaitMillis));
      }
    }
    if (lingers) {
      wait = Math.min(wait, LINGER_MILLIS);
    } else {
      takeOver();
    }
    lingers = false;
    wakeup.await(wait);
  }

  /** Works off what a query has waiting, and with it what others have. */
  void catchUp(SharedMember member) {
    StreamHub.Subscription waiting = member.subscription();
    long target = waiting.endPosition();
    while (member.takesRows() && waiting.position() < target) {
      if (!takeRows()) {
        takeAlone(member, waiting.poll(0));
      }
    }
    takeOver();
  }

  // Rows

  /** Those that are furthest behind take their next batch; whether there was one. */
  private boolean takeRows() {
    List<SharedMember> next = furthestBehind();
    if (next.stream().anyMatch(member -> member.subscription().waitingBatches() == 0)) {
      return false;
    }
    List<ColumnBatch> batches = new ArrayList<>();
    next.forEach(member -> batches.add(member.subscription().poll(0)));
    List<SharedMember> sharing = new ArrayList<>();
    for (int i = 0; i < next.size(); i++) {
      if (batches.get(i) == batches.get(0)
          && next.get(i).generator().standsWith(next.get(0).generator())) {
        sharing.add(next.get(i));
      } else {
        takeAlone(next.get(i), batches.get(i));
      }
    }
    if (sharing.size() > 1) {
      takeTogether(sharing, batches.get(0));
    } else if (sharing.size() == 1) {
      takeAlone(sharing.get(0), batches.get(0));
    }
    return !next.isEmpty();
  }

  private List<SharedMember> furthestBehind() {
    List<SharedMember> behind = new ArrayList<>();
    long least = Long.MAX_VALUE;
    for (SharedMember member : members) {
      if (member.takesRows()) {
        long position = member.subscription().position();
        if (position < least) {
          behind.clear();
          least = position;
        }
        if (position == least) {
          behind.add(member);
        }
      }
    }
    return behind;
  }

  private void takeAlone(SharedMember member, @Nullable ColumnBatch batch) {
    if (together.contains(member)) {
      part();
    }
    if (batch != null) {
      member.tookRows();
      member.attempt(() -> member.own().work(member.source(), batch));
    }
  }

  private void takeTogether(List<SharedMember> sharing, ColumnBatch batch) {
    SharedCalc shared = meet(sharing);
    SharedMember lead = sharing.get(0);
    for (SharedMember member : sharing) {
      member.tookRows();
      member.attempt(() -> start(member, lead, batch));
    }
    PipelineInput source = lead.source();
    while (source.arrival() != null) {
      advance(sharing, shared);
    }
    for (SharedMember member : sharing) {
      member.attempt(member.own().operators()::batchEnd);
    }
    if (++uncountedBatches == BATCHES_COUNTED) {
      count();
    }
    if (panes != null && panes.isFull()) {
      part();
    }
  }

  private static void start(SharedMember member, SharedMember lead, ColumnBatch batch) {
    QueryTime time = member.pipeline().time();
    member.own().live().beforeRows(time);
    member.generator().clampFutureWith(lead.generator());
    member.source().start(new Arrival(batch, member.generator(), time), time.nowMillis());
  }

  /** Feeds one run of rows, and lets each query do what is due before and after it. */
  private void advance(List<SharedMember> sharing, SharedCalc shared) {
    SharedMember lead = sharing.get(0);
    PipelineInput source = lead.source();
    WatermarkGenerator generator = lead.generator();
    Arrival arrival = source.arrival();
    if (arrival == null) {
      return;
    }
    long eventTime = source.nextEventTime(generator.eventTimeColumn());
    int from = source.position();
    long futureRows = generator.futureRows();
    int to = generator.advance(arrival, from, stops(sharing, eventTime));
    if (to == from) {
      for (SharedMember member : sharing) {
        if (member.own().ticks().beforeRowsAfter() < eventTime) {
          member.attempt(() -> member.own().ticks().before(eventTime));
        }
      }
      return;
    }
    feed(sharing, shared, new Rows(arrival.batch(), from, to, arrival, null));
    long[] times = arrival.batch().longs(generator.eventTimeColumn()).values();
    uncounted.addRows(times, from, to, generator.streamTime());
    for (SharedMember member : sharing) {
      if (member != lead) {
        member.generator().goWith(generator, futureRows);
      }
      member.source().passTo(to);
      member.attempt(() -> member.own().operators().follow(member.pipeline().time()));
    }
  }

  private static Stops stops(List<SharedMember> sharing, long eventTime) {
    long before = Long.MAX_VALUE;
    long reach = Long.MAX_VALUE;
    for (SharedMember member : sharing) {
      if (member.isWell()) {
        DueTicks ticks = member.own().ticks();
        ticks.startFrom(eventTime);
        before = Math.min(before, ticks.beforeRowsAfter());
        long boundary = member.own().operators().nextBoundary();
        reach = Math.min(reach, member.pipeline().time().reach(member.generator(), boundary));
      }
    }
    return new Stops(before, reach, Long.MAX_VALUE);
  }

  private static void feed(List<SharedMember> sharing, SharedCalc shared, Rows rows) {
    try {
      shared.rows(rows);
    } catch (RuntimeException | Error e) {
      sharing.forEach(member -> member.fail(e));
    }
  }

  // Who shares

  /** The panes of queries that take a batch together; those of others are given up. */
  private SharedCalc meet(List<SharedMember> sharing) {
    SharedCalc known = calc;
    if (known != null && together.equals(sharing)) {
      return known;
    }
    part();
    together = List.copyOf(sharing);
    SharedPanes met = new SharedPanes(together);
    panes = met;
    uncounted.follow(together.get(0).source().delays());
    SharedCalc made = new SharedCalc(together, met);
    calc = made;
    return made;
  }

  private void part() {
    count();
    if (panes != null) {
      panes.dissolve();
    }
    panes = null;
    calc = null;
    together = List.of();
  }

  private void takeOver() {
    count();
    if (panes != null) {
      panes.takeOverAll();
    }
  }

  /** Tells queries how late the rows were. */
  private void count() {
    if (uncountedBatches > 0) {
      together.forEach(member -> member.source().delays().add(uncounted));
      uncounted.clear();
      uncountedBatches = 0;
    }
  }
}
