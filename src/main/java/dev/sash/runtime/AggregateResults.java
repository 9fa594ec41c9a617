package dev.sash.runtime;

import dev.sash.aggregate.RecordLayout;
import dev.sash.aggregate.RecordStore;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.LongColumn;
import dev.sash.data.LongColumnBuilder;
import dev.sash.error.SashException;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.TouchedKeys;
import dev.sash.pane.WindowContent;
import dev.sash.time.TimestampText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes result rows of combined state: key columns, window bounds, aggregates. */
final class AggregateResults {
  private static final int MILLISECONDS = 3;

  private final AggregateDefinition definition;
  private final KeyIndex keys;

  AggregateResults(AggregateDefinition definition, KeyIndex keys) {
    this.definition = definition;
    this.keys = keys;
  }

  /** The rows of one window, in the order of the state. */
  ColumnBatch rows(WindowContent state, long start, long end) {
    int count = state.count();
    List<Column> columns = columns(state, " in the window that ends at ", end);
    columns.add(definition.keyColumns().length, constant(start, count));
    columns.add(definition.keyColumns().length + 1, constant(end, count));
    return batch(columns, count);
  }

  /** The rows of the window over all time. */
  ColumnBatch rows(WindowContent state) {
    return batch(columns(state, "", 0), state.count());
  }

  /** The one row of an aggregate whose only group has taken no row: COUNT is 0, others NULL. */
  ColumnBatch emptyRow() {
    List<Column> columns = new ArrayList<>(onlyKey());
    int keyCount = columns.size();
    RecordLayout layout = new RecordLayout(definition.aggregates());
    RecordStore store = layout.newStore(StateBudget.unlimited());
    int[] record = {store.allocate()};
    for (int i = 0; i < definition.aggregates().size(); i++) {
      ColumnBuilder out = ColumnBuilder.of(definition.output().type(keyCount + i));
      layout.result(i, store, record, 1, out);
      columns.add(out.build());
    }
    return batch(columns, 1);
  }

  private List<Column> onlyKey() {
    List<Column> columns = new ArrayList<>();
    List<@Nullable Long> key = definition.onlyKey();
    for (int i = 0; key != null && i < key.size(); i++) {
      ColumnBuilder out = ColumnBuilder.of(definition.output().type(i));
      Long part = key.get(i);
      if (part == null) {
        out.appendNull();
      } else {
        ((LongColumnBuilder) out).append(part);
      }
      columns.add(out.build());
    }
    return columns;
  }

  private ColumnBatch batch(List<Column> columns, int count) {
    return new ColumnBatch(definition.output(), columns.toArray(new Column[0]), count);
  }

  private List<Column> columns(WindowContent state, String window, long end) {
    try {
      return new ArrayList<>(List.of(state.rows(keys, definition.aggregates().size())));
    } catch (SashException e) {
      throw failed(e, state.failedId(), window.isEmpty() ? "" : window + text(end));
    }
  }

  /** The error with the key and the window whose result could not be given. */
  SashException failed(SashException e, int id, String window) {
    return SashException.of(e.code(), e.message() + key(id) + window).hint(e.hint());
  }

  private String key(int id) {
    if (id < 0 || definition.keyColumns().length == 0) {
      return "";
    }
    StringBuilder text = new StringBuilder(" for key ");
    for (int key = 0; key < definition.keyColumns().length; key++) {
      Object value = keys.keyColumn(key, new int[] {id}, 1).value(0);
      text.append(key == 0 ? "" : ", ").append(value == null ? "NULL" : value);
    }
    return text.toString();
  }

  private static String text(long millis) {
    return TimestampText.format(millis, MILLISECONDS);
  }

  private static LongColumn constant(long value, int count) {
    long[] values = new long[count];
    Arrays.fill(values, value);
    return new LongColumn(values, null);
  }

  /** The keys that got rows in the panes {@code [first, end)}, each once. */
  int[] distinctIds(TouchedKeys touched, long first, long end) {
    int from = 0;
    int to = touched.count();
    while (from < to && touched.panes()[from] < first) {
      from++;
    }
    while (to > from && touched.panes()[to - 1] >= end) {
      to--;
    }
    if (from == to || touched.panes()[from] == touched.panes()[to - 1]) {
      return Arrays.copyOfRange(touched.ids(), from, to);
    }
    long[] seen = new long[(keys.size() >> 6) + 1];
    int[] chosen = new int[to - from];
    int count = 0;
    for (int i = from; i < to; i++) {
      int id = touched.ids()[i];
      if ((seen[id >> 6] >>> id & 1) == 0) {
        seen[id >> 6] |= 1L << id;
        chosen[count++] = id;
      }
    }
    return Arrays.copyOf(chosen, count);
  }
}
