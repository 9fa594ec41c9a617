package dev.sash.database;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionMap;
import org.h2.mvstore.type.LongDataType;
import org.h2.result.Row;

/**
 * The rows that one transaction has inserted into one stream so far, in columns.
 *
 * <p>The database does not tell a table when a statement fails half way or when ROLLBACK TO
 * SAVEPOINT undoes it. Two things make up for that: a statement that has begun and not ended when
 * the next one begins has failed; and each statement leaves a marker in the transaction, which
 * disappears with the statement.
 */
final class StreamTransaction {
  private static final String MARKERS = "sash.markers";
  private static final AtomicLong LAST_MARKER = new AtomicLong();

  private final Schema schema;
  private final Transaction transaction;

  /** Full batches; the rest of the rows is in the builder. */
  private final List<ColumnBatch> full = new ArrayList<>();

  private final BatchBuilder builder;
  private int rowCount;
  private int statementStart;
  private boolean inStatement;

  private long[] markers = new long[4];
  private int[] markedRows = new int[4];
  private int markerCount;

  StreamTransaction(Schema schema, Transaction transaction) {
    this.schema = schema;
    this.transaction = transaction;
    builder = new BatchBuilder(schema);
  }

  /** Whether these rows belong to the given transaction. */
  boolean isOf(Transaction other) {
    return transaction == other;
  }

  /** A statement begins. */
  void begin() {
    dropUndone(transaction);
    statementStart = rowCount;
    inStatement = true;
  }

  /** A row of the statement. */
  void add(Row row) {
    for (int i = 0; i < schema.size(); i++) {
      DataType type = schema.type(i);
      H2Values.append(builder.column(i), row.getValue(i), type);
    }
    rowCount++;
    if (builder.rowCount() == ColumnBatch.MAX_ROWS) {
      full.add(builder.build());
    }
  }

  /** The statement has succeeded. */
  void end(SessionLocal session) {
    inStatement = false;
    if (session.getAutoCommit() || rowCount == statementStart) {
      // no savepoint can come between it and the commit
      return;
    }
    long marker = LAST_MARKER.incrementAndGet();
    markers(transaction).put(marker, 1L);
    if (markerCount == markers.length) {
      markers = Arrays.copyOf(markers, markerCount * 2);
      markedRows = Arrays.copyOf(markedRows, markerCount * 2);
    }
    markers[markerCount] = marker;
    markedRows[markerCount++] = rowCount;
  }

  private static TransactionMap<Long, Long> markers(Transaction transaction) {
    return transaction.openMap(MARKERS, LongDataType.INSTANCE, LongDataType.INSTANCE);
  }

  /** Forgets the rows of statements that have failed or were rolled back. */
  private void dropUndone(Transaction reading) {
    if (inStatement) {
      truncate(statementStart);
      inStatement = false;
    }
    if (markerCount == 0) {
      return;
    }
    TransactionMap<Long, Long> known = markers(reading);
    int kept = markerCount;
    while (kept > 0 && known.get(markers[kept - 1]) == null) {
      kept--;
    }
    if (kept < markerCount) {
      markerCount = kept;
      truncate(kept == 0 ? 0 : markedRows[kept - 1]);
    }
  }

  private void truncate(int rows) {
    while (full.size() * ColumnBatch.MAX_ROWS > rows) {
      ColumnBatch last = full.remove(full.size() - 1);
      builder.truncate(0);
      for (int row = 0; row < last.rowCount(); row++) {
        builder.appendFrom(last, row);
      }
    }
    builder.truncate(rows - full.size() * ColumnBatch.MAX_ROWS);
    rowCount = rows;
  }

  /** The rows to deliver, after the commit; removes the markers. */
  List<ColumnBatch> committed(Transaction after) {
    dropUndone(after);
    TransactionMap<Long, Long> known = markers(after);
    for (int i = 0; i < markerCount; i++) {
      known.remove(markers[i]);
    }
    return batches();
  }

  /** Whether {@link #committed} has to look into the database. */
  boolean hasMarkers() {
    return markerCount > 0;
  }

  /** The rows to deliver when there are no markers. */
  List<ColumnBatch> unmarked() {
    if (inStatement) {
      truncate(statementStart);
    }
    return batches();
  }

  private List<ColumnBatch> batches() {
    if (builder.rowCount() > 0) {
      full.add(builder.build());
    }
    return full;
  }
}
