package dev.sash.sql;

import dev.sash.catalog.Catalog;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Checks what a query over streams reads: names, and that nothing is joined but windows. */
final class RelationCheck {
  private final Catalog catalog;
  private final boolean takesTables;

  /** How many joins and conditions are around what is looked at: in them tables may stand. */
  private int joins;

  /**
   * A check of one query.
   *
   * @param takesTables whether ordinary tables may be joined; else the database answers
   */
  RelationCheck(Catalog catalog, boolean takesTables) {
    this.catalog = catalog;
    this.takesTables = takesTables;
  }

  /** Looks at something that rows are joined with. */
  void joined(Runnable look) {
    joins++;
    look.run();
    joins--;
  }

  /**
   * Fails unless the name is a stream, a materialized view or one of WITH.
   *
   * @param names of WITH, in lower case
   */
  void check(SqlIdentifier relation, Set<String> names) {
    List<String> parts = relation.names;
    String name = parts.get(parts.size() - 1);
    boolean alone = parts.size() == 1;
    boolean simple =
        alone || (parts.size() == 2 && parts.get(0).equalsIgnoreCase(StreamSchema.PUBLIC));
    if (alone && names.contains(name.toLowerCase(Locale.ROOT))) {
      return;
    }
    if (simple && (catalog.stream(name) != null || catalog.view(name) != null)) {
      return;
    }
    if (simple && catalog.table(name) != null) {
      if (takesTables && joins > 0) {
        return;
      }
      throw refuse(
          relation,
          "reading table \"" + name + "\" in a query over a stream is not supported yet",
          "join a stream with the table, or query it without a stream");
    }
    String meant = Suggestion.didYouMean(name, catalog.names());
    throw SashException.at(
            Positions.span(relation),
            ErrorCode.RELATION_NOT_FOUND,
            "stream \"" + String.join(".", parts) + "\" not found")
        .hint(meant != null ? meant : "SHOW STREAMS lists them");
  }

  /** Looks at both sides of a join, one of which may be the windows of the other's rows. */
  void join(SqlJoin join, BiConsumer<SqlNode, Set<String>> from, Set<String> names) {
    if (!isWindow(join.getRight())) {
      joined(
          () -> {
            from.accept(join.getLeft(), names);
            from.accept(join.getRight(), names);
          });
      return;
    }
    JoinType type = join.getJoinType();
    boolean inner = type == JoinType.COMMA || type == JoinType.CROSS || type == JoinType.INNER;
    if (!inner || !isAlways(join.getCondition())) {
      throw refuse(
          join.getRight(),
          "a window function can only be joined without a condition",
          "write FROM stream, LATERAL TABLE(HOP(ts, slide, size))");
    }
    from.accept(join.getLeft(), names);
  }

  private static boolean isAlways(@Nullable SqlNode condition) {
    return condition == null
        || (condition instanceof SqlLiteral literal && Boolean.TRUE.equals(literal.getValue()));
  }

  static boolean isWindow(SqlNode node) {
    if (node instanceof SqlCall call
        && (node.getKind() == SqlKind.AS
            || node.getKind() == SqlKind.LATERAL
            || node.getKind() == SqlKind.COLLECTION_TABLE)) {
      return isWindow(call.operand(0));
    }
    return node instanceof SqlCall call && call.getOperator() instanceof WindowFunction;
  }

  private static SashException refuse(SqlNode node, String message, String hint) {
    return SashException.at(Positions.span(node), ErrorCode.NOT_SUPPORTED, message).hint(hint);
  }
}
