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
  private @Nullable Arrival arrival;
  private int position;
  private long lastArrivalMillis;
  private final AtomicLong rowsRead = new AtomicLong();

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

  /** Whether rows are handed on as results, with what identifies them. */
  boolean takesResults() {
    return !resultConsumers.isEmpty();
  }

  void emit(Emission emission) {
    resultConsumers.forEach(consumer -> consumer.emit(emission));
    rowsRead.addAndGet(emission.rows().rowCount());
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
    lastArrivalMillis = nowMillis;
    generator.idle(false);
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
    position = to;
    if (to == current.batch().rowCount()) {
      arrival = null;
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

  long lastArrivalMillis() {
    return lastArrivalMillis;
  }

  void arrivedNow(long nowMillis) {
    lastArrivalMillis = nowMillis;
  }
}
