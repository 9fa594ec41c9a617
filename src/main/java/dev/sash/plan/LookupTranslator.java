package dev.sash.plan;

import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.runtime.JoinForm;
import dev.sash.sql.QueryConverter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.rules.JoinCommuteRule;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;

/**
 * A join of rows with an ordinary table: to one whose right side is the table itself. Conditions on
 * the table become part of the condition of the join.
 */
final class LookupTranslator {
  private LookupTranslator() {}

  /** Whether a side of a join is an ordinary table. */
  static boolean isTable(RelNode side) {
    return Programs.base(side) instanceof TableScan scan
        && QueryConverter.table(scan.getTable()) != null;
  }

  /** The join with the table on the right, as a node of rows. */
  static RelNode turned(Join join) {
    RelNode turned = JoinCommuteRule.swap(join, true, RuleBook.builder(join.getCluster()));
    if (turned == null) {
      throw refused("rows of a table that no row of the stream asks for are never known");
    }
    return turned;
  }

  /** Fails for a join that would give rows of the table alone. */
  static void checkKind(Join join) {
    if (join.getJoinType() == JoinRelType.RIGHT || join.getJoinType() == JoinRelType.FULL) {
      throw refused("rows of a table that no row of the stream asks for are never known");
    }
  }

  /**
   * The join with the table itself on the right.
   *
   * @return a join, and what is computed of it
   */
  static Programs.Chain plain(Join join) {
    checkKind(join);
    Programs.Chain right = Programs.chain(join.getRight());
    RexProgram program = right.program();
    int width = join.getLeft().getRowType().getFieldCount();
    List<Integer> sources = new ArrayList<>();
    for (RexLocalRef column : program.getProjectList()) {
      RexNode expression = program.expandLocalRef(column);
      if (!(expression instanceof RexInputRef reference)) {
        throw refused("a sub-query over a table may filter it and choose columns, but not compute");
      }
      sources.add(reference.getIndex());
    }
    RexShuttle toTable =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef column) {
            int index = column.getIndex();
            return index < width
                ? column
                : new RexInputRef(width + sources.get(index - width), column.getType());
          }
        };
    List<RexNode> terms =
        new ArrayList<>(RelOptUtil.conjunctions(join.getCondition().accept(toTable)));
    if (program.getCondition() != null) {
      RexNode own = program.expandLocalRef(program.getCondition());
      terms.add(RexUtil.shift(own, width));
    }
    Join plain =
        LogicalJoin.create(
            join.getLeft(),
            right.base(),
            List.of(),
            RexUtil.composeConjunction(join.getCluster().getRexBuilder(), terms),
            Set.of(),
            join.getJoinType());
    List<RexNode> projects = new ArrayList<>();
    for (int i = 0; i < join.getRowType().getFieldCount(); i++) {
      int source = i < width ? i : width + sources.get(i - width);
      projects.add(RexInputRef.of(source, plain.getRowType()));
    }
    return new Programs.Chain(
        plain,
        RexProgram.create(
            plain.getRowType(),
            projects,
            null,
            join.getRowType(),
            join.getCluster().getRexBuilder()));
  }

  /**
   * A join with a table to a node.
   *
   * @param form what is joined; a first key is looked up in the table
   */
  static PhysicalNode node(
      PhysicalNode left, TableScan table, JoinForm form, PhysicalNode.LookupJoin.Condition on) {
    Schema schema = QueryConverter.tableSchema(table.getTable());
    String name = String.valueOf(QueryConverter.table(table.getTable()));
    String key = form.rightKeys().isEmpty() ? "" : schema.field(form.rightKeys().get(0)).name();
    return new PhysicalNode.LookupJoin(left, name, schema, key, form, on);
  }

  private static SashException refused(String message) {
    return SashException.of(ErrorCode.NOT_SUPPORTED, message)
        .hint("write stream JOIN table ON stream.k = table.k, or LEFT JOIN");
  }
}
