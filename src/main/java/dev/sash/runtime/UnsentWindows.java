package dev.sash.runtime;

import dev.sash.data.BatchCodec;
import dev.sash.data.ColumnBatch;
import dev.sash.data.RowKind;
import dev.sash.data.Schema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * What closed windows have still to send, at the next tick or at the end of the batch: their FINAL
 * rows, and corrections.
 *
 * <p>FINAL rows are computed when a window closes, because that is when it is cheap. A late row
 * that the window takes before they are sent makes them void, and they are computed anew. A window
 * that expires is frozen: what it has to send is computed before a later row, which must not be in
 * it any more, can get into its panes.
 *
 * <pre>
 *   [0, 10) closes            FINAL a, b
 *   tick                      sends them
 *   late rows of b and c      corrections: b LATE, c FINAL (its first row)
 *   expires                   both computed
 *   tick                      sends them in order of keys
 * </pre>
 */
final class UnsentWindows implements Snapshotable {
  private final Schema schema;
  private final WindowResults results;
  private final TreeMap<Long, Window> windows = new TreeMap<>();

  /** What one window has to send: parts that are computed, or the keys for which there are none. */
  private static final class Window {
    final List<Part> parts = new ArrayList<>();

    /** Whether no FINAL row has been sent: what is not computed is then the whole window. */
    boolean whole;

    BitSet corrected = new BitSet();

    /** Of the corrected keys those that had no row in the window before. */
    BitSet added = new BitSet();
  }

  private record Part(RowKind kind, ColumnBatch rows) {}

  UnsentWindows(Schema schema, WindowResults results) {
    this.schema = schema;
    this.results = results;
  }

  boolean isEmpty() {
    return windows.isEmpty();
  }

  /** Whether there are closed windows whose FINAL rows wait. */
  boolean holdsFinals() {
    return windows.values().stream().anyMatch(window -> window.whole);
  }

  /** The window has closed with these rows. */
  void closed(long end, ColumnBatch rows) {
    Window window = windows.computeIfAbsent(end, e -> new Window());
    window.whole = true;
    window.parts.add(new Part(RowKind.FINAL, rows));
  }

  /** A late row of a key is about to be added to a closed window. */
  void correct(long end, int id, boolean isFirstRow) {
    Window window = windows.computeIfAbsent(end, e -> new Window());
    if (window.whole) {
      window.parts.clear();
      return;
    }
    if (isFirstRow && !window.corrected.get(id)) {
      window.added.set(id);
    }
    window.corrected.set(id);
  }

  /** Windows that end here or before take no more rows. */
  void freezeUntil(long end) {
    windows.headMap(end, true).forEach(this::freeze);
  }

  private void freeze(long end, Window window) {
    if (window.whole) {
      if (window.parts.isEmpty()) {
        window.parts.add(new Part(RowKind.FINAL, results.ahead(end)));
      }
      return;
    }
    int[] ids = results.sorted(window.corrected);
    int from = 0;
    while (from < ids.length) {
      boolean isFirst = window.added.get(ids[from]);
      int to = from + 1;
      while (to < ids.length && window.added.get(ids[to]) == isFirst) {
        to++;
      }
      int[] run = Arrays.copyOfRange(ids, from, to);
      window.parts.add(new Part(isFirst ? RowKind.FINAL : RowKind.LATE, results.chosen(end, run)));
      from = to;
    }
    window.corrected.clear();
    window.added.clear();
  }

  /** Gives away everything, in order of (window end, key). */
  void send(BiConsumer<RowKind, ColumnBatch> sink) {
    for (Map.Entry<Long, Window> entry : windows.entrySet()) {
      freeze(entry.getKey(), entry.getValue());
      entry.getValue().parts.forEach(part -> sink.accept(part.kind, part.rows));
    }
    windows.clear();
  }

  /** Ids have changed. */
  void renumber(int[] mapping) {
    for (Window window : windows.values()) {
      window.corrected = KeysByWindow.renumbered(window.corrected, mapping);
      window.added = KeysByWindow.renumbered(window.added, mapping);
    }
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    output.writeInt(windows.size());
    for (Map.Entry<Long, Window> entry : windows.entrySet()) {
      Window window = entry.getValue();
      output.writeLong(entry.getKey());
      output.writeBoolean(window.whole);
      KeysByWindow.write(window.corrected, output);
      KeysByWindow.write(window.added, output);
      output.writeInt(window.parts.size());
      for (Part part : window.parts) {
        output.writeUTF(part.kind.name());
        BatchCodec.write(part.rows, output);
      }
    }
  }

  @Override
  public void restore(DataInput input) throws IOException {
    for (int left = input.readInt(); left > 0; left--) {
      Window window = new Window();
      windows.put(input.readLong(), window);
      window.whole = input.readBoolean();
      window.corrected = KeysByWindow.read(input);
      window.added = KeysByWindow.read(input);
      for (int parts = input.readInt(); parts > 0; parts--) {
        RowKind kind = RowKind.valueOf(input.readUTF());
        window.parts.add(new Part(kind, BatchCodec.read(schema, input)));
      }
    }
  }
}
