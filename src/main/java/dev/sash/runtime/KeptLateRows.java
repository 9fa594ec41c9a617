package dev.sash.runtime;

import dev.sash.data.BatchCodec;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The newest late rows of an operator, as they are shown and as it would aggregate them. */
final class KeptLateRows implements Snapshotable {
  private final long rowsMax;
  private final Schema input;
  private ArrayDeque<Entry> entries = new ArrayDeque<>();
  private long rowCount;

  /**
   * Rows that came together.
   *
   * @param late as they are shown, with what each lacks
   * @param input the same rows with the columns that the operator takes
   */
  record Entry(LateRows late, ColumnBatch input) {
    int rowCount() {
      return input.rowCount();
    }

    /** Some of the rows, with other numbers of windows. */
    Entry choose(int[] rows, int[] dropped, int[] accepted) {
      long[] lateness = new long[rows.length];
      for (int i = 0; i < rows.length; i++) {
        lateness[i] = late.latenessMillis()[rows[i]];
      }
      LateRows chosen =
          new LateRows(
              late.rows().gather(rows, rows.length), late.arrivedAt(), lateness, dropped, accepted);
      return new Entry(chosen, input.gather(rows, rows.length));
    }
  }

  /** Keeps so many rows; {@code input} is what the operator takes. */
  KeptLateRows(long rowsMax, Schema input) {
    this.rowsMax = rowsMax;
    this.input = input;
  }

  void add(Entry entry) {
    entries.add(entry);
    rowCount += entry.rowCount();
    while (rowCount > rowsMax && entries.size() > 1) {
      rowCount -= entries.remove().rowCount();
    }
  }

  List<Entry> entries() {
    return List.copyOf(entries);
  }

  void replace(List<Entry> others) {
    entries = new ArrayDeque<>(others);
    rowCount = others.stream().mapToLong(Entry::rowCount).sum();
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeInt(entries.size());
    for (Entry entry : entries) {
      write(entry.late.rows().schema(), output);
      BatchCodec.write(entry.late.rows(), output);
      BatchCodec.write(entry.input, output);
      output.writeLong(entry.late.arrivedAt());
      for (int row = 0; row < entry.rowCount(); row++) {
        output.writeLong(entry.late.latenessMillis()[row]);
        output.writeInt(entry.late.windowsDropped()[row]);
        output.writeInt(entry.late.windowsAccepted()[row]);
      }
    }
  }

  private static void write(Schema schema, DataOutput output) throws IOException {
    output.writeInt(schema.size());
    for (Field field : schema.fields()) {
      output.writeUTF(field.name());
      output.writeUTF(field.type().kind().name());
      output.writeInt(field.type().precision());
      output.writeInt(field.type().scale());
      output.writeBoolean(field.type().nullable());
    }
  }

  private static Schema readSchema(DataInput from) throws IOException {
    List<Field> fields = new ArrayList<>();
    for (int left = from.readInt(); left > 0; left--) {
      String name = from.readUTF();
      DataType.Kind kind = DataType.Kind.valueOf(from.readUTF());
      fields.add(
          new Field(name, new DataType(kind, from.readInt(), from.readInt(), from.readBoolean())));
    }
    return new Schema(fields);
  }

  @Override
  public void restore(DataInput from) throws IOException {
    List<Entry> read = new ArrayList<>();
    for (int left = from.readInt(); left > 0; left--) {
      ColumnBatch shownRows = BatchCodec.read(readSchema(from), from);
      ColumnBatch inputRows = BatchCodec.read(input, from);
      long arrivedAt = from.readLong();
      int count = inputRows.rowCount();
      long[] lateness = new long[count];
      int[] dropped = new int[count];
      int[] accepted = new int[count];
      for (int row = 0; row < count; row++) {
        lateness[row] = from.readLong();
        dropped[row] = from.readInt();
        accepted[row] = from.readInt();
      }
      read.add(
          new Entry(new LateRows(shownRows, arrivedAt, lateness, dropped, accepted), inputRows));
    }
    replace(read);
  }
}
