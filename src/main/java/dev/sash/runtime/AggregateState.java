package dev.sash.runtime;

import dev.sash.aggregate.AggregateInput;
import dev.sash.aggregate.StateBudget;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.pane.KeyIndex;
import dev.sash.pane.PaneStore;
import dev.sash.window.WindowGrid;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of an aggregate operator: its keys and its panes, counted against one budget. */
record AggregateState(KeyIndex keys, PaneStore store) implements Snapshotable {

  /** Empty state; without a grid for one window over all time. */
  static AggregateState of(
      AggregateDefinition definition,
      @Nullable WindowGrid grid,
      AggregateDefinition.Limits limits) {
    StateBudget budget = new StateBudget(limits.stateBytes());
    List<AggregateInput> aggregates = new ArrayList<>(definition.aggregates());
    if (definition.emit().fills()) {
      aggregates.add(EmptyWindows.lastRow(definition));
    }
    return new AggregateState(
        new KeyIndex(definition.keyTypes(), limits.keys(), budget),
        grid == null
            ? PaneStore.global(aggregates, budget)
            : new PaneStore(grid, aggregates, budget));
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
