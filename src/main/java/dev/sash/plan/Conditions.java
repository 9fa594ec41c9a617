package dev.sash.plan;

import org.jspecify.annotations.Nullable;

/** The WHERE and the HAVING of a plan as SQL, for sentences about rows that they dropped. */
public final class Conditions {
  private Conditions() {}

  /** The condition on input rows, or null. */
  public static @Nullable String where(PhysicalNode node) {
    if (node instanceof PhysicalNode.Calc calc && holds(calc.kernel())) {
      return condition(calc.text());
    }
    return first(node, true);
  }

  /** The condition on result rows, or null. */
  public static @Nullable String having(PhysicalNode node) {
    if (node instanceof PhysicalNode.ResultCalc calc && holds(calc.kernel())) {
      return condition(calc.text());
    }
    return first(node, false);
  }

  private static @Nullable String first(PhysicalNode node, boolean where) {
    for (PhysicalNode input : node.inputs()) {
      String found = where ? where(input) : having(input);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static boolean holds(PhysicalNode.@Nullable Kernel kernel) {
    return kernel != null && kernel.hasCondition();
  }

  /** What stands behind the first semicolon that is not within a string or a quoted name. */
  private static String condition(String text) {
    char open = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (open == 0 && c == ';') {
        return text.substring(i + 1).trim();
      }
      if (c == '\'' || c == '"') {
        open = open == 0 ? c : open == c ? 0 : open;
      }
    }
    return text;
  }
}
