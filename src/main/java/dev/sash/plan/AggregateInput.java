package dev.sash.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.jspecify.annotations.Nullable;

/** Collects the columns that an aggregate needs, each once: its keys first. */
final class AggregateInput {
  private final RelDataType source;
  private final List<RexNode> columns = new ArrayList<>();
  private final List<Integer> identity = new ArrayList<>();
  private int keyCount;

  /** Columns computed from rows of the given type. */
  AggregateInput(RelDataType source) {
    this.source = source;
  }

  /** The ordinal of a group key; all keys come before anything else. */
  int key(RexNode expression) {
    int ordinal = add(expression);
    keyCount = columns.size();
    return ordinal;
  }

  /** The ordinal of a column. */
  int add(RexNode expression) {
    int known = columns.indexOf(expression);
    if (known >= 0) {
      return known;
    }
    columns.add(expression);
    return columns.size() - 1;
  }

  /**
   * Adds constant keys around those that there are, to tell the branches of a union apart.
   *
   * @param branch null outside of a union
   */
  void identify(@Nullable BranchKeys branch) {
    int own = keyCount;
    if (branch != null) {
      branch.before().forEach(key -> identity.add(key(key)));
    }
    for (int key = 0; key < own; key++) {
      identity.add(key);
    }
    if (branch != null) {
      branch.after().forEach(key -> identity.add(key(key)));
    }
  }

  /** The ordinals of the keys as they identify a row; may repeat. */
  List<Integer> identity() {
    return identity;
  }

  /** How many of the columns are keys. */
  int keyCount() {
    return keyCount;
  }

  /**
   * The key of an aggregate that has one group even when nothing has come: no columns, or the
   * constants that tell a branch of a union apart.
   */
  List<@Nullable Long> onlyKey() {
    List<@Nullable Long> key = new ArrayList<>();
    for (RexNode constant : columns.subList(0, keyCount)) {
      key.add(((RexLiteral) constant).getValueAs(Long.class));
    }
    return Collections.unmodifiableList(key);
  }

  /** The type of a column. */
  RelDataType type(int ordinal) {
    return columns.get(ordinal).getType();
  }

  /** The expression as SQL. */
  String text(RexNode expression) {
    return RexText.of(expression, source.getFieldNames());
  }

  /** Computes the columns of the rows that pass the condition. */
  RexProgram program(RexNode condition, RexBuilder builder) {
    List<String> names = columns.stream().map(this::text).toList();
    return RexProgram.create(
        source, columns, condition.isAlwaysTrue() ? null : condition, names, builder);
  }
}
