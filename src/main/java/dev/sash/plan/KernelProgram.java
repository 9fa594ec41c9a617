package dev.sash.plan;

import dev.sash.data.Field;
import dev.sash.data.Schema;
import dev.sash.sql.SashTypeFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * What a kernel is to compute, in the expressions that code is written for.
 *
 * @param program a condition and projections, all of which are computed
 * @param input the columns that the program's inputs are
 * @param computed the columns of its projections
 */
record KernelProgram(RexProgram program, Schema input, Schema computed) {

  /** The condition of a program and some expressions over its inputs, nothing lost. */
  static KernelProgram of(
      RexProgram program, List<RexNode> computed, Schema input, SashTypeFactory types) {
    RexBuilder builder = new RexBuilder(types);
    InstantTypes instants = new InstantTypes(builder);
    RelDataType text =
        types.createTypeWithNullability(types.createSqlType(SqlTypeName.VARCHAR), true);
    List<RexNode> typed = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (RexNode expression : computed) {
      boolean untyped = expression.getType().getSqlTypeName() == SqlTypeName.NULL;
      typed.add(
          untyped
              ? builder.makeNullLiteral(text)
              : exact(expression.accept(instants), false, builder));
      String name = "computed" + names.size();
      names.add(name);
      fields.add(new Field(name, CalcColumns.dataType(expression)));
    }
    RexLocalRef condition = program.getCondition();
    RexProgram kernel =
        RexProgram.create(
            instants.row(program.getInputRowType()),
            typed,
            condition == null
                ? null
                : exact(program.expandLocalRef(condition).accept(instants), true, builder),
            names,
            builder);
    return new KernelProgram(kernel, input, new Schema(fields));
  }

  private static RexNode exact(RexNode expression, boolean condition, RexBuilder builder) {
    RexNode exact = ExactExpressions.of(expression, builder);
    return condition ? ShortCircuit.condition(exact, builder) : ShortCircuit.value(exact, builder);
  }
}
