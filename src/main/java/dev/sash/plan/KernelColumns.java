package dev.sash.plan;

import dev.sash.data.DataType;
import dev.sash.data.Schema;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** How one method of generated code reads the columns of a batch, at the row {@code i}. */
final class KernelColumns {
  private final Schema schema;
  private final boolean nullFree;
  private final Set<Integer> used = new TreeSet<>();
  private final Map<Integer, Integer> memos = new TreeMap<>();

  /**
   * Columns of a batch.
   *
   * @param nullFree whether the method runs only where no column but texts has a NULL
   */
  KernelColumns(Schema schema, boolean nullFree) {
    this.schema = schema;
    this.nullFree = nullFree;
  }

  /** The value of a column. */
  KernelTerm term(int ordinal, KernelType type) {
    used.add(ordinal);
    DataType column = schema.type(ordinal);
    if (column.isText()) {
      return KernelTerm.of(type, "column" + ordinal + ".text(i)", "codes" + ordinal + "[i] < 0");
    }
    String element = "values" + ordinal + "[i]";
    String value =
        switch (column.kind()) {
          case TINYINT -> "(byte) " + element;
          case SMALLINT -> "(short) " + element;
          case INTEGER, DATE, TIME -> "(int) " + element;
          case REAL -> "(float) " + element;
          default -> element;
        };
    String isNull = column.nullable() && !nullFree ? "nulls" + ordinal + "[i]" : KernelTerm.NEVER;
    return new KernelTerm(type, value, isNull, column.scale(), "bound" + ordinal);
  }

  /** The code of a text in its dictionary. */
  String code(int ordinal) {
    used.add(ordinal);
    return "codes" + ordinal + "[i]";
  }

  /** The states of a memo of conditions over a text. */
  String states(int memo, int ordinal) {
    used.add(ordinal);
    memos.put(memo, ordinal);
    return "states" + memo;
  }

  /** Fetches the arrays before the loop. */
  void declare(StringBuilder code) {
    for (int ordinal : used) {
      DataType type = schema.type(ordinal);
      code.append(column(type, ordinal)).append('\n');
      if (type.isText()) {
        code.append("final int[] codes%1$d = column%1$d.codes();\n".formatted(ordinal));
        continue;
      }
      code.append(
          "final %s[] values%d = column%d.%s();\n"
              .formatted(
                  element(type),
                  ordinal,
                  ordinal,
                  type.kind() == DataType.Kind.DECIMAL ? "unscaled" : "values"));
      if (type.nullable() && !nullFree) {
        code.append(
            "final boolean[] nulls%1$d = nulls(%1$d, column%1$d.nulls(), from, to);\n"
                .formatted(ordinal));
      }
    }
    memos.forEach(
        (memo, ordinal) ->
            code.append(
                "final byte[] states%1$d = memo%1$d.states(column%2$d.dictionary());\n"
                    .formatted(memo, ordinal)));
  }

  /** A statement that fetches a column. */
  static String column(DataType type, int ordinal) {
    String name = KernelInputs.columnClass(type).getName();
    return "final %s column%d = (%s) input.column(%d);".formatted(name, ordinal, name, ordinal);
  }

  /** Whether some column that is read may have a NULL, as a condition; empty when none can. */
  String anyNulls() {
    StringBuilder any = new StringBuilder();
    for (int ordinal : used) {
      if (schema.type(ordinal).nullable() && !schema.type(ordinal).isText()) {
        any.append(any.isEmpty() ? "" : " || ")
            .append("input.column(")
            .append(ordinal)
            .append(").hasNulls()");
      }
    }
    return any.toString();
  }

  private static String element(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> "boolean";
      case REAL, DOUBLE -> "double";
      default -> "long";
    };
  }
}
