package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One stream as a pipeline reads it: its source, its watermark, the batch being worked on, and the
 * operators that take its rows. Used by the pipeline's thread; the counters may be read by any.
 */
public final class PipelineInput {
  private final String stream;
  private final Source source;
  private final WatermarkGenerator generator;
  private final @Nullable RevisionSource revisions;
  private final List<RowConsumer> consumers = new ArrayList<>();
  private final List<ResultConsumer> resultConsumers = new ArrayList<>();
  private @Nullable Revision revision;
  private long settledEnd = WatermarkGenerator.NONE;
  private @Nullable Arrival arrival;
  private int position;
  private LiveTime.@Nullable Limits limits;
  private @Nullable String partition;
  private final AtomicLong rowsRead = new AtomicLong();
  private final AtomicLong rowsMissed = new AtomicLong();
  private final DelayHistogram delays = new DelayHistogram();

  /** An input of the given stream. */
  public PipelineInput(String stream, Source source, WatermarkGenerator generator) {
    this.stream = stream;
    this.source = source;
    this.generator = generator;
    revisions = null;
  }

  /** An input that reads a view. */
  public PipelineInput(String view, RevisionSource revisions, WatermarkGenerator generator) {
    stream = view;
    source = new BatchSource(List.of());
    this.revisions = revisions;
    this.generator = generator;
  }

  /** Adds an operator that takes the results of a view. */
  public void feedResults(ResultConsumer consumer) {
    resultConsumers.add(consumer);
  }

  /** What a view sends, or null where a stream is read. */
  @Nullable RevisionSource revisions() {
    return revisions;
  }

  /** What the view has sent and nobody has worked off yet, or null. */
  @Nullable Revision revision() {
    return revision;
  }

  void revision(@Nullable Revision next) {
    revision = next;
  }

  /** Whether there is something to work off. */
  boolean hasWork() {
    return arrival != null || revision != null;
  }

  /** Batches of a stream that is pushed that wait to be taken. */
  int waitingBatches() {
    return source instanceof StreamHub.Subscription pushed ? pushed.waitingBatches() : 0;
  }

  /** The next of {@link #waitingBatches}, or null. */
  @Nullable ColumnBatch pollWaiting() {
    return source instanceof StreamHub.Subscription pushed ? pushed.poll(0) : null;
  }

  /** Whether rows are handed on as results, with what identifies them. */
  boolean takesResults() {
    return !resultConsumers.isEmpty();
  }

  void emit(Emission emission) {
    resultConsumers.forEach(consumer -> consumer.emit(emission));
    rowsRead.addAndGet(emission.rows().rowCount());
  }

  /** Windows of the view that end here or before do not change any more. */
  void settled(long end) {
    settledEnd = Math.max(settledEnd, end);
  }

  /** The newest window end up to which nothing that comes changes results that have come. */
  public long settledEnd() {
    return takesResults() ? settledEnd : Long.MAX_VALUE;
  }

  /** Adds an operator that takes the rows: one for each place in the query that reads them. */
  public void feed(RowConsumer consumer) {
    consumers.add(consumer);
  }

  /** Ends its source. */
  public void close() {
    source.close();
    if (revisions != null) {
      revisions.close();
    }
  }

  /** The stream's name. */
  public String stream() {
    return stream;
  }

  /** Its watermark. */
  public WatermarkGenerator generator() {
    return generator;
  }

  /** Rows taken in so far. */
  public long rowsRead() {
    return rowsRead.get();
  }

  /** Lets go of a stream that is pushed; any other source keeps its place by itself. */
  public void detach() {
    if (source instanceof StreamHub.Subscription subscription) {
      subscription.detach();
    }
  }

  /**
   * Ends {@link #detach}.
   *
   * @return rows that the stream no longer keeps
   */
  public long attach() throws InterruptedException {
    long missed = source instanceof StreamHub.Subscription pushed ? pushed.attach() : 0;
    rowsMissed.addAndGet(missed);
    return missed;
  }

  /** Rows that came while it had let go and that the stream no longer keeps. */
  public long rowsMissed() {
    return rowsMissed.get();
  }

  /** Rows that wait to be taken in. */
  public long rowsWaiting() {
    long read = rowsRead();
    return Math.max(0, source.rowsAccepted() - read);
  }

  /** How far its rows were behind the stream time when they came. */
  public DelayHistogram delays() {
    return delays;
  }

  /** The engine clock when rows came last, or when the query began. */
  public long lastArrivalMillis() {
    return generator.lastArrivalMillis();
  }

  /** How this input is watched in a live query, where it differs from the query's limits. */
  public PipelineInput within(LiveTime.Limits own) {
    limits = own;
    return this;
  }

  LiveTime.@Nullable Limits limits() {
    return limits;
  }

  /** Names the part of the stream that the input reads, where several read one stream. */
  public PipelineInput ofPartition(String name) {
    partition = name;
    return this;
  }

  /** The part of the stream that it reads, such as a file, or null for all of it. */
  public @Nullable String partition() {
    return partition;
  }

  Source source() {
    return source;
  }

  /** The batch being worked on, or null. */
  @Nullable Arrival arrival() {
    return arrival;
  }

  int position() {
    return position;
  }

  void start(Arrival batch, long nowMillis) {
    arrival = batch;
    position = 0;
    generator.arrivedAt(nowMillis);
  }

  /** Hands on the rows up to the given one. */
  void feedTo(int to) {
    Arrival current = arrival;
    if (current == null || to == position) {
      return;
    }
    Rows rows = new Rows(current.batch(), position, to, current, null);
    for (RowConsumer consumer : consumers) {
      consumer.rows(rows);
    }
    rowsRead.addAndGet(to - position);
    int column = generator.eventTimeColumn();
    if (column >= 0) {
      delays.addRows(current.batch().longs(column).values(), position, to, generator.streamTime());
    }
    position = to;
    if (to == current.batch().rowCount()) {
      arrival = null;
    }
  }

  /**
   * Rows have been worked off elsewhere, up to the given one; how late they were is told to {@link
   * #delays} there.
   */
  void passTo(int to) {
    Arrival current = arrival;
    if (current != null) {
      rowsRead.addAndGet(to - position);
      position = to;
      arrival = to == current.batch().rowCount() ? null : current;
    }
  }

  /** The event time of the next row. */
  long nextEventTime(int eventTimeColumn) {
    Arrival current = arrival;
    if (current == null) {
      throw new IllegalStateException("no batch is being worked on: stream=" + stream);
    }
    ColumnBatch batch = current.batch();
    return batch.longs(eventTimeColumn).values()[position];
  }
}
