package dev.sash.plan;

import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import java.util.List;

/** A {@link PhysicalNode.Over} as a line of EXPLAIN. */
final class OverText {
  private OverText() {}

  static String of(PhysicalNode.Over node) {
    Schema input = node.input().schema();
    List<String> keys =
        node.form().partition().stream().map(column -> input.field(column).name()).toList();
    List<String> order = node.form().order().stream().map(key -> key(key, input)).toList();
    List<String> calls = node.calls().stream().map(OverCall::text).toList();
    return (node.windowEnd() < 0 ? "Over rows" : "Over rows of windows")
        + (keys.isEmpty() ? "" : " of " + String.join(", ", keys))
        + (order.isEmpty() ? "" : " in order of " + String.join(", ", order))
        + ": "
        + String.join(", ", calls);
  }

  private static String key(RowOrder.Key key, Schema input) {
    return input.field(key.column()).name()
        + (key.descending() ? " DESC" : "")
        + (key.nullsFirst() == key.descending()
            ? ""
            : key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST");
  }
}
