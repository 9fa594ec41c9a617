package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import org.jspecify.annotations.Nullable;

/**
 * Part of a batch on its way through row operators, with the way back to the rows as the stream
 * delivered them: a late row is shown as it came in, not as a query projected it.
 *
 * @param batch the columns at this point of the query
 * @param from first row
 * @param to row after the last
 * @param arrival the batch as the stream delivered it
 * @param arrivalRows by row of {@code batch}: its number in {@code arrival}; null when they are
 *     equal
 * @param retracting whether the rows are taken back: each was there before
 */
public record Rows(
    ColumnBatch batch,
    int from,
    int to,
    Arrival arrival,
    int @Nullable [] arrivalRows,
    boolean retracting) {

  /** Rows that are added. */
  public Rows(ColumnBatch batch, int from, int to, Arrival arrival, int @Nullable [] arrivalRows) {
    this(batch, from, to, arrival, arrivalRows, false);
  }

  /** Hands on rows that an operator gives now, as many at a time as a batch may have. */
  static void sendResults(ColumnBatch rows, OperatorTime time, RowConsumer next) {
    for (int from = 0; from < rows.rowCount(); from += ColumnBatch.MAX_ROWS) {
      int to = Math.min(rows.rowCount(), from + ColumnBatch.MAX_ROWS);
      next.rows(new Rows(rows, from, to, Arrival.ofResults(rows, time), null));
    }
  }

  /** How many rows. */
  public int count() {
    return to - from;
  }

  /** The number in the stream's batch of a row of this batch. */
  public int arrivalRow(int row) {
    return arrivalRows == null ? row : arrivalRows[row];
  }

  /** The rows that an operator made out of these: output row i came from {@code sources[i]}. */
  public Rows derived(ColumnBatch output, int[] sources) {
    int[] origins = new int[output.rowCount()];
    for (int i = 0; i < origins.length; i++) {
      origins[i] = arrivalRow(sources[i]);
    }
    return new Rows(output, 0, output.rowCount(), arrival, origins, retracting);
  }

  /** The same rows with other columns. */
  public Rows withColumns(ColumnBatch columns) {
    return new Rows(columns, from, to, arrival, arrivalRows, retracting);
  }

  /** The batch cut to the range. */
  public ColumnBatch toBatch() {
    if (from == 0 && to == batch.rowCount()) {
      return batch;
    }
    int[] numbers = new int[count()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = from + i;
    }
    return batch.gather(numbers, numbers.length);
  }
}
