package dev.sash.runtime;

import dev.sash.data.ColumnBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one side of a join that may find a partner still, by key and by time; of one time in the
 * order in which they came. They stay in the batches in which they came.
 */
final class WaitingRows {
  private final Map<List<Object>, TreeMap<Long, List<Row>>> byKey = new HashMap<>();
  private final TreeMap<Long, List<Row>> byTime = new TreeMap<>();

  /** A row that waits. */
  static final class Row {
    final ColumnBatch batch;
    final int number;
    final long time;

    /** The values that must be equal; null where one of them is NULL. */
    final @Nullable List<Object> key;

    boolean matched;

    private Row(ColumnBatch batch, int number, long time, @Nullable List<Object> key) {
      this.batch = batch;
      this.number = number;
      this.time = time;
      this.key = key;
    }
  }

  /** A row that is not held yet. */
  static Row row(ColumnBatch batch, int number, long time, List<Integer> keys) {
    List<Object> key = new ArrayList<>(keys.size());
    for (int column : keys) {
      Object value = batch.value(number, column);
      if (value == null) {
        return new Row(batch, number, time, null);
      }
      key.add(value instanceof Double zero && zero == 0 ? Double.valueOf(0) : value);
    }
    return new Row(batch, number, time, key);
  }

  void add(Row row) {
    byTime.computeIfAbsent(row.time, t -> new ArrayList<>(1)).add(row);
    if (row.key != null) {
      byKey
          .computeIfAbsent(row.key, k -> new TreeMap<>())
          .computeIfAbsent(row.time, t -> new ArrayList<>(1))
          .add(row);
    }
  }

  /** The rows of a key from one time to another, by time. */
  List<Row> of(@Nullable List<Object> key, long from, long to) {
    TreeMap<Long, List<Row>> rows = key == null || from > to ? null : byKey.get(key);
    if (rows == null) {
      return List.of();
    }
    List<Row> found = new ArrayList<>();
    rows.subMap(from, true, to, true).values().forEach(found::addAll);
    return found;
  }

  boolean isEmpty() {
    return byTime.isEmpty();
  }

  /** The time of the first row; there is one. */
  long firstTime() {
    return byTime.firstKey();
  }

  /** How many keys there are. */
  int keys() {
    return byKey.size();
  }

  /** All rows, by time. */
  List<Row> all() {
    List<Row> all = new ArrayList<>();
    byTime.values().forEach(all::addAll);
    return all;
  }

  /** Takes out the rows before a time, and gives them by time. */
  List<Row> removeBefore(long time) {
    List<Row> gone = new ArrayList<>();
    while (!byTime.isEmpty() && byTime.firstKey() < time) {
      gone.addAll(byTime.pollFirstEntry().getValue());
    }
    for (Row row : gone) {
      TreeMap<Long, List<Row>> rows = row.key == null ? null : byKey.get(row.key);
      if (rows != null && row.key != null) {
        rows.headMap(time, false).clear();
        if (rows.isEmpty()) {
          byKey.remove(row.key);
        }
      }
    }
    return gone;
  }
}
