package dev.sash.plan;

import dev.sash.data.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * What the decimals of a batch must fulfil, so that longs without a check of each row do for all
 * that is computed from them. Every result has a bound, computed from the largest values of the
 * batch: a product's is the product of the bounds. Where one does not hold, the batch goes through
 * Calcite's code, which has numbers of any length.
 */
final class KernelGuards {
  /** Below the largest long by more than doubles round. */
  private static final String LONG_MAX = "9.2E18D";

  /** So many digits are exact in a double. */
  private static final int EXACT_DIGITS = 15;

  private final Schema schema;
  private final Set<Integer> columns = new TreeSet<>();
  private final Set<String> conditions = new LinkedHashSet<>();

  KernelGuards(Schema schema) {
    this.schema = schema;
  }

  /** A decimal column is read. */
  void column(int ordinal) {
    columns.add(ordinal);
  }

  /** The bound must fit a long. */
  void fitsLong(String bound) {
    require(bound + " <= " + LONG_MAX);
  }

  /** The bound must have at most so many digits. */
  void fitsDigits(String bound, int digits) {
    if (digits <= EXACT_DIGITS) {
      require(bound + " < 1E" + digits + "D");
    } else if (digits < 19) {
      require(bound + " * 1.0000001D < 1E" + digits + "D");
    }
  }

  /** The bound must be exact as a double. */
  void fitsDouble(String bound) {
    require(bound + " <= 9.0E15D");
  }

  private void require(String condition) {
    conditions.add(condition);
  }

  /** Hands the batch to other code where the bounds do not hold. */
  void write(KernelCode code, Supplier<String> instead) {
    if (columns.isEmpty() && conditions.isEmpty()) {
      return;
    }
    List<String> all = new ArrayList<>();
    for (int ordinal : columns) {
      code.line(KernelColumns.column(schema.type(ordinal), ordinal));
      if (conditions.stream().anyMatch(condition -> condition.contains("bound" + ordinal))) {
        code.line(
            "final double bound%d = largest(column%d.unscaled(), from, to);"
                .formatted(ordinal, ordinal));
      }
      all.add("column" + ordinal + ".isNarrow()");
    }
    all.addAll(conditions);
    code.line("if (!(" + String.join(" && ", all) + ")) {");
    code.instead(instead.get());
    code.line("}");
  }
}
