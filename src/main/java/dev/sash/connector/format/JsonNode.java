package dev.sash.connector.format;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A place in an object that columns want something of: their paths, put together in a tree. */
final class JsonNode {
  /** Remembering more names that nobody wants would cost memory for nothing. */
  private static final int NAMES_KNOWN_MAX = 1000;

  private static final Child UNWANTED = new Child(null, false);

  /** A field that is wanted, or not when the node is null; exact when its name matches in case. */
  record Child(@Nullable JsonNode node, boolean exact) {}

  private int[] columns = {};
  private final Map<String, JsonNode> names = new HashMap<>();
  private final Map<String, JsonNode> namesInAnyCase = new HashMap<>();
  private final Map<Integer, JsonNode> indexes = new HashMap<>();
  private final Map<String, Child> known = new HashMap<>();

  /** Adds a column under this node. */
  void add(JsonPath path, int column) {
    JsonNode node = this;
    for (Object step : path.steps()) {
      if (step instanceof Integer index) {
        node = node.indexes.computeIfAbsent(index, i -> new JsonNode());
      } else {
        String name = (String) step;
        JsonNode child = node.names.computeIfAbsent(name, n -> new JsonNode());
        node.namesInAnyCase.putIfAbsent(name.toLowerCase(Locale.ROOT), child);
        node = child;
      }
    }
    int[] more = Arrays.copyOf(node.columns, node.columns.length + 1);
    more[node.columns.length] = column;
    node.columns = more;
  }

  /** The columns whose value stands here. */
  int[] columns() {
    return columns;
  }

  /** Whether anything inside an object here is wanted. */
  boolean wantsFields() {
    return !names.isEmpty();
  }

  /** Whether anything inside an array here is wanted. */
  boolean wantsElements() {
    return !indexes.isEmpty();
  }

  /** The field of that name: exactly, or else in any case. */
  Child child(String name) {
    Child child = known.get(name);
    if (child == null) {
      child = find(name);
      if (known.size() < NAMES_KNOWN_MAX) {
        known.put(name, child);
      }
    }
    return child;
  }

  private Child find(String name) {
    JsonNode exact = names.get(name);
    if (exact != null) {
      return new Child(exact, true);
    }
    JsonNode close = namesInAnyCase.get(name.toLowerCase(Locale.ROOT));
    return close == null ? UNWANTED : new Child(close, false);
  }

  /** The element at an index from 0, or null when it is not wanted. */
  @Nullable JsonNode element(int index) {
    return indexes.get(index);
  }
}
