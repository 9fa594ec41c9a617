package dev.sash.connector.format;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a column's value stands in an object: {@code a.b[0].c}; a name with dots or brackets is
 * written {@code ['a.b']}.
 *
 * @param steps names (String) and indexes from 0 (Integer), at least one, the first a name
 */
record JsonPath(List<Object> steps) {

  JsonPath {
    steps = List.copyOf(steps);
  }

  /** The path to a field of that very name. */
  static JsonPath ofName(String name) {
    return new JsonPath(List.of(name));
  }

  /** Reads a path; null when the text is none. */
  static @Nullable JsonPath parse(String text) {
    List<Object> steps = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      boolean bracket = text.charAt(at) == '[';
      if (!bracket && !steps.isEmpty() && text.charAt(at++) != '.') {
        return null;
      }
      int end = bracket ? text.indexOf(']', at) : nameEnd(text, at);
      if (end < 0) {
        return null;
      }
      String step = text.substring(bracket ? at + 1 : at, end);
      if (!add(steps, step, bracket)) {
        return null;
      }
      at = bracket ? end + 1 : end;
    }
    return steps.isEmpty() || steps.get(0) instanceof Integer ? null : new JsonPath(steps);
  }

  private static int nameEnd(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != '[') {
      at++;
    }
    return at;
  }

  private static boolean add(List<Object> steps, String step, boolean bracket) {
    if (!bracket) {
      steps.add(step);
      return !step.isEmpty();
    }
    if (step.length() > 2 && step.startsWith("'") && step.endsWith("'")) {
      steps.add(step.substring(1, step.length() - 1));
      return true;
    }
    boolean index =
        !step.isEmpty() && step.length() < 10 && step.chars().allMatch(Character::isDigit);
    if (index) {
      steps.add(Integer.valueOf(step));
    }
    return index;
  }
}
