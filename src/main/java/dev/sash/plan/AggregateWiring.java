package dev.sash.plan;

import dev.sash.aggregate.AggregateInput;
import dev.sash.runtime.AggregateDefinition;
import dev.sash.runtime.AggregateOperator;
import dev.sash.runtime.AggregateOutput;
import dev.sash.runtime.GlobalAggregateOperator;
import dev.sash.runtime.RowCountAggregateOperator;
import dev.sash.runtime.SessionAggregateOperator;
import dev.sash.runtime.Shard;
import dev.sash.runtime.ShardedOperator;
import dev.sash.runtime.Sharding;
import dev.sash.runtime.WindowAggregateOperator;
import dev.sash.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which operator computes an aggregate: by its windows, and in how many shards.
 *
 * @param singleSource whether the query reads one relation: then late rows are shown as they came
 */
record AggregateWiring(AggregateDefinition.Limits limits, Sharding sharding, boolean singleSource) {

  /** The operator of an aggregate. */
  AggregateOperator operator(PhysicalNode.WindowAggregate node, AggregateOutput output) {
    AggregateDefinition definition = definition(node);
    List<AggregateDefinition> definitions =
        Stream.generate(() -> definition(node)).limit(sharding.stores(definition)).toList();
    if (node.window() instanceof WindowSpec.Aligned aligned) {
      return new WindowAggregateOperator(definitions, aligned.grid(), output, limits, sharding);
    }
    if (node.window() instanceof WindowSpec.Global && definition.keyColumns().length == 0) {
      return new GlobalAggregateOperator(definitions, output, limits, sharding);
    }
    return sharding.shards() > 1 && ShardedOperator.canSplit(definition)
        ? ShardedOperator.of(
            definition, output, limits, sharding, (own, part) -> shard(node, own, part))
        : shard(node, output, limits);
  }

  /** An operator with functions of its own: they have room for what they work on. */
  private Shard shard(
      PhysicalNode.WindowAggregate node,
      AggregateOutput output,
      AggregateDefinition.Limits bounds) {
    AggregateDefinition definition = definition(node);
    if (node.window() instanceof WindowSpec.Session session) {
      return new SessionAggregateOperator(definition, session, output, bounds);
    } else if (node.window() instanceof WindowSpec.RowCount count) {
      return new RowCountAggregateOperator(definition, count, output, bounds);
    } else if (node.window() instanceof WindowSpec.Global) {
      return new GlobalAggregateOperator(definition, output, bounds);
    }
    throw new AssertionError(node.window());
  }

  private AggregateDefinition definition(PhysicalNode.WindowAggregate node) {
    return new AggregateDefinition(
        node.input().schema(),
        node.keyColumns().stream().mapToInt(Integer::intValue).toArray(),
        node.timeColumn(),
        node.onlyKey(),
        aggregates(node),
        node.emit(),
        node.schema(),
        singleSource && !Revisions.fromResults(node.input()));
  }

  /** The aggregate functions of a node. */
  static List<AggregateInput> aggregates(PhysicalNode.WindowAggregate node) {
    List<AggregateInput> result = new ArrayList<>();
    boolean retracts = Revisions.retracts(node.input());
    for (AggregateCall call : node.aggregates()) {
      result.add(call.function(node.input().schema(), retracts));
    }
    return result;
  }
}
