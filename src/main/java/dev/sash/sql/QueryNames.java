package dev.sash.sql;

import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.ViewColumns;
import dev.sash.data.Schema;
import dev.sash.error.Suggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** The names that a query could have meant: columns of its streams, its aliases. */
final class QueryNames {
  private final Set<String> streams = new LinkedHashSet<>();
  private final Set<String> columns = new LinkedHashSet<>();
  private final Set<String> aliases = new HashSet<>();
  private final Set<String> relations = new LinkedHashSet<>();

  private QueryNames() {}

  /** The names around a query as it was written. */
  static QueryNames of(SqlNode query, Catalog catalog) {
    QueryNames names = new QueryNames();
    query.accept(names.new Collector(catalog));
    names.columns.add(WindowFunction.WINDOW_START);
    names.columns.add(WindowFunction.WINDOW_END);
    return names;
  }

  /** The stream, when the query reads one. */
  @Nullable String onlyStream() {
    return streams.size() == 1 ? streams.iterator().next() : null;
  }

  /** "Did you mean" for a column. */
  @Nullable String columnLike(String written) {
    if (aliases.contains(written.toLowerCase(Locale.ROOT))) {
      return "an alias can be used in GROUP BY, HAVING and ORDER BY, not here";
    }
    if (WindowFunction.WINDOW_START.equalsIgnoreCase(written)
        || WindowFunction.WINDOW_END.equalsIgnoreCase(written)) {
      return "it comes with a window: FROM TABLE(HOP(...)), or GROUP BY HOP(...)";
    }
    String meant = Suggestion.didYouMean(written, columns);
    if (meant != null || streams.size() != 1) {
      return meant;
    }
    List<String> known = new ArrayList<>(columns);
    return "columns are " + String.join(", ", known);
  }

  /** "Did you mean" for what stands before a dot. */
  @Nullable String relationLike(String written) {
    String meant = Suggestion.didYouMean(written, relations);
    return meant != null || relations.isEmpty()
        ? meant
        : "FROM has " + String.join(", ", relations);
  }

  private final class Collector extends SqlBasicVisitor<@Nullable Void> {
    private final Catalog catalog;

    Collector(Catalog catalog) {
      this.catalog = catalog;
    }

    @Override
    public @Nullable Void visit(SqlIdentifier identifier) {
      if (identifier.isStar()) {
        return null;
      }
      String name = identifier.names.get(identifier.names.size() - 1);
      StreamDefinition stream = catalog.stream(name);
      ViewColumns view = stream == null ? catalog.view(name) : null;
      Schema table = stream == null && view == null ? catalog.table(name) : null;
      if (stream != null) {
        streams.add(stream.name());
        relations.add(stream.name());
        columns.addAll(stream.schema().names());
      } else if (view != null) {
        relations.add(view.name());
        columns.addAll(view.visible().names());
      } else if (table != null) {
        relations.add(name);
        columns.addAll(table.names());
      }
      return null;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
      if (call.getKind() == SqlKind.AS && call.operand(1) instanceof SqlIdentifier alias) {
        SqlKind of = call.operand(0).getKind();
        boolean relation =
            of == SqlKind.SELECT
                || of == SqlKind.COLLECTION_TABLE
                || of == SqlKind.LATERAL
                || of == SqlKind.ORDER_BY
                || (call.operand(0) instanceof SqlIdentifier name
                    && name.isSimple()
                    && (catalog.stream(name.getSimple()) != null
                        || catalog.table(name.getSimple()) != null));
        (relation ? relations : columns).add(alias.getSimple());
        if (!relation) {
          aliases.add(alias.getSimple().toLowerCase(Locale.ROOT));
        }
        return call.operand(0).accept(this);
      }
      if (call instanceof SqlWithItem item) {
        relations.add(item.name.getSimple());
        return item.query.accept(this);
      }
      return super.visit(call);
    }
  }
}
