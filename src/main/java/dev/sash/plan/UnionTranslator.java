package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.TypeMapping;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * UNION ALL: what stands above it is done in each branch.
 *
 * <p>Branches without aggregates give their rows one after another. Branches that are aggregates,
 * or views whose rows have a key, keep their rows apart by constant group keys: the number of the
 * branch, and NULL in place of the keys of the others.
 */
final class UnionTranslator {
  private final PhysicalTranslator translator;
  private final List<Programs.Chain> branches = new ArrayList<>();

  private UnionTranslator(PhysicalTranslator translator) {
    this.translator = translator;
  }

  /** The program over the union, as the union of the program over each branch. */
  static PlannedRows translate(PhysicalTranslator translator, Union union, RexProgram program) {
    UnionTranslator unions = new UnionTranslator(translator);
    unions.collect(union, program);
    return unions.rows(TypeMapping.schema(program.getOutputRowType()));
  }

  /** The same as rows for another operator: no matter where each branch has its rows from. */
  static PhysicalNode rows(PhysicalTranslator translator, Union union, RexProgram program) {
    UnionTranslator unions = new UnionTranslator(translator);
    unions.collect(union, program);
    return new PhysicalNode.Union(
        unions.branches.stream().map(translator::rows).toList(),
        TypeMapping.schema(program.getOutputRowType()));
  }

  /** The branches, those of unions in unions included. */
  private void collect(Union union, RexProgram program) {
    if (!union.all) {
      throw SashException.of(ErrorCode.NOT_SUPPORTED, "UNION is not supported yet")
          .hint("write UNION ALL");
    }
    for (RelNode input : union.getInputs()) {
      RexProgram cast = cast(input.getRowType(), union.getRowType(), translator.builder());
      Programs.Chain branch =
          translator.over(
              new Programs.Chain(input, Programs.merge(program, cast, translator.builder())),
              Programs.chain(input));
      if (branch.base() instanceof Union inner) {
        collect(inner, branch.program());
      } else {
        branches.add(branch);
      }
    }
  }

  private PlannedRows rows(Schema visible) {
    List<PlannedRows> planned = branches.stream().map(translator::translate).toList();
    List<PlannedRows.Identity> identities = new ArrayList<>();
    for (PlannedRows branch : planned) {
      PlannedRows.Identity identity = branch.identity();
      if (identity != null) {
        identities.add(identity);
      }
    }
    if (identities.isEmpty()) {
      List<PhysicalNode> inputs = planned.stream().map(PlannedRows::node).toList();
      return new PlannedRows(new PhysicalNode.Union(inputs, visible), null);
    }
    boolean windows = identities.get(0).windowEnd() >= 0;
    boolean same =
        identities.size() == planned.size()
            && identities.stream().allMatch(identity -> identity.windowEnd() >= 0 == windows);
    if (!same) {
      throw SashException.of(
              ErrorCode.NOT_SUPPORTED,
              "UNION ALL is supported between windowed aggregates, between aggregates without a"
                  + " window, and between rows, not across")
          .hint("make one materialized view for each branch");
    }
    return aggregates(planned, visible);
  }

  private PlannedRows aggregates(List<PlannedRows> planned, Schema visible) {
    List<PhysicalNode> inputs = new ArrayList<>();
    PlannedRows.Identity identity = null;
    for (int number = 0; number < branches.size(); number++) {
      PlannedRows branch =
          translator.ofBranch(keys(planned, number)).translate(branches.get(number));
      inputs.add(branch.node());
      identity = branch.identity();
    }
    List<Field> fields = new ArrayList<>(visible.fields());
    List<Field> hidden = inputs.get(0).schema().fields();
    for (Field field : hidden.subList(fields.size(), hidden.size())) {
      fields.add(new Field(field.name(), field.type().nullable(true)));
    }
    return new PlannedRows(new PhysicalNode.Union(inputs, new Schema(fields)), identity);
  }

  /** The constants that a branch adds to its keys. */
  private BranchKeys keys(List<PlannedRows> planned, int number) {
    RexBuilder builder = translator.builder();
    List<RexNode> before = new ArrayList<>();
    List<RexNode> after = new ArrayList<>();
    RelDataType integer = translator.types().createSqlType(SqlTypeName.INTEGER);
    before.add(builder.makeExactLiteral(BigDecimal.valueOf(number), integer));
    for (int other = 0; other < planned.size(); other++) {
      PlannedRows.Identity identity = planned.get(other).identity();
      if (other == number || identity == null) {
        continue;
      }
      for (int key : identity.keys()) {
        DataType type = planned.get(other).node().schema().type(key).nullable(true);
        (other < number ? before : after)
            .add(builder.makeNullLiteral(TypeMapping.type(translator.types(), type)));
      }
    }
    return new BranchKeys(before, after);
  }

  /** A branch's columns in the types of the union. */
  private static RexProgram cast(RelDataType branch, RelDataType union, RexBuilder builder) {
    List<RexNode> columns = new ArrayList<>();
    for (RelDataTypeField field : union.getFieldList()) {
      RexNode column =
          builder.makeInputRef(
              branch.getFieldList().get(field.getIndex()).getType(), field.getIndex());
      columns.add(
          column.getType().equals(field.getType())
              ? column
              : builder.makeCast(field.getType(), column, true, false));
    }
    return RexProgram.create(branch, columns, null, union.getFieldNames(), builder);
  }
}
