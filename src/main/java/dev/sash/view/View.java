package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Interleave;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
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
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a continuous query, for any number of readers while one thread writes.
 *
 * <p>The writer works on its own references to immutable lists; {@link #publish} hands them to the
 * {@link ViewGroup}, which makes them visible by swapping one volatile reference. A reader keeps
 * the {@link Moment} that it took, so {@code v}, {@code latest.v}, {@code changes.v} and {@code
 * late.v} agree with each other. Neither waits for the other, and a publish costs what has changed,
 * not what is stored.
 *
 * <p>The methods of {@link Sink} are for the writer's thread, all others for any thread.
 */
public final class View implements Sink {
  /** The {@code seq} of the first change. */
  static final long FIRST_SEQUENCE = 1;

  /** How often a waiting reader looks whether the view rests. */
  private static final long READABLE_CHECK_MILLIS = 100;

  private final ViewDefinition definition;
  private final ViewLayout layout;
  private final WindowMerge merge;
  private final Expiry expiry;
  private final ViewState.LatestKeys latestKeys;
  private final ViewActivity activity = new ViewActivity();
  private final ChangeListeners listeners = new ChangeListeners();
  private final CountDownLatch ended = new CountDownLatch(1);

  private final ViewGroup group;
  private final GroupMember member;

  /** What is shown; of a view in a group, the group's moment says. */
  private volatile ViewState last;

  private volatile @Nullable SashException failure;
  private volatile boolean complete;
  private volatile boolean resting;

  // the writer's: what it has published last, and what it has not yet published
  private ViewState state;
  private Mark mark = Mark.NONE;
  private SegmentList rows = SegmentList.EMPTY;
  private RowLog appended;
  private RowLog changes;
  private RowLog late;
  private final AwaitedReaders awaited = new AwaitedReaders();
  private long nextSequence = FIRST_SEQUENCE;
  private final List<ColumnBatch> newlyAppended = new ArrayList<>();

  /** By window end, rows that were part of the result once: their revisions go on. */
  private final TreeMap<Long, List<Segment>> removed = new TreeMap<>();

  /** How a view is doing. */
  public enum State {
    /** More may come. */
    RUNNING,
    /** The input has ended and everything is there. */
    COMPLETED,
    /** The query ended with an error. */
    FAILED
  }

  /** A view without rows that shows by itself what it publishes. */
  public View(ViewDefinition definition) {
    this(definition, ViewGroup.alone());
  }

  /** A view without rows that shows what it publishes together with the others of its group. */
  public View(ViewDefinition definition, ViewGroup group) {
    this.definition = definition;
    layout = new ViewLayout(definition.shape(), definition.lateSchema(), definition.ownWindows());
    merge = new WindowMerge(layout);
    expiry = new Expiry(definition.retention(), definition.limits().rows());
    latestKeys = latestKeys(definition, layout);
    appended = RowLog.keeping(definition.limits().rows());
    changes = RowLog.keeping(definition.limits().changelogRows());
    late = RowLog.keeping(definition.limits().lateRows());
    state = new ViewState(0, content(Long.MIN_VALUE), latestKeys);
    last = state;
    this.group = group;
    member = group.join(this, state);
  }

  /** The bounds of windows that are counted in rows are the last two parts of the key. */
  private static ViewState.LatestKeys latestKeys(ViewDefinition definition, ViewLayout layout) {
    List<Integer> keys = definition.shape().keyColumns();
    boolean counted = definition.ownWindows() && definition.shape().windowEnd() < 0;
    List<Integer> named = counted ? keys.subList(0, keys.size() - 2) : keys;
    return new ViewState.LatestKeys(new RowOrder(layout.stored(), named), counted);
  }

  private ViewState.Content content(long closedEnd) {
    return new ViewState.Content(rows, appended, changes, nextSequence, late, closedEnd, complete);
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
    ViewState moment = moment().of(this);
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

  /**
   * The changes from now on as they happen, if asked for behind the rows that are there now.
   *
   * @param onClose is given the reader when it is closed; more than once, perhaps
   */
  public RowStream subscribe(boolean snapshot, Consumer<RowStream> onClose) {
    return ChangeReader.fromNow(this, layout, snapshot, onClose);
  }

  /**
   * As {@link #subscribe} with the rows that are there now, for a reader that the view waits for
   * where its inputs end: it is not overrun, unless by changes that are shown at once and are more
   * than the changelog keeps.
   */
  public RowStream subscribeAwaited(Consumer<RowStream> onClose) {
    ChangeReader reader = ChangeReader.fromNow(this, layout, true, onClose);
    if (definition.boundedSources()) {
      awaited.add(reader);
    }
    return reader;
  }

  /**
   * The changes from a sequence on, as they happen.
   *
   * @throws SashException when it is no longer kept
   */
  public RowStream subscribeFrom(long sequence, Consumer<RowStream> onClose) {
    return ChangeReader.from(this, layout, sequence, onClose);
  }

  /** The columns of the changelog. */
  public Schema changesSchema() {
    return layout.changesSchema();
  }

  /** The number of the last change that is shown, 0 before the first. */
  public long lastSequence() {
    return published().content().nextSequence() - 1;
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
      ColumnBatch stored = layout.storeNew(emission);
      newlyAppended.add(stored);
      checkSize(
          appended.rowCount() + newlyAppended.stream().mapToLong(ColumnBatch::rowCount).sum());
      log(stored, layout.insertions(stored.rowCount()), emission);
      return;
    }
    int windowEnd = definition.shape().windowEnd();
    if (windowEnd < 0) {
      merge(emission, 0);
    } else {
      emitByWindow(emission, emission.rows().longs(windowEnd).values());
    }
    checkSize(rows.rowCount());
  }

  /** Windows of different keys may end at different times: sessions. */
  private void emitByWindow(Emission emission, long[] ends) {
    int count = emission.rows().rowCount();
    int from = 0;
    while (from < count) {
      int to = from + 1;
      while (to < count && ends[to] == ends[from]) {
        to++;
      }
      ColumnBatch window =
          to - from == count ? emission.rows() : Interleave.slice(emission.rows(), from, to);
      merge(emission.withRows(window), ends[from]);
      from = to;
    }
  }

  private void merge(Emission emission, long end) {
    int from = rows.firstAtOrAfter(end);
    int to = rows.firstAfter(end);
    List<Segment> gone = removed.getOrDefault(end, List.of());
    WindowMerge.Window window = new WindowMerge.Window(end, rows.subList(from, to), gone);
    WindowMerge.Outcome outcome =
        emission.removed() ? merge.remove(window, emission) : merge.put(window, emission);
    rows = rows.replace(from, to, outcome.window().segments());
    if (!outcome.window().removed().isEmpty()) {
      removed.put(end, outcome.window().removed());
    }
    log(outcome.changed(), outcome.operations(), emission);
  }

  private void log(ColumnBatch changed, int[] operations, Emission emission) {
    activity.changed(changed.rowCount(), emission.emittedAt());
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
    activity.late(rows);
  }

  @Override
  public void reached(long rowsTaken, long lastTick, long nextTick) {
    mark = new Mark(rowsTaken, lastTick, nextTick);
  }

  @Override
  public void replaceLate(List<LateRows> rows) {
    late = RowLog.keeping(definition.limits().lateRows());
    rows.forEach(this::late);
  }

  @Override
  public void publish(long streamTime, long closedEnd) {
    for (ColumnBatch batch : newlyAppended) {
      appended = appended.append(batch, expiry.mark(batch, streamTime));
    }
    newlyAppended.clear();
    long kept = rows.rowCount() + appended.rowCount();
    appended = expiry.expire(appended, streamTime);
    int expired = expiry.expired(rows, streamTime, closedEnd);
    if (expired > 0) {
      removed.headMap(rows.get(expired - 1).windowEnd(), true).clear();
      rows = rows.replace(0, expired, List.of());
    }
    activity.expired(kept - rows.rowCount() - appended.rowCount());
    ViewState.Content next = content(newestClosedEnd(closedEnd));
    if (!next.isSame(state.content())) {
      state = new ViewState(state.version() + 1, next, latestKeys);
    }
    if (complete) {
      // it has left its group: REPROCESS LATE corrects a view that has ended
      last = state;
      listeners.changed();
    } else {
      group.publish(member, state, mark);
      awaited.await(nextSequence - definition.limits().changelogRows() / 2);
    }
  }

  /** Where each key has windows of its own, the newest closed one is the newest of all keys. */
  private long newestClosedEnd(long closedEnd) {
    if (definition.shape().windowEnd() < 0) {
      return Long.MIN_VALUE;
    }
    if (!definition.ownWindows()) {
      return closedEnd;
    }
    int open = rows.firstAfter(closedEnd);
    return open == 0 ? Long.MIN_VALUE : rows.get(open - 1).windowEnd();
  }

  /** Rows that it shows now; never waits. */
  public long rowCount() {
    ViewState.Content content = state.content();
    return content.rows().rowCount() + content.appended().rowCount();
  }

  /** What has happened to it. */
  public ViewActivity activity() {
    return activity;
  }

  @Override
  public void complete() {
    complete = true;
    ViewState.Content content = content(state.content().closedEnd());
    state = new ViewState(state.version() + 1, content, latestKeys);
    group.leave(member, state);
    end();
  }

  @Override
  public void fail(SashException cause) {
    failure = cause;
    group.leave(member);
    end();
  }

  private void end() {
    ended.countDown();
    listeners.changed();
  }

  /**
   * Says whether the query is held up on purpose. Then no other view of the group waits for it, and
   * readers of a view whose sources are all bounded do not wait for its end.
   */
  public void rest(boolean rests) {
    resting = rests;
    if (rests) {
      group.rest(member);
    }
  }

  /** The views it shows its moments together with. */
  public ViewGroup group() {
    return group;
  }

  /**
   * Waits until all that has been published is shown: until the other views of the group have come
   * as far, or have had their time.
   *
   * @return whether it is shown
   */
  public boolean awaitShown(long maxWaitMillis) throws InterruptedException {
    return group.awaitShown(member, maxWaitMillis);
  }

  /** Whether no more will be published, and everything that was is shown. */
  boolean hasEnded() {
    return ended.getCount() == 0;
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
    return !definition.boundedSources()
        || resting
        || ended.await(maxWaitMillis, TimeUnit.MILLISECONDS);
  }

  /** The content for a reader: of a view that ends by itself, its final content. */
  GroupMoment moment() throws InterruptedException {
    boolean readable = false;
    while (!readable) {
      readable = awaitReadable(READABLE_CHECK_MILLIS);
    }
    SashException cause = failure;
    if (definition.boundedSources() && cause != null) {
      throw cause;
    }
    return group.currentMoment();
  }

  /** The content as it is shown now; never waits. */
  ViewState published() {
    return group.moment().of(this);
  }

  /** The content as the writer has published it last, shown already or not. */
  ViewState newest() {
    return state;
  }

  /** The content that is shown outside of a group's moment. */
  ViewState last() {
    return last;
  }

  void last(ViewState shown) {
    last = shown;
  }

  AwaitedReaders awaited() {
    return awaited;
  }

  ChangeListeners listeners() {
    return listeners;
  }
}
