package dev.sash.plan;

import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Writes the loop over the rows of a batch. After an exception the row that failed is noted, and
 * the outputs hold what came before it.
 */
final class KernelLoop {
  private final @Nullable RexNode condition;
  private final KernelOutputs outputs;
  private final KernelFailures failures;
  private final KernelExpressions expressions;
  private final KernelCode code;

  KernelLoop(
      @Nullable RexNode condition,
      KernelOutputs outputs,
      KernelFailures failures,
      KernelExpressions expressions,
      KernelCode code) {
    this.condition = condition;
    this.outputs = outputs;
    this.failures = failures;
    this.expressions = expressions;
    this.code = code;
  }

  void write() {
    if (condition == null) {
      everyRow();
    } else if (outputs.anywhere()) {
      passingRows(condition);
    } else {
      selection(condition);
      selectedRows();
    }
  }

  private void everyRow() {
    code.line("final int shift = count - from;");
    boolean canFail = outputs.canFail();
    open(canFail);
    outputs.write("i + shift");
    code.close();
    if (canFail) {
      code.next("} catch (RuntimeException e) {");
      code.line("row = i;");
      outputs.finish("i + shift");
      code.line("selectAll(from, i, selected);");
      code.line("throw e;");
      code.close();
    }
    outputs.finish("to + shift");
    code.line("selectAll(from, to, selected);");
  }

  private void open(boolean canFail) {
    if (canFail) {
      code.line("int i = from;");
      code.open("try {");
    }
    code.open(canFail ? "for (; i < to; i++) {" : "for (int i = from; i < to; i++) {");
  }

  private void passingRows(RexNode filter) {
    boolean canFail = failures.canFail(filter);
    code.line("int n = count;");
    open(canFail);
    String passes = expressions.truth(filter);
    outputs.write("n");
    select(passes);
    code.close();
    if (canFail) {
      code.next("} catch (RuntimeException e) {");
      code.line("row = i;");
      outputs.finish("n");
      code.line("count = n;");
      code.line("throw e;");
      code.close();
    }
    outputs.finish("n");
    code.line("count = n;");
  }

  private void select(String passes) {
    code.line("selected[n] = i;");
    code.line("n += " + passes + " ? 1 : 0;");
  }

  /** The numbers of the rows that pass, up to the first for which that cannot be said. */
  private void selection(RexNode filter) {
    boolean canFail = failures.canFail(filter);
    code.line("int n = count;");
    code.line("RuntimeException failure = null;");
    code.open("{");
    open(canFail);
    select(expressions.truth(filter));
    code.close();
    if (canFail) {
      code.next("} catch (RuntimeException e) {");
      code.line("row = i;");
      code.line("failure = e;");
      code.close();
    }
    code.close();
  }

  /** The values of those rows: one that fails comes before the failure of the condition. */
  private void selectedRows() {
    boolean canFail = outputs.canFail();
    code.line("final int passed = n;");
    code.line("n = count;");
    if (canFail) {
      code.open("try {");
    }
    code.open("for (; n < passed; n++) {");
    code.line("final int i = selected[n];");
    outputs.write("n");
    code.close();
    if (canFail) {
      code.next("} catch (RuntimeException e) {");
      code.line("row = selected[n];");
      outputs.finish("n");
      code.line("count = n;");
      code.line("throw e;");
      code.close();
    }
    outputs.finish("n");
    code.line("count = n;");
    code.open("if (failure != null) {");
    code.line("throw failure;");
    code.close();
  }
}
