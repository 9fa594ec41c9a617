package dev.sash.session;

import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.WatermarkSpec;
import dev.sash.data.ColumnBatch;
import dev.sash.data.LongColumn;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.Partitioning;
import dev.sash.runtime.PipelineInput;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceFactory;
import dev.sash.runtime.SourcePartition;
import dev.sash.runtime.SourceSpec;
import dev.sash.runtime.StreamHub;
import dev.sash.runtime.Wakeup;
import dev.sash.view.ErrorRows;
import dev.sash.view.StreamTail;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stream as the engine holds it. A bounded connector is read anew by each query; any other stream
 * has a hub, into which its rows are pushed.
 *
 * @param factory its connector, or null when rows are inserted
 * @param hub what pushes rows to its readers, or null when each reader reads for itself
 * @param feeder the thread that reads an endless connector into the hub, or null
 * @param tail its newest rows, as a table
 * @param time what makes the watermarks of its readers
 * @param arrivals what fills the columns that say when a row arrived
 */
record StreamEntry(
    StreamDefinition definition,
    SourceSpec spec,
    @Nullable SourceFactory factory,
    @Nullable StreamHub hub,
    @Nullable HubFeeder feeder,
    ErrorRows errors,
    StreamTail tail,
    StreamTime time,
    ArrivalTimes arrivals) {

  String name() {
    return definition.name();
  }

  /** Whether its input ends by itself. */
  boolean isBounded() {
    return definition.bounded();
  }

  /** Why an endless connector gives no rows now, or null. */
  @Nullable String trouble() {
    return feeder == null ? null : feeder.trouble();
  }

  /** Begins to read an endless connector. */
  void start() {
    if (feeder != null) {
      feeder.start();
    }
  }

  /**
   * The readers for a continuous query, one for each partition of the input: from the beginning, or
   * from the retained rows on.
   */
  List<PipelineInput> inputs(Wakeup wakeup) {
    if (hub != null) {
      return List.of(input(hub.subscribe(wakeup)));
    }
    List<SourcePartition> partitions =
        factory == null ? List.of() : factory.openPartitions(spec, errors);
    if (partitions.size() > time.maxPartitions()) {
      partitions.forEach(partition -> partition.source().close());
      throw SashException.of(
              ErrorCode.LIMIT_EXCEEDED,
              "stream \"" + name() + "\" has " + partitions.size() + " partitions")
          .hint("raise the limit with SET " + Partitioning.SETTING);
    }
    return partitions.isEmpty()
        ? List.of(input(open()))
        : partitions.stream()
            .map(part -> input(arrivals.over(part.source())).ofPartition(part.name()))
            .toList();
  }

  /** A reader for a query that ends: over what is there now. */
  PipelineInput finiteInput() {
    return new PipelineInput(name(), hub == null ? open() : hub.tailSource(), time.ofFiniteQuery());
  }

  private PipelineInput input(Source source) {
    return new PipelineInput(name(), source, time.generator());
  }

  /** Opens the connector at the beginning. */
  Source open() {
    if (factory == null) {
      throw new IllegalStateException("a stream without connector has a hub: name=" + name());
    }
    return arrivals.over(factory.open(spec, errors));
  }

  /**
   * Takes in rows that a client has committed; those without event time become error rows.
   *
   * @throws InterruptedException when the client gives up while a full queue makes it wait
   */
  void deliver(List<ColumnBatch> batches) throws InterruptedException {
    if (hub == null) {
      throw new IllegalStateException("only streams without connector take rows: name=" + name());
    }
    List<ColumnBatch> good = new ArrayList<>();
    for (ColumnBatch batch : batches) {
      ColumnBatch timed = withEventTime(arrivals.isNeeded() ? arrivals.fill(batch) : batch);
      if (timed.rowCount() > 0) {
        good.add(timed);
      }
    }
    if (!good.isEmpty()) {
      hub.publish(good);
    }
  }

  private ColumnBatch withEventTime(ColumnBatch batch) {
    WatermarkSpec watermark = definition.watermark();
    if (watermark == null) {
      return batch;
    }
    LongColumn times = batch.longs(watermark.eventTimeColumn());
    if (!times.hasNulls()) {
      return batch;
    }
    int[] kept = new int[batch.rowCount()];
    int count = 0;
    for (int row = 0; row < kept.length; row++) {
      if (times.isNull(row)) {
        errors.report("insert", 0, missingEventTime(watermark), RowText.of(batch, row));
      } else {
        kept[count++] = row;
      }
    }
    return count == kept.length ? batch : batch.gather(kept, count);
  }

  private String missingEventTime(WatermarkSpec watermark) {
    return "column \""
        + definition.schema().field(watermark.eventTimeColumn()).name()
        + "\" is NULL: a row without event time belongs to no window";
  }

  void close() {
    if (feeder != null) {
      feeder.close();
    }
    if (hub != null) {
      hub.end();
    }
  }
}
