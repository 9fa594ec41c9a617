package dev.sash.aggregate;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes the Java source of a {@link FusedAddition}: one loop over the rows, and in it the
 * additions of all aggregates. The record of a row is found and loaded once, however many
 * aggregates there are; a loop for each aggregate would do that again and again (Neumann,
 * "Efficiently Compiling Efficient Query Plans for Modern Hardware", PVLDB 4(9), 2011).
 *
 * <pre>
 *   for (int i = 0; i &lt; count; i++) {
 *     int row = rows[i];
 *     int record = records[i];
 *     long[] words = chunks[record &gt;&gt;&gt; shift];
 *     int at = (record &amp; mask) * 6;
 *     words[at]++;
 *     if (n2 == null || (n2[row &gt;&gt;&gt; 6] &gt;&gt;&gt; row &amp; 1) == 0) {
 *       double v2 = c2[row];
 *       words[at + 4] = Math.min(words[at + 4], Additions.code(v2, 0L));
 *     }
 *   }
 * </pre>
 */
final class FusedWriter {
  private final int width;
  private final StringBuilder declarations = new StringBuilder();
  private final List<Integer> declared = new ArrayList<>();
  private final StringBuilder body = new StringBuilder();

  /** The values of a column that an addition can take. */
  enum Values {
    /** {@code double[]}. */
    DOUBLES("double"),
    /** {@code long[]}. */
    LONGS("long"),
    /** {@code boolean[]}, of which an addition can only count those that are not NULL. */
    BOOLEANS("boolean");

    private final String type;

    Values(String type) {
      this.type = type;
    }
  }

  /** A writer for records of so many words. */
  FusedWriter(int width) {
    this.width = width;
  }

  /**
   * Appends the addition of an aggregate without arguments.
   *
   * @param filter ordinal of the condition's column, or -1
   */
  void add(String addition, int filter) {
    append(condition(filter), addition);
  }

  /** Appends the addition of an aggregate of one column; its value is {@code v} and the ordinal. */
  void add(String addition, int filter, int column, Values values) {
    if (!declared.contains(column)) {
      declared.add(column);
      declarations.append(
          "final %1$s[] c%2$d = (%1$s[]) values[%2$d]; final long[] n%2$d = nulls[%2$d];\n"
              .formatted(values.type, column));
    }
    String notNull = "(n%1$d == null || (n%1$d[row >>> 6] >>> row & 1) == 0)".formatted(column);
    String value = "final %1$s v%2$d = c%2$d[row]; ".formatted(values.type, column);
    append(and(condition(filter), notNull), value + addition);
  }

  private String condition(int filter) {
    if (filter < 0) {
      return "";
    }
    if (!declared.contains(filter)) {
      declared.add(filter);
      declarations.append(
          "final boolean[] c%1$d = (boolean[]) values[%1$d]; final long[] n%1$d = nulls[%1$d];\n"
              .formatted(filter));
    }
    return "c%1$d[row] && (n%1$d == null || (n%1$d[row >>> 6] >>> row & 1) == 0)".formatted(filter);
  }

  private static String and(String left, String right) {
    return left.isEmpty() ? right : left + " && " + right;
  }

  private void append(String condition, String statements) {
    body.append(condition.isEmpty() ? "" : "if (" + condition + ") ")
        .append("{ ")
        .append(statements)
        .append(" }\n");
  }

  /** The members of the class: a loop for stores of one chunk and one for others. */
  String source() {
    return "public void add(long[][] chunks, int shift, int mask, Object[] values, long[][] nulls,"
        + " int[] rows, int[] records, int count) {\n"
        + declarations
        + "if (chunks.length == 1) {\n"
        + "final long[] words = chunks[0];\n"
        + loop("")
        + "return;\n}\n"
        + loop("final long[] words = chunks[record >>> shift];\n")
        + "}\n";
  }

  private String loop(String chunk) {
    return "for (int i = 0; i < count; i++) {\n"
        + "final int row = rows[i];\n"
        + "final int record = records[i];\n"
        + chunk
        + "final int at = (record & mask) * "
        + width
        + ";\n"
        // with the last word in the array, so are all before it
        + "final long last = words[at + "
        + (width - 1)
        + "];\n"
        + body
        + "}\n";
  }
}
