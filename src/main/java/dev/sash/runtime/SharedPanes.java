package dev.sash.runtime;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.RecordTransfer;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.PaneRows;
import dev.sash.pane.PaneStore;
import dev.sash.pane.SharedPane;
import dev.sash.window.Instants;
import dev.sash.window.PaneGrid;
import java.util.ArrayList;
import java.util.List;

/**
 * Panes in front of those of several queries. A row is looked up and added here once; each query
 * takes whole panes over into its own, combining one record a key, before it looks at them.
 *
 * <pre>
 *   TUMBLE(10 s), COUNT and TUMBLE(1 min), SUM: panes of 10 s that hold COUNT and SUM
 *   rows      60,000 of 100 keys, 10,000 in each pane
 *   at 10 s   the first query takes 100 records and closes its window, the second takes 100 too
 *   ...
 *   at 60 s   the second has taken 600 records, and closes
 * </pre>
 *
 * <p><b>Why it is right.</b> What a window holds depends on the set of rows of each (key, pane)
 * only (see {@link PaneStore}), so it does not matter in how many steps they got there, as long as
 * they are there when a query looks: before it closes windows, at its ticks, when it is asked for
 * something. Rows that are late for any of the queries do not come here, but to each query, one by
 * one: what is here is of windows that all of them have open. Nothing else is shared: windows,
 * corrections, ids of keys and limits are each query's own, so one that fails, is dropped or pauses
 * leaves the others alone, and what is here can be taken over at any moment.
 *
 * <p><b>Cost.</b> A row costs what it costs one query. A query adds a step for each key of each
 * pane that it takes, which is less the more rows a key has in a pane.
 *
 * <p>The idea of shared slices is that of S. Krishnamurthy, C. Wu, M. Franklin: On-the-fly sharing
 * for streamed aggregation. SIGMOD 2006.
 */
final class SharedPanes implements RowConsumer {
  /** So many bytes are taken over before their time. */
  private static final long BYTES_MAX = 64L << 20;

  private static final long NONE = WatermarkGenerator.NONE;

  private final List<Member> members = new ArrayList<>();
  private final PaneGrid grid;
  private final Schema schema;
  private final List<SharedInput.Origin> columns = new ArrayList<>();
  private final int[] keyColumns;
  private final int timeColumn;
  private final StateBudget budget = StateBudget.unlimited();
  private final KeyIndex keys;
  private final PaneStore store;

  /** Rows that have come and that the queries have not been told of. */
  private int newRows;

  private int[] numbers = {};
  private int[] late = {};
  private long[] panes = {};
  private int[] ids = {};

  /** A query, the places of its columns here, how its aggregates go there, and its keys. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Member(
      SharedMember query, int[] columns, RecordTransfer transfer, TakenKeys keys) {}

  /** Empty panes for queries of one {@link SharedInput#meaning}. */
  SharedPanes(List<SharedMember> queries) {
    grid = SharedGrid.of(queries.stream().map(query -> query.input().window()).toList());
    List<AggregateInput> aggregates = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    List<int[]> places = new ArrayList<>();
    List<Integer> firsts = new ArrayList<>();
    for (SharedMember query : queries) {
      int[] own = places(query.input(), fields);
      places.add(own);
      firsts.add(aggregates.size());
      query.operator().stored().forEach(aggregate -> aggregates.add(moved(aggregate, own)));
    }
    schema = new Schema(fields);
    SharedInput first = queries.get(0).input();
    int[] own = places.get(0);
    timeColumn = own[first.timeColumn()];
    keyColumns = first.keyColumns().stream().mapToInt(key -> own[key]).toArray();
    keys =
        new KeyIndex(
            first.keyColumns().stream().map(first.schema()::type).toList(),
            Integer.MAX_VALUE,
            budget);
    store = new PaneStore(grid, aggregates, budget);
    for (int i = 0; i < queries.size(); i++) {
      TakenKeys taken = new TakenKeys(keys, keyColumns.length);
      RecordTransfer transfer = queries.get(i).operator().transferFrom(store, firsts.get(i));
      members.add(new Member(queries.get(i), places.get(i), transfer, taken));
      queries.get(i).operator().share(this);
    }
  }

  private int[] places(SharedInput input, List<Field> fields) {
    int[] places = new int[input.columns().size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = columns.indexOf(input.columns().get(i));
      if (places[i] < 0) {
        places[i] = columns.size();
        columns.add(input.columns().get(i));
        fields.add(new Field("c" + places[i], input.schema().type(i)));
      }
    }
    return places;
  }

  private static AggregateInput moved(AggregateInput aggregate, int[] places) {
    return new AggregateInput(
        aggregate.function(),
        aggregate.arguments().stream().map(column -> places[column]).toList(),
        aggregate.filterColumn() < 0 ? -1 : places[aggregate.filterColumn()]);
  }

  /** The columns that all of them take. */
  Projection projection() {
    return new Projection(
        schema,
        columns.stream().mapToInt(SharedInput.Origin::inputColumn).toArray(),
        columns.stream().mapToInt(SharedInput.Origin::computedColumn).toArray());
  }

  /** Whether these are the panes of the given queries, in their order. */
  boolean areOf(List<SharedMember> queries) {
    return members.stream().map(Member::query).toList().equals(queries);
  }

  /** Whether there are rows that nobody has taken. */
  boolean holdRows() {
    return !store.isEmpty();
  }

  // Rows

  @Override
  public void rows(Rows rows) {
    long closed = NONE;
    for (Member member : members) {
      if (member.query.isWell()) {
        member.query.pipeline().flow().addIn(rows.count());
        closed = Math.max(closed, member.query.operator().reachedEnd());
      }
    }
    int count = route(rows, closed);
    if (count > 0) {
      keys.resolve(keyColumnsOf(rows.batch()), numbers, count, ids);
      long[] times = rows.batch().longs(timeColumn).values();
      grid.panes(Instants.of(times, numbers, count), panes);
      store.add(PaneRows.of(rows.batch(), numbers, panes, ids, count));
      newRows += count;
    }
    int lateCount = rows.count() - count;
    for (Member member : members) {
      if (lateCount > 0) {
        member.query.attempt(() -> takeLate(member, rows, lateCount));
      }
    }
    if (budget.usedBytes() > BYTES_MAX) {
      takeOverAll();
    }
  }

  /** Sorts out what is late for some query; how many rows are late for none. */
  private int route(Rows rows, long closed) {
    if (numbers.length < rows.count()) {
      numbers = new int[rows.count()];
      late = new int[rows.count()];
      panes = new long[rows.count()];
      ids = new int[rows.count()];
    }
    long[] times = rows.batch().longs(timeColumn).values();
    int count = 0;
    int lateCount = 0;
    for (int row = rows.from(); row < rows.to(); row++) {
      if (times[row] < closed) {
        late[lateCount++] = row;
      } else {
        numbers[count++] = row;
      }
    }
    return count;
  }

  private Column[] keyColumnsOf(ColumnBatch batch) {
    Column[] found = new Column[keyColumns.length];
    for (int i = 0; i < found.length; i++) {
      found[i] = batch.column(keyColumns[i]);
    }
    return found;
  }

  private void takeLate(Member member, Rows rows, int count) {
    Arrival arrival = member.query.source().arrival();
    if (arrival == null) {
      throw new IllegalStateException("no batch is being worked on");
    }
    Column[] own = new Column[member.columns.length];
    for (int i = 0; i < own.length; i++) {
      own[i] = rows.batch().column(member.columns[i]);
    }
    ColumnBatch batch =
        new ColumnBatch(member.query.input().schema(), own, rows.batch().rowCount());
    Rows of = new Rows(batch, rows.from(), rows.to(), arrival, rows.arrivalRows());
    member.query.operator().rows(of, late, count);
  }

  // Taking over

  /**
   * Before a query looks at what was before an instant, where no window of any query is cut.
   *
   * @throws RuntimeException when the query could not take it
   */
  void takeOverBefore(long millis, WindowAggregateOperator looking) {
    takeOverUntil(millis == WatermarkGenerator.END ? Long.MAX_VALUE : pane(millis));
    for (Member member : members) {
      if (member.query.operator() == looking) {
        member.query.requireWell();
      }
    }
  }

  private long pane(long millis) {
    return millis == NONE ? NONE : grid.pane(millis);
  }

  /** All queries take all there is. */
  void takeOverAll() {
    takeOverUntil(Long.MAX_VALUE);
  }

  private void takeOverUntil(long pane) {
    while (store.firstPane() < pane) {
      takeOverFirst();
    }
  }

  private void takeOverFirst() {
    long start = grid.start(store.firstPane());
    int rows = newRows;
    newRows = 0;
    for (Member member : members) {
      SharedPane pane = store.shareFirst(member.transfer);
      WindowAggregateOperator operator = member.query.operator();
      member.query.attempt(() -> operator.take(pane, start, member.keys, rows));
    }
    store.removeFirst();
  }

  /** Whether it would be better to begin anew: keys that came once stay in the index. */
  boolean isFull() {
    return keys.stateBytes() > BYTES_MAX / 2;
  }

  /** Ids of keys have changed in an operator. */
  void renumber(WindowAggregateOperator operator, int[] mapping) {
    for (Member member : members) {
      if (member.query.operator() == operator) {
        member.keys.renumber(mapping);
      }
    }
  }

  /** All queries have what is here; they go on by themselves, or with others. */
  void dissolve() {
    takeOverAll();
    members.forEach(member -> member.query.operator().share(null));
  }
}
