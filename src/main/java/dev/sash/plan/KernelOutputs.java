package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.Schema;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rex.RexNode;

/** Where one method of generated code puts the values of a row. */
final class KernelOutputs {
  private static final int LONG_DIGITS = 18;

  private final List<RexNode> values;
  private final Schema computed;
  private final KernelOperators operators;
  private final KernelFailures failures;
  private final KernelExpressions expressions;
  private final KernelCode code;
  private final Set<Integer> nullable = new TreeSet<>();

  KernelOutputs(
      List<RexNode> values,
      Schema computed,
      KernelOperators operators,
      KernelFailures failures,
      KernelExpressions expressions,
      KernelCode code) {
    this.values = values;
    this.computed = computed;
    this.operators = operators;
    this.failures = failures;
    this.expressions = expressions;
    this.code = code;
  }

  /** Whether values may be written before it is known whether the row passes. */
  boolean anywhere() {
    for (int ordinal = 0; ordinal < values.size(); ordinal++) {
      if (isAppended(ordinal) || failures.canFail(values.get(ordinal))) {
        return false;
      }
    }
    return true;
  }

  /** Whether some row may have no value. */
  boolean canFail() {
    return values.stream().anyMatch(failures::canFail);
  }

  /** Texts go through a dictionary, and decimals of any length are objects. */
  private boolean isAppended(int ordinal) {
    DataType type = computed.type(ordinal);
    return type.isText()
        || (type.kind() == DataType.Kind.DECIMAL
            && (type.scale() > LONG_DIGITS || operators.decimalScale(values.get(ordinal)) < 0));
  }

  /** Writes the values of the row {@code i} to the given place of the outputs. */
  void write(String place) {
    for (int ordinal = 0; ordinal < values.size(); ordinal++) {
      RexNode value = values.get(ordinal);
      DataType type = computed.type(ordinal);
      if (isAppended(ordinal)) {
        boolean text = type.isText();
        KernelTerm term = text ? expressions.term(value) : expressions.called(value);
        code.line("output%d.append((%s) %s);".formatted(ordinal, term.type().boxed, term.value()));
        continue;
      }
      KernelTerm term = expressions.output(value, type.scale());
      code.line("out%d[%s] = %s;".formatted(ordinal, place, term.value()));
      if (term.mayBeNull()) {
        nullable.add(ordinal);
        code.line("flags%d[%s] = %s;".formatted(ordinal, place, term.isNull()));
      }
    }
  }

  /** Tells the builders how many rows there are. */
  void finish(String count) {
    for (int ordinal = 0; ordinal < values.size(); ordinal++) {
      if (!isAppended(ordinal)) {
        String flags = nullable.contains(ordinal) ? "flags" + ordinal : "null";
        code.line("output%d.written(%s, %s);".formatted(ordinal, count, flags));
      }
    }
  }

  /** Fetches the arrays before the loop. */
  void declare(StringBuilder method) {
    method.append("final int room = count + to - from;\n");
    for (int ordinal = 0; ordinal < values.size(); ordinal++) {
      String builder = CalciteKernel.builderClass(computed.type(ordinal)).getName();
      method.append(
          "final %2$s output%1$d = (%2$s) output.column(%1$d);\n".formatted(ordinal, builder));
      if (!isAppended(ordinal)) {
        method.append(
            "final %2$s[] out%1$d = output%1$d.room(to - from);\n"
                .formatted(ordinal, element(computed.type(ordinal))));
      }
      if (nullable.contains(ordinal)) {
        method.append("final boolean[] flags%1$d = outputNulls(%1$d, room);\n".formatted(ordinal));
      }
    }
  }

  private static String element(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> "boolean";
      case REAL, DOUBLE -> "double";
      default -> "long";
    };
  }
}
