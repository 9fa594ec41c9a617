package dev.sash.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Statements of generated code, and which expressions have a name already where the next statement
 * will stand: each is evaluated once.
 */
final class KernelCode {
  private final StringBuilder text = new StringBuilder();
  private final Deque<Map<RexNode, KernelTerm>> scopes = new ArrayDeque<>();
  private int names;

  KernelCode() {
    scopes.push(new HashMap<>());
  }

  /** Adds a statement. */
  void line(String statement) {
    text.append(statement).append('\n');
  }

  /** Leaves the rows to another kernel and returns. */
  void instead(String members) {
    line("runInstead(" + quoted(members) + ", input, from, to, output, selected);");
    line("return;");
  }

  private static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r")
        + '"';
  }

  /** Begins a block: its head ends with an opening brace. */
  void open(String head) {
    line(head);
    scopes.push(new HashMap<>());
  }

  /** Ends a block and begins the next one. */
  void next(String head) {
    scopes.pop();
    open(head);
  }

  /** Ends a block; the names of its expressions are gone. */
  void close() {
    line("}");
    scopes.pop();
  }

  /** A name that no variable has. */
  String name() {
    return "t" + names++;
  }

  /** What is known of an expression at this point, or null. */
  @Nullable KernelTerm known(RexNode node) {
    for (Map<RexNode, KernelTerm> scope : scopes) {
      KernelTerm term = scope.get(node);
      if (term != null) {
        return term;
      }
    }
    return null;
  }

  /** Gives a value a variable, so that it is evaluated here and only once. */
  KernelTerm named(RexNode node, KernelTerm term) {
    String value = variable(term.type().java, term.value());
    String isNull =
        term.isNull().equals(KernelTerm.NEVER) || term.isNull().equals("true")
            ? term.isNull()
            : variable("boolean", term.isNull());
    KernelTerm named = new KernelTerm(term.type(), value, isNull, term.scale(), term.bound());
    scopes.getFirst().put(node, named);
    return named;
  }

  private String variable(String type, String value) {
    if (isName(value)) {
      return value;
    }
    String name = name();
    line("final " + type + " " + name + " = " + value + ";");
    return name;
  }

  /** Constants and variables need no second name. */
  private static boolean isName(String value) {
    return value.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '.');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
