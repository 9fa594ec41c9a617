package dev.sash.plan;

import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/** Writes values that depend on conditions: without a branch where no part can fail. */
final class KernelChoice {
  private final KernelExpressions expressions;
  private final KernelCode code;
  private final KernelDecimals decimals;

  KernelChoice(KernelExpressions expressions, KernelCode code, KernelDecimals decimals) {
    this.expressions = expressions;
    this.code = code;
    this.decimals = decimals;
  }

  /** A CASE. */
  KernelTerm choice(
      RexCall call, KernelType type, KernelOperators operators, KernelFailures failures) {
    int scale = type == KernelType.DECIMAL ? operators.decimalScale(call) : 0;
    List<RexNode> operands = call.getOperands();
    return choice(operands, type, scale, failures);
  }

  private KernelTerm choice(
      List<RexNode> operands, KernelType type, int scale, KernelFailures failures) {
    if (operands.size() == 1) {
      return value(operands.get(0), type, scale);
    }
    String condition = expressions.truth(operands.get(0));
    RexNode then = operands.get(1);
    List<RexNode> rest = operands.subList(2, operands.size());
    boolean branches = failures.canFail(then) || rest.stream().anyMatch(failures::canFail);
    if (!branches) {
      KernelTerm one = value(then, type, scale);
      return select(condition, one, choice(rest, type, scale, failures));
    }
    KernelTerm variable = declare(type, scale);
    code.open("if (" + condition + ") {");
    KernelTerm one = value(then, type, scale);
    assign(variable, one);
    code.next("} else {");
    KernelTerm other = choice(rest, type, scale, failures);
    assign(variable, other);
    code.close();
    String isNull = one.mayBeNull() || other.mayBeNull() ? variable.isNull() : KernelTerm.NEVER;
    return new KernelTerm(type, variable.value(), isNull, scale, max(one, other));
  }

  /** An expression that is evaluated only under a condition, and NULL elsewhere. */
  KernelTerm where(String condition, RexNode node, KernelType type) {
    KernelTerm variable = declare(type, 0);
    code.open("if (" + condition + ") {");
    KernelTerm term = expressions.term(node);
    assign(variable, term);
    code.close();
    return new KernelTerm(type, variable.value(), variable.isNull(), term.scale(), term.bound());
  }

  private KernelTerm value(RexNode node, KernelType type, int scale) {
    if (RexUtil.isNullLiteral(node, true)) {
      return new KernelTerm(type, type.zero, "true", scale, "0D");
    }
    KernelTerm term = expressions.term(node);
    return type == KernelType.DECIMAL ? decimals.scaled(term, scale) : term;
  }

  private KernelTerm declare(KernelType type, int scale) {
    String name = code.name();
    code.line(type.java + " " + name + " = " + type.zero + ";");
    code.line("boolean " + name + "n = true;");
    return new KernelTerm(type, name, name + "n", scale, "0D");
  }

  private void assign(KernelTerm variable, KernelTerm term) {
    code.line(variable.value() + " = " + term.value() + ";");
    code.line(variable.isNull() + " = " + term.isNull() + ";");
  }

  private static KernelTerm select(String condition, KernelTerm one, KernelTerm other) {
    return new KernelTerm(
        one.type(),
        pick(condition, one.value(), other.value()),
        pick(condition, one.isNull(), other.isNull()),
        one.scale(),
        max(one, other));
  }

  private static String pick(String condition, String one, String other) {
    if (one.equals(other) || condition.equals("true")) {
      return one;
    }
    if (condition.equals("false")) {
      return other;
    }
    if (other.equals("false")) {
      return one.equals("true") ? condition : "(" + condition + " & " + one + ")";
    }
    return one.equals("true")
        ? "(" + condition + " | " + other + ")"
        : "(" + condition + " ? " + one + " : " + other + ")";
  }

  private static String max(KernelTerm one, KernelTerm other) {
    return one.type() != KernelType.DECIMAL || one.bound().equals(other.bound())
        ? one.bound()
        : "Math.max(" + one.bound() + ", " + other.bound() + ")";
  }
}
