package dev.sash.plan;

import dev.sash.data.BatchBuilder;
import dev.sash.data.BooleanColumnBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DecimalColumnBuilder;
import dev.sash.data.DoubleColumnBuilder;
import dev.sash.data.LongColumnBuilder;
import dev.sash.data.Schema;
import dev.sash.data.TextColumnBuilder;
import dev.sash.sql.Conformance;
import dev.sash.sql.SashTypeFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.ClassDeclaration;
import org.apache.calcite.linq4j.tree.ClassDeclarationFinder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MemberDeclaration;
import org.apache.calcite.linq4j.tree.MethodDeclaration;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.linq4j.tree.Statement;
import org.apache.calcite.rex.RexProgram;

/**
 * Writes the Java source of a {@link dev.sash.runtime.RowKernel} whose expressions are all
 * Calcite's own code, inside a loop over columns: for decimals of any length, and to compare with.
 *
 * <pre>
 *   final LongColumn column0 = (LongColumn) input.column(0);
 *   final long[] values0 = column0.values();
 *   final LongColumnBuilder output0 = (LongColumnBuilder) output.column(0);
 *   for (int i = from; i &lt; to; i = i + 1) {
 *     row = i;
 *     if (values0[i] &gt; 5L) {
 *       output0.append(values0[i] + 1L);
 *       selected[count] = i;
 *       count = count + 1;
 *     }
 *   }
 * </pre>
 *
 * Constants that are objects, such as decimals, become fields of the class.
 */
final class CalciteKernel {
  private static final Pattern CONTEXT_USE = Pattern.compile("\\b" + DataContext.ROOT.name + "\\b");

  private final RexProgram program;
  private final Schema computed;
  private final SashTypeFactory types;
  private final ParameterExpression input = Expressions.parameter(ColumnBatch.class, "input");
  private final ParameterExpression from = Expressions.parameter(int.class, "from");
  private final ParameterExpression to = Expressions.parameter(int.class, "to");
  private final ParameterExpression output = Expressions.parameter(BatchBuilder.class, "output");
  private final ParameterExpression selected = Expressions.parameter(int[].class, "selected");
  private final ParameterExpression i = Expressions.parameter(int.class, "i");
  private final ParameterExpression row = Expressions.parameter(int.class, "row");
  private final ParameterExpression count = Expressions.parameter(int.class, "count");
  private final KernelInputs inputs;

  private CalciteKernel(KernelProgram kernel, SashTypeFactory types) {
    program = kernel.program();
    computed = kernel.computed();
    this.types = types;
    inputs = new KernelInputs(kernel.input(), input, i);
  }

  /** The members of a class that does all of a program. */
  static String source(KernelProgram kernel, SashTypeFactory types) {
    return new CalciteKernel(kernel, types).source();
  }

  private String source() {
    Statement loop = loop();
    BlockBuilder body = new BlockBuilder(false);
    inputs.declarations().forEach(body::add);
    for (int ordinal = 0; ordinal < computed.size(); ordinal++) {
      body.add(
          Expressions.declare(
              Modifier.FINAL,
              builder(ordinal),
              Expressions.convert_(
                  Expressions.call(
                      output,
                      KernelInputs.method(BatchBuilder.class, "column", int.class),
                      Expressions.constant(ordinal)),
                  builder(ordinal).getType())));
    }
    body.add(loop);
    MethodDeclaration run =
        Expressions.methodDecl(
            Modifier.PUBLIC,
            void.class,
            "run",
            List.of(input, from, to, output, selected),
            body.toBlock());
    ClassDeclaration kernel =
        Expressions.classDecl(
            Modifier.PUBLIC,
            "Kernel",
            null,
            List.of(),
            new ArrayList<MemberDeclaration>(List.of(run)));
    ClassDeclaration hoisted = kernel.accept(ClassDeclarationFinder.create());
    String members = Expressions.toString(hoisted.memberDeclarations, "\n", false);
    return usesContext(members) ? context() + members : members;
  }

  static boolean usesContext(String members) {
    return CONTEXT_USE.matcher(members).find();
  }

  static String context() {
    return "private final "
        + DataContext.class.getName()
        + " "
        + DataContext.ROOT.name
        + " = new "
        + KernelContext.class.getName()
        + "(this);\n";
  }

  private Statement loop() {
    BlockBuilder body = new BlockBuilder(true);
    body.add(Expressions.statement(Expressions.assign(row, i)));
    if (program.getCondition() == null) {
      keep(body);
    } else {
      Expression condition =
          RexToLixTranslator.translateCondition(
              program, types, body, inputs, null, Conformance.INSTANCE);
      BlockBuilder kept = new BlockBuilder(true, body);
      keep(kept);
      body.add(Expressions.ifThen(condition, kept.toBlock()));
    }
    return Expressions.for_(
        Expressions.declare(0, i, from),
        Expressions.lessThan(i, to),
        Expressions.assign(i, Expressions.add(i, Expressions.constant(1))),
        body.toBlock());
  }

  /** Appends the row's computed values, then notes the row. */
  private void keep(BlockBuilder block) {
    List<Expression> values =
        RexToLixTranslator.translateProjects(
            program,
            types,
            Conformance.INSTANCE,
            block,
            null,
            null,
            DataContext.ROOT,
            inputs,
            null);
    for (int ordinal = 0; ordinal < values.size(); ordinal++) {
      Expression value = values.get(ordinal);
      block.add(
          Expressions.statement(Expressions.call(builder(ordinal), append(ordinal, value), value)));
    }
    block.add(
        Expressions.statement(Expressions.assign(Expressions.arrayIndex(selected, count), i)));
    block.add(
        Expressions.statement(
            Expressions.assign(count, Expressions.add(count, Expressions.constant(1)))));
  }

  private ParameterExpression builder(int ordinal) {
    return Expressions.parameter(builderClass(computed.type(ordinal)), "output" + ordinal);
  }

  static Class<? extends ColumnBuilder> builderClass(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> BooleanColumnBuilder.class;
      case TINYINT, SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ ->
          LongColumnBuilder.class;
      case REAL, DOUBLE -> DoubleColumnBuilder.class;
      case VARCHAR, CHAR -> TextColumnBuilder.class;
      case DECIMAL -> DecimalColumnBuilder.class;
    };
  }

  private Method append(int ordinal, Expression value) {
    boolean primitive = Primitive.is(value.getType());
    DataType type = computed.type(ordinal);
    Class<?> argument =
        switch (type.kind()) {
          case BOOLEAN -> primitive ? boolean.class : Boolean.class;
          case TINYINT, SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ ->
              primitive ? long.class : Number.class;
          case REAL, DOUBLE -> primitive ? double.class : Number.class;
          case VARCHAR, CHAR -> primitive ? char.class : String.class;
          case DECIMAL -> BigDecimal.class;
        };
    return KernelInputs.method(builderClass(type), "append", argument);
  }
}
