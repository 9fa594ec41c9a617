package dev.sash.connector.format;

import dev.sash.connector.format.RecordReader.Progress;
import dev.sash.data.ColumnBatch;
import dev.sash.runtime.BadRows;
import java.io.IOException;

/** Rows that are gathered by turns from inputs that are open at the same time. */
public final class InputRows {
  private final InputFormat format;
  private final BadRows badRows;
  private final RowCollector rows;

  /** No rows yet. */
  public InputRows(InputFormat format, BadRows badRows) {
    this.format = format;
    this.badRows = badRows;
    rows = new RowCollector(format.spec(), format.times(), badRows);
  }

  /** A reader at the beginning of an input, where its header is. */
  public Reader reader(String origin, ByteInput bytes) throws IOException {
    return new Reader(origin, bytes, format.reader(origin, bytes));
  }

  /** Reports an input that cannot be read as one bad row. */
  public void reject(String origin, String reason) {
    badRows.report(origin, 1, reason, null);
  }

  /** Whether there is room for more rows. */
  public boolean isFull() {
    return rows.isFull();
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return rows.rowCount() == 0;
  }

  /** The rows so far; there are none afterwards. */
  public ColumnBatch build() {
    return rows.build();
  }

  /** One input, and how far it has been read. */
  public final class Reader implements AutoCloseable {
    private final String origin;
    private final ByteInput bytes;
    private final RecordReader records;

    private Reader(String origin, ByteInput bytes, RecordReader records) {
      this.origin = origin;
      this.bytes = bytes;
      this.records = records;
    }

    /**
     * Adds what is there, as far as there is room.
     *
     * @return whether the input is at its end
     * @throws dev.sash.error.SashException when its header lacks a column
     */
    public boolean read() throws IOException {
      rows.origin(origin);
      return records.read(rows) == Progress.END;
    }

    /** The name in messages. */
    public String origin() {
      return origin;
    }

    @Override
    public void close() throws IOException {
      bytes.close();
    }
  }
}
