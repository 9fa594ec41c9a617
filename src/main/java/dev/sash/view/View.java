package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.Emission;
import dev.sash.runtime.LateRows;
import dev.sash.runtime.Sink;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a continuous query, for any number of readers while one thread writes.
 *
 * <p>The writer works on its own references to immutable lists; {@link #publish} makes them visible
 * by swapping one volatile reference. A reader keeps the {@link Moment} that it took, so {@code v},
 * {@code latest.v}, {@code changes.v} and {@code late.v} agree with each other. Neither waits for
 * the other, and a publish costs what has changed, not what is stored.
 *
 * <p>The methods of {@link Sink} are for the writer's thread, all others for any thread.
 */
public final class View implements Sink {
  private final ViewDefinition definition;
  private final ViewLayout layout;
  private final WindowMerge merge;
  private final Expiry expiry;
  private final RowOrder latestKeys;
  private final ChangeListeners listeners = new ChangeListeners();
  private final CountDownLatch ended = new CountDownLatch(1);

  private volatile ViewState state;
  private volatile @Nullable SashException failure;
  private volatile boolean complete;

  // the writer's, not yet published
  private SegmentList rows = SegmentList.EMPTY;
  private RowLog appended;
  private RowLog changes;
  private RowLog late;
  private long nextSequence = 1;
  private final List<ColumnBatch> newlyAppended = new ArrayList<>();

  /** By window end, rows that were part of the result once: their revisions go on. */
  private final TreeMap<Long, ColumnBatch> removed = new TreeMap<>();

  /** How a view is doing. */
  public enum State {
    /** More may come. */
    RUNNING,
    /** The input has ended and everything is there. */
    COMPLETED,
    /** The query ended with an error. */
    FAILED
  }

  /** A view without rows. */
  public View(ViewDefinition definition) {
    this.definition = definition;
    layout = new ViewLayout(definition.shape(), definition.lateSchema());
    merge = new WindowMerge(layout);
    expiry = new Expiry(definition.retention(), definition.limits().rows());
    latestKeys = new RowOrder(layout.stored(), definition.shape().keyColumns());
    appended = RowLog.keeping(definition.limits().rows());
    changes = RowLog.keeping(definition.limits().changelogRows());
    late = RowLog.keeping(definition.limits().lateRows());
    state = new ViewState(0, content(Long.MIN_VALUE), latestKeys);
  }

  private ViewState.Content content(long closedEnd) {
    return new ViewState.Content(rows, appended, changes, late, closedEnd, complete);
  }

  /** What it was made from. */
  public ViewDefinition definition() {
    return definition;
  }

  /** {@code v}: the latest revision of each row, or all rows of a query without aggregation. */
  public Relation rows() {
    return ViewRelation.rows(this, layout);
  }

  /** The visible columns of the rows of {@code v}, for a query over them. */
  public List<ColumnBatch> visibleRows() throws InterruptedException {
    ViewState moment = moment();
    Snapshot rows = definition.shape().appendOnly() ? moment.appended() : moment.rows();
    List<Integer> visible =
        IntStream.range(0, definition.shape().visibleColumns()).boxed().toList();
    return rows.segments().stream()
        .map(s -> s.rows().project(definition.shape().visibleSchema(), visible))
        .toList();
  }

  /** {@code latest.v}, or null for a query without aggregation: its rows have no key. */
  public @Nullable Relation latest() {
    return definition.shape().appendOnly() ? null : ViewRelation.latest(this, layout);
  }

  /** {@code changes.v}. */
  public Relation changes() {
    return ViewRelation.changes(this, layout);
  }

  /** {@code late.v}. */
  public Relation late() {
    return ViewRelation.late(this, layout);
  }

  @Override
  public void emit(Emission emission) {
    if (emission.rows().rowCount() == 0) {
      return;
    }
    if (definition.shape().appendOnly()) {
      ColumnBatch stored =
          layout.store(emission.rows(), emission, new int[emission.rows().rowCount()]);
      newlyAppended.add(stored);
      checkSize(
          appended.rowCount() + newlyAppended.stream().mapToLong(ColumnBatch::rowCount).sum());
      log(stored, new int[stored.rowCount()]);
      return;
    }
    int windowEnd = definition.shape().windowEnd();
    long end = windowEnd < 0 ? 0 : emission.rows().longs(windowEnd).values()[0];
    int from = rows.firstAtOrAfter(end);
    int to = rows.firstAfter(end);
    WindowMerge.Window window =
        new WindowMerge.Window(end, rows.subList(from, to), removed.get(end));
    WindowMerge.Outcome outcome =
        emission.removed() ? merge.remove(window, emission) : merge.put(window, emission);
    rows = rows.replace(from, to, outcome.window().segments());
    ColumnBatch gone = outcome.window().removed();
    if (gone != null) {
      removed.put(end, gone);
    }
    log(outcome.changed(), outcome.operations());
    checkSize(rows.rowCount());
  }

  private void log(ColumnBatch changed, int[] operations) {
    changes = changes.append(layout.changes(changed, operations, nextSequence), 0);
    nextSequence += changed.rowCount();
  }

  /** Where old windows cannot make room, or must not, too many rows are an error. */
  private void checkSize(long rowCount) {
    boolean whole = definition.retention() instanceof Retention.Whole;
    boolean global = !definition.shape().appendOnly() && definition.shape().windowEnd() < 0;
    if ((whole || global) && rowCount > definition.limits().rows()) {
      throw SashException.of(
              ErrorCode.LIMIT_EXCEEDED,
              "view \""
                  + definition.name()
                  + "\" would have more than "
                  + definition.limits().rows()
                  + " rows")
          .hint(
              whole
                  ? "SET view_rows to more, or leave RETAIN ALL out: the oldest rows then make room"
                  : "group by fewer keys, or by a window: old windows make room for new ones");
    }
  }

  @Override
  public void late(LateRows rows) {
    late = late.append(layout.late(rows), 0);
  }

  @Override
  public void publish(long streamTime, long closedEnd) {
    for (ColumnBatch batch : newlyAppended) {
      appended = appended.append(batch, streamTime);
    }
    newlyAppended.clear();
    appended = expiry.expire(appended, streamTime);
    int expired = expiry.expired(rows, streamTime, closedEnd);
    if (expired > 0) {
      removed.headMap(rows.get(expired - 1).windowEnd(), true).clear();
      rows = rows.replace(0, expired, List.of());
    }
    ViewState.Content next = content(closedEnd);
    if (!next.isSame(state.content())) {
      show(next);
    }
  }

  private void show(ViewState.Content content) {
    state = new ViewState(state.version() + 1, content, latestKeys);
    listeners.changed();
  }

  @Override
  public void complete() {
    complete = true;
    show(content(state.content().closedEnd()));
    ended.countDown();
  }

  @Override
  public void fail(SashException cause) {
    failure = cause;
    ended.countDown();
    listeners.changed();
  }

  /** How it is doing. */
  public State state() {
    return failure != null ? State.FAILED : complete ? State.COMPLETED : State.RUNNING;
  }

  /** The error that ended the query, or null. */
  public @Nullable SashException failure() {
    return failure;
  }

  /**
   * Waits for the end of the query.
   *
   * @return whether it has ended
   * @throws SashException when it has failed
   */
  public boolean awaitEnd(long maxWaitMillis) throws InterruptedException {
    boolean hasEnded = ended.await(maxWaitMillis, TimeUnit.MILLISECONDS);
    SashException cause = failure;
    if (cause != null) {
      throw cause;
    }
    return hasEnded;
  }

  /** Whether a reader need not wait, after waiting for it. */
  boolean awaitReadable(long maxWaitMillis) throws InterruptedException {
    return !definition.boundedSources() || ended.await(maxWaitMillis, TimeUnit.MILLISECONDS);
  }

  /** The content for a reader: of a view that ends by itself, its final content. */
  ViewState moment() throws InterruptedException {
    if (definition.boundedSources()) {
      ended.await();
      SashException cause = failure;
      if (cause != null) {
        throw cause;
      }
    }
    return state;
  }

  /** The content as it is published now; never waits. */
  ViewState published() {
    return state;
  }

  ChangeListeners listeners() {
    return listeners;
  }
}
