package dev.sash.plan;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.sql.SashTypeFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * Writes the Java source of a {@link dev.sash.runtime.RowKernel}: own code over the arrays of the
 * columns, and calls of Calcite's code for what has none.
 *
 * <pre>
 *   private void rows(ColumnBatch input, int from, int to, BatchBuilder output, int[] selected) {
 *     final LongColumn column0 = (LongColumn) input.column(0);
 *     final long[] values0 = column0.values();
 *     final int room = count + to - from;
 *     final LongColumnBuilder output0 = (LongColumnBuilder) output.column(0);
 *     final long[] out0 = output0.room(room);
 *     int n = count;
 *     for (int i = from; i &lt; to; i++) {
 *       final long t0 = values0[i];
 *       out0[n] = t0;
 *       selected[n] = i;
 *       n += t0 &gt; 5L ? 1 : 0;
 *     }
 *     output0.written(n, null);
 *     count = n;
 *   }
 * </pre>
 *
 * A condition costs no branch: each row's values are written, and overwritten by the next row if
 * the row did not pass (K. Ross, "Selection conditions in main memory", TODS 2004). Two things need
 * a second loop over the rows that passed: values that can fail, which must not for a row that did
 * not pass, and texts, which a dictionary takes in order.
 *
 * <p>Where a column may have a NULL there are two such classes, one for batches without: it holds
 * the source of the other, which is compiled when a batch with a NULL comes, if ever.
 */
final class ExpressionWriter {
  private static final String PARAMETERS =
      "(%s input, int from, int to, %s output, int[] selected) {\n"
          .formatted(ColumnBatch.class.getName(), BatchBuilder.class.getName());

  private final KernelProgram kernel;
  private final SashTypeFactory types;
  private final KernelOperators operators = new KernelOperators();
  private final KernelFailures failures = new KernelFailures(operators);
  private final KernelCalls calls;
  private final KernelGuards guards;
  private final @Nullable RexNode condition;
  private final List<RexNode> values = new ArrayList<>();

  private ExpressionWriter(KernelProgram kernel, SashTypeFactory types) {
    this.kernel = kernel;
    this.types = types;
    RexProgram program = kernel.program();
    calls = new KernelCalls(kernel.input(), program.getInputRowType(), types);
    guards = new KernelGuards(kernel.input());
    RexLocalRef filter = program.getCondition();
    condition = filter == null ? null : expanded(filter);
    program.getProjectList().forEach(project -> values.add(expanded(project)));
  }

  private RexNode expanded(RexLocalRef reference) {
    return RexUtil.expandSearch(
        new RexBuilder(types), null, kernel.program().expandLocalRef(reference));
  }

  /** The kernel of a program. */
  static PhysicalNode.Kernel kernel(KernelProgram kernel, SashTypeFactory types) {
    boolean drops = kernel.program().getCondition() != null;
    String source = new ExpressionWriter(kernel, types).source();
    return new PhysicalNode.Kernel(source, kernel.computed(), drops);
  }

  private String source() {
    KernelColumns columns = new KernelColumns(kernel.input(), false);
    String rows = method(columns);
    String anyNulls = columns.anyNulls();
    if (anyNulls.isEmpty()) {
      return members("", rows);
    }
    String withoutNulls = method(new KernelColumns(kernel.input(), true));
    KernelCode choice = new KernelCode();
    choice.line("if (" + anyNulls + ") {");
    choice.instead(members("", rows));
    choice.line("}");
    return members(choice.toString(), withoutNulls);
  }

  /** The members of a class, after all methods are written. */
  private String members(String choice, String rows) {
    KernelCode run = new KernelCode();
    guards.write(run, () -> CalciteKernel.source(kernel, types));
    calls.bind(run);
    String members = calls.members();
    return (CalciteKernel.usesContext(members) ? CalciteKernel.context() : "")
        + members
        + "public void run"
        + PARAMETERS
        + choice
        + run
        + "rows(input, from, to, output, selected);\n}\n"
        + rows;
  }

  private String method(KernelColumns columns) {
    KernelCode code = new KernelCode();
    KernelExpressions expressions =
        new KernelExpressions(operators, failures, columns, calls, guards, code);
    KernelOutputs outputs =
        new KernelOutputs(values, kernel.computed(), operators, failures, expressions, code);
    new KernelLoop(condition, outputs, failures, expressions, code).write();
    StringBuilder method = new StringBuilder("private void rows").append(PARAMETERS);
    columns.declare(method);
    outputs.declare(method);
    return method.append(code).append("}\n").toString();
  }
}
