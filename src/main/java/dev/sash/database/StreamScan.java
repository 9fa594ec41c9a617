package dev.sash.database;

import dev.sash.data.ColumnBatch;
import dev.sash.error.SashException;
import dev.sash.view.RowStream;
import dev.sash.view.Segment;
import dev.sash.view.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.h2.engine.SessionLocal;
import org.jspecify.annotations.Nullable;

/**
 * One statement's reading of a stream's input. The first time it goes over the rows as they come
 * and keeps none. If the statement wants them again, as the inner side of a join does, they are
 * read once more and kept until it ends.
 */
final class StreamScan {
  private final Supplier<RowStream> source;
  private final Object statement;
  private final List<RowStream> open = new ArrayList<>();
  private int passes;
  private @Nullable Snapshot kept;

  StreamScan(Supplier<RowStream> source, Object statement) {
    this.source = source;
    this.statement = statement;
  }

  /** Whether it belongs to the given statement. */
  boolean isOf(Object other) {
    return statement.equals(other);
  }

  /** Whether this is the statement's first pass; counts it. */
  boolean isFirstPass() {
    return passes++ == 0;
  }

  /** Starts reading. */
  RowStream open() {
    try {
      RowStream rows = source.get();
      open.add(rows);
      return rows;
    } catch (SashException e) {
      throw H2Errors.outward(e);
    }
  }

  /** All rows at once. */
  Snapshot all(SessionLocal session) {
    Snapshot rows = kept;
    if (rows == null) {
      RowStream stream = open();
      List<Segment> segments = new ArrayList<>();
      CancelProbe probe = new CancelProbe(session);
      for (ColumnBatch batch = next(stream, probe); batch != null; batch = next(stream, probe)) {
        segments.add(new Segment(batch, 0));
      }
      rows = Snapshot.of(segments);
      kept = rows;
    }
    return rows;
  }

  /** The next rows, or null at the end; stops when the statement is cancelled. */
  static @Nullable ColumnBatch next(RowStream rows, CancelProbe probe) {
    try {
      probe.check();
      while (!rows.awaitReady(CancelProbe.PERIOD_MILLIS)) {
        probe.check();
      }
      return rows.next();
    } catch (SashException e) {
      throw H2Errors.outward(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw H2Errors.canceled();
    }
  }

  /** Ends all reading. */
  void close() {
    open.forEach(RowStream::close);
    open.clear();
  }
}
