package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps what one shard sends during one call. */
final class ShardOutput {
  private final Place place = new Place();
  private final List<Sent> results = new ArrayList<>();
  private final List<Sent> late = new ArrayList<>();

  /**
   * Rows that were sent together.
   *
   * @param step the step of the place
   * @param places by row: the row of the run that it belongs to; null when that does not order it
   * @param emission what they are, of results
   * @param lateRows what they are, of late rows
   */
  record Sent(
      ColumnBatch rows,
      int step,
      int @Nullable [] places,
      @Nullable Emission emission,
      @Nullable LateRows lateRows) {}

  /** What the shard is to write to. */
  AggregateOutput output(OperatorTime time) {
    return new AggregateOutput(time, this::emit, this::late, place);
  }

  private void emit(Emission emission) {
    results.add(new Sent(emission.rows(), place.step(), place.rows(), emission, null));
  }

  private void late(LateRows rows) {
    late.add(new Sent(rows.rows(), place.step(), place.rows(), null, rows));
  }

  /** A new call. */
  void begin() {
    results.clear();
    late.clear();
    place.begin();
  }

  List<Sent> results() {
    return results;
  }

  List<Sent> late() {
    return late;
  }
}
