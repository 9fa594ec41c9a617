package dev.sash.runtime;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.PaneStore;
import dev.sash.pane.Panes;
import dev.sash.pane.ShardedPanes;
import dev.sash.pane.TwoPhasePanes;
import dev.sash.window.WindowGrid;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of an aggregate operator: its keys and its panes, counted against one budget. */
record AggregateState(KeyIndex keys, Panes store) implements Snapshotable {

  /** Empty state; without a grid for one window over all time. */
  static AggregateState of(
      AggregateDefinition definition,
      @Nullable WindowGrid grid,
      AggregateDefinition.Limits limits) {
    StateBudget budget = new StateBudget(limits.stateBytes());
    List<AggregateInput> aggregates = aggregates(definition);
    return new AggregateState(
        new KeyIndex(definition.keyTypes(), limits.keys(), budget),
        PaneStore.of(grid, aggregates, budget));
  }

  /**
   * Empty state in shards; without a grid for one window over all time.
   *
   * @param definitions one for each store of {@link Sharding#stores}: functions have room for what
   *     they work on
   */
  static AggregateState of(
      List<AggregateDefinition> definitions,
      @Nullable WindowGrid grid,
      AggregateDefinition.Limits limits,
      Sharding sharding) {
    AggregateDefinition definition = definitions.get(0);
    if (definitions.size() == 1) {
      return of(definition, grid, limits);
    }
    List<StateBudget> budgets = StateBudget.parts(limits.stateBytes(), definitions.size() + 1);
    List<List<AggregateInput>> aggregates =
        definitions.stream().map(AggregateState::aggregates).toList();
    ShardedPanes.Workers workers =
        new ShardedPanes.Workers(sharding.parallelMin(), sharding.parallel());
    return new AggregateState(
        new KeyIndex(definition.keyTypes(), limits.keys(), budgets.get(0)),
        definition.keyColumns().length == 0
            ? new TwoPhasePanes(grid, aggregates, budgets, workers)
            : new ShardedPanes(grid, aggregates, budgets, workers));
  }

  private static List<AggregateInput> aggregates(AggregateDefinition definition) {
    List<AggregateInput> aggregates = new ArrayList<>(definition.aggregates());
    if (definition.emit().fills()) {
      aggregates.add(EmptyWindows.lastRow(definition));
    }
    return aggregates;
  }

  /** How much there is now, after so many additions. */
  StateSize size(long paneUpdates) {
    return new StateSize(keys.size(), store.stateBytes(), paneUpdates);
  }

  @Override
  public void snapshot(DataOutput output) throws IOException {
    keys.write(output);
    store.write(output);
  }

  @Override
  public void restore(DataInput input) throws IOException {
    keys.read(input);
    store.read(input);
  }

  /** The columns of a batch that make the key. */
  static Column[] keyColumns(AggregateDefinition definition, ColumnBatch batch) {
    Column[] columns = new Column[definition.keyColumns().length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(definition.keyColumns()[i]);
    }
    return columns;
  }
}
