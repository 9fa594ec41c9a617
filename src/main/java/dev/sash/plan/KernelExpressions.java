package dev.sash.plan;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * Writes expressions of a row as Java over primitive variables: a value and, where it may be NULL,
 * a flag. What has no own code is a call of a method with Calcite's.
 *
 * <p>Operands are evaluated whether or not they are needed, without branches, as long as they
 * cannot fail. One that can is evaluated only where its value decides something: not beside a NULL,
 * not after the operand that decides an AND, not in a branch of CASE that is not taken.
 */
final class KernelExpressions {
  private final KernelOperators operators;
  private final KernelFailures failures;
  private final KernelColumns columns;
  private final KernelCalls calls;
  private final KernelGuards guards;
  private final KernelDecimals decimals;
  private final KernelNumbers numbers;
  private final KernelCode code;

  KernelExpressions(
      KernelOperators operators,
      KernelFailures failures,
      KernelColumns columns,
      KernelCalls calls,
      KernelGuards guards,
      KernelCode code) {
    this.operators = operators;
    this.failures = failures;
    this.columns = columns;
    this.calls = calls;
    this.guards = guards;
    this.code = code;
    decimals = new KernelDecimals(guards);
    numbers = new KernelNumbers(decimals);
  }

  /** The value of an expression, whose statements are written to the code. */
  KernelTerm term(RexNode node) {
    KernelTerm known = code.known(node);
    if (known != null) {
      return known;
    }
    KernelTerm term = write(node);
    boolean inPlace = node instanceof RexLiteral || term.type() == KernelType.TEXT;
    return inPlace ? term : code.named(node, term);
  }

  /** Whether a condition is TRUE. */
  String truth(RexNode node) {
    boolean and = node.getKind() == SqlKind.AND;
    if ((!and && node.getKind() != SqlKind.OR)
        || failures.canFail(node)
        || TextConditions.rememberedText(node) >= 0) {
      return term(node).value();
    }
    List<String> parts = new ArrayList<>();
    ((RexCall) node).getOperands().forEach(operand -> parts.add(truth(operand)));
    return "(" + String.join(and ? " & " : " | ", parts) + ")";
  }

  /** A decimal in the scale of its column. */
  KernelTerm output(RexNode node, int scale) {
    KernelTerm term = term(node);
    return term.type() == KernelType.DECIMAL ? decimals.scaled(term, scale) : term;
  }

  private KernelTerm write(RexNode node) {
    int text = TextConditions.rememberedText(node);
    if (text >= 0) {
      return remembered(node, text);
    }
    KernelType type = KernelType.of(node.getType());
    if (type == null || !operators.isOwn(node)) {
      return called(node);
    }
    if (node instanceof RexLiteral literal) {
      return KernelNumbers.literal(literal, type);
    }
    if (node instanceof RexInputRef reference) {
      if (type == KernelType.DECIMAL) {
        guards.column(reference.getIndex());
      }
      return columns.term(reference.getIndex(), type);
    }
    return call((RexCall) node, type);
  }

  private KernelTerm call(RexCall call, KernelType type) {
    RexNode first = call.getOperands().get(0);
    return switch (call.getKind()) {
      case AND -> junction(call.getOperands(), true);
      case OR -> junction(call.getOperands(), false);
      case NOT -> {
        KernelTerm term = term(first);
        yield KernelTerm.of(type, not(KernelTerm.or(term.isNull(), term.value())), term.isNull());
      }
      case IS_TRUE -> test(truth(first));
      case IS_NOT_TRUE -> test(not(truth(first)));
      case IS_FALSE -> test(not(KernelTerm.or(term(first).isNull(), term(first).value())));
      case IS_NOT_FALSE -> test(KernelTerm.or(term(first).isNull(), term(first).value()));
      case IS_NULL -> test(isNull(first));
      case IS_NOT_NULL -> test(not(isNull(first)));
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          comparison(call);
      case CASE -> new KernelChoice(this, code, decimals).choice(call, type, operators, failures);
      case REINTERPRET -> term(first);
      case CAST -> {
        KernelTerm[] operand = operands(call);
        KernelTerm cast = numbers.cast(operand[0], first, call.getType(), operand[0].isNull());
        yield KernelFailures.fails(call) ? guarded(cast) : cast;
      }
      default -> strict(call, type);
    };
  }

  private String isNull(RexNode node) {
    return node.getType().isNullable() ? term(node).isNull() : KernelTerm.NEVER;
  }

  private static KernelTerm test(String value) {
    return KernelTerm.of(KernelType.BOOLEAN, value, KernelTerm.NEVER);
  }

  static String not(String value) {
    return value.equals("false") ? "true" : value.equals("true") ? "false" : "!(" + value + ")";
  }

  private KernelTerm comparison(RexCall call) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    KernelTerm[] operands = operands(call);
    KernelType type = KernelOperators.common(left, right);
    if (type == null) {
      type = KernelType.BOOLEAN;
    }
    KernelTerm one = numbers.as(type, left, operands[0]);
    KernelTerm other = numbers.as(type, right, operands[1]);
    String isNull = KernelTerm.or(one.isNull(), other.isNull());
    String value = numbers.comparison(call.getKind(), one, other);
    return KernelTerm.of(
        KernelType.BOOLEAN,
        isNull.equals(KernelTerm.NEVER) ? value : "(" + not(isNull) + " & " + value + ")",
        isNull);
  }

  /** An operator or function that is NULL where an operand is. */
  private KernelTerm strict(RexCall call, KernelType type) {
    KernelTerm[] operands = operands(call);
    String isNull = KernelTerm.NEVER;
    for (KernelTerm operand : operands) {
      isNull = KernelTerm.or(isNull, operand.isNull());
    }
    Method function = KernelOperators.exactFunction(call);
    KernelTerm term;
    if (function != null) {
      List<String> arguments = new ArrayList<>();
      for (KernelTerm operand : operands) {
        arguments.add(operand.value());
      }
      boolean quotient =
          call.getOperator().equals(ExactOperators.DIVIDE_DOUBLE) && !KernelFailures.fails(call);
      String value =
          quotient
              ? "(" + String.join(" / ", arguments) + ")"
              : KernelNumbers.EXACT + function.getName() + "(" + String.join(", ", arguments) + ")";
      term = KernelTerm.of(type, value, isNull);
    } else {
      KernelType common = call.getKind() == SqlKind.MOD ? widest(operands) : type;
      for (int i = 0; i < operands.length; i++) {
        operands[i] = numbers.as(common, call.getOperands().get(i), operands[i]);
      }
      term = numbers.arithmetic(call, common, operands, isNull);
      if (common != type) {
        term = KernelTerm.of(type, "(" + type.java + ") " + term.value(), isNull);
      }
    }
    return KernelFailures.fails(call) ? guarded(term) : term;
  }

  private static KernelType widest(KernelTerm[] operands) {
    KernelType one = operands[0].type();
    KernelType other = operands[1].type();
    KernelType widest = one.compareTo(other) > 0 ? one : other;
    return widest.compareTo(KernelType.INT) < 0 ? KernelType.INT : widest;
  }

  /** What can fail is not computed from the remains under a NULL. */
  private static KernelTerm guarded(KernelTerm term) {
    return term.mayBeNull()
        ? new KernelTerm(
            term.type(),
            "(" + term.isNull() + " ? " + term.type().zero + " : " + term.value() + ")",
            term.isNull(),
            term.scale(),
            term.bound())
        : term;
  }

  /** The operands; those that can fail only where no other is NULL. */
  private KernelTerm[] operands(RexCall call) {
    List<RexNode> nodes = call.getOperands();
    KernelTerm[] terms = new KernelTerm[nodes.size()];
    String isNull = KernelTerm.NEVER;
    for (int rank = 0; rank < 3; rank++) {
      for (int i = 0; i < terms.length; i++) {
        RexNode node = nodes.get(i);
        if (rank(node) == rank) {
          boolean always = rank == 0 || isNull.equals(KernelTerm.NEVER);
          terms[i] = always ? term(node) : where(not(isNull), node);
          isNull = KernelTerm.or(isNull, terms[i].isNull());
        }
      }
    }
    return terms;
  }

  /** First what cannot fail, then what may be NULL and so make the rest needless. */
  private int rank(RexNode node) {
    return !failures.canFail(node) ? 0 : node.getType().isNullable() ? 1 : 2;
  }

  /** An expression that is evaluated only under a condition, and NULL elsewhere. */
  private KernelTerm where(String condition, RexNode node) {
    KernelTerm known = code.known(node);
    return known != null
        ? known
        : new KernelChoice(this, code, decimals)
            .where(condition, node, KernelType.required(node.getType()));
  }

  /**
   * AND, or OR as its mirror image, of three truth values. Operands that can fail come last and are
   * evaluated only while nothing is decided.
   */
  private KernelTerm junction(List<RexNode> operands, boolean and) {
    KernelTerm result = null;
    for (RexNode operand : operands) {
      if (!failures.canFail(operand)) {
        KernelTerm term = term(operand);
        result = result == null ? term : joined(result, term, and);
      }
    }
    for (RexNode operand : operands) {
      if (failures.canFail(operand)) {
        if (result == null) {
          result = term(operand);
          continue;
        }
        String decided = and ? not(KernelTerm.or(result.isNull(), result.value())) : result.value();
        String open = code.name();
        code.line("final boolean " + open + " = " + not(decided) + ";");
        KernelTerm term = where(open, operand);
        String isNull = term.isNull().equals(KernelTerm.NEVER) ? KernelTerm.NEVER : term.isNull();
        result =
            joined(
                result, undecided(term, open, and).nullIf("(" + open + " & " + isNull + ")"), and);
      }
    }
    if (result == null) {
      throw new AssertionError("a junction has operands: " + operands);
    }
    return result;
  }

  /** What was not evaluated does not decide: TRUE in an AND, FALSE in an OR. */
  private static KernelTerm undecided(KernelTerm term, String open, boolean and) {
    return KernelTerm.of(
        KernelType.BOOLEAN,
        and ? "(!" + open + " | " + term.value() + ")" : "(" + open + " & " + term.value() + ")",
        term.isNull());
  }

  private static KernelTerm joined(KernelTerm one, KernelTerm other, boolean and) {
    String value = "(" + one.value() + (and ? " & " : " | ") + other.value() + ")";
    if (!one.mayBeNull() && !other.mayBeNull()) {
      return KernelTerm.of(KernelType.BOOLEAN, value, KernelTerm.NEVER);
    }
    String isNull =
        and
            ? "("
                + KernelTerm.or(one.isNull(), one.value())
                + " & "
                + KernelTerm.or(other.isNull(), other.value())
                + " & "
                + not(value)
                + ")"
            : "(" + KernelTerm.or(one.isNull(), other.isNull()) + " & " + not(value) + ")";
    return KernelTerm.of(KernelType.BOOLEAN, value, isNull);
  }

  private KernelTerm remembered(RexNode node, int text) {
    int memo = calls.memo(node);
    String states = columns.states(memo, text);
    String codes = columns.code(text);
    String state = code.name();
    code.line("byte " + state + " = " + states + "[" + codes + " + 1];");
    code.line("if (" + state + " == 0) {");
    code.line(state + " = look" + memo + "(" + codes + ");");
    code.line("}");
    return KernelTerm.of(
        KernelType.BOOLEAN,
        "(" + state + " == 1)",
        node.getType().isNullable() ? "(" + state + " == 3)" : KernelTerm.NEVER);
  }

  /** A call of Calcite's code. */
  KernelTerm called(RexNode node) {
    KernelType type = KernelType.required(node.getType());
    KernelCalls.Call call = calls.row(node, type);
    String invoked = call.name() + "(i)";
    if (call.primitive()) {
      return KernelTerm.of(type, "(" + type.java + ") " + invoked, KernelTerm.NEVER);
    }
    String result = code.name();
    code.line("final " + type.boxed + " " + result + " = " + invoked + ";");
    String value =
        switch (type) {
          case TEXT, DECIMAL -> result;
          default ->
              "(%s == null ? %s : %s.%sValue())".formatted(result, type.zero, result, type.java);
        };
    return KernelTerm.of(type, value, result + " == null");
  }
}
