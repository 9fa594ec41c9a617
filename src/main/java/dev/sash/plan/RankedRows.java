package dev.sash.plan;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/**
 * Gives each row with its numbers within a partition, in columns behind its own: what {@code
 * ROW_NUMBER() OVER (...)} becomes, with other functions of the same partition and order.
 */
final class RankedRows extends SingleRel {
  private final Ranking ranking;

  private RankedRows(RelTraitSet traits, RelNode input, Ranking ranking, RelDataType rowType) {
    super(input.getCluster(), traits, input);
    this.ranking = ranking;
    this.rowType = rowType;
  }

  /**
   * What is numbered.
   *
   * @param partition ordinals in the input
   * @param order the keys of ORDER BY
   * @param functions names, a column for each
   */
  record Ranking(List<Integer> partition, List<RelFieldCollation> order, List<String> functions) {
    Ranking {
      partition = List.copyOf(partition);
      order = List.copyOf(order);
      functions = List.copyOf(functions);
    }
  }

  /** A node over an input, with a column of each type behind the input's. */
  static RankedRows create(RelNode input, Ranking ranking, List<RelDataType> types) {
    RelDataTypeFactory.Builder row = input.getCluster().getTypeFactory().builder();
    row.addAll(input.getRowType().getFieldList());
    for (int i = 0; i < types.size(); i++) {
      row.add("$rank" + i, types.get(i));
    }
    return new RankedRows(input.getTraitSet(), input, ranking, row.build());
  }

  Ranking ranking() {
    return ranking;
  }

  /** Whether rows are numbered within windows, and can be given when a window closes. */
  boolean isByWindow() {
    WindowColumns windows = WindowColumns.of(getInput());
    return windows.end() >= 0
        && ranking.partition.stream()
            .anyMatch(key -> windows.ends().contains(key) || windows.starts().contains(key));
  }

  /** Ordinal of the first number in the output. */
  int firstNumber() {
    return getInput().getRowType().getFieldCount();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new RankedRows(traits, inputs.get(0), ranking, getRowType());
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("partition", ranking.partition)
        .item("order", ranking.order)
        .item("functions", ranking.functions);
  }
}
