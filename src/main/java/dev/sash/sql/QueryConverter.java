package dev.sash.sql;

import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.ViewColumns;
import dev.sash.data.Schema;
import dev.sash.error.SashException;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.jspecify.annotations.Nullable;

/**
 * Parse tree to relational algebra, for one statement over one catalog: window spellings unified,
 * unsupported parts refused, names and types checked. Not thread-safe.
 */
public final class QueryConverter {
  /**
   * Leaves constants as they are. Calcite would compile a class to fold each; the generated loop
   * evaluates them as well and the first plan is 35 ms earlier.
   */
  private static final RexExecutor NO_FOLDING =
      (builder, expressions, reduced) -> reduced.addAll(expressions);

  private static final SqlToRelConverter.Config CONVERSION =
      SqlToRelConverter.config()
          .withTrimUnusedFields(false)
          .withExpand(false)
          .withInSubQueryThreshold(Integer.MAX_VALUE)
          .withRelBuilderConfigTransform(config -> config.withSimplify(false));

  private final Catalog catalog;
  private final SashTypeFactory types = new SashTypeFactory();
  private final CalciteCatalogReader reader;
  private final RelOptCluster cluster;

  /** A converter over what the catalog holds now. */
  public QueryConverter(Catalog catalog) {
    this.catalog = catalog;
    Properties properties = new Properties();
    properties.setProperty("caseSensitive", "false");
    CalciteSchema root =
        CalciteSchema.createRootSchema(false, false, "", new StreamSchema(catalog));
    reader =
        new CalciteCatalogReader(
            root, List.of(), types, new CalciteConnectionConfigImpl(properties));
    HepPlanner planner = new HepPlanner(HepProgram.builder().build(), Contexts.empty());
    planner.setExecutor(NO_FOLDING);
    cluster = RelOptCluster.create(planner, new RexBuilder(types));
    cluster.setMetadataQuerySupplier(InterpretedMetadata::new);
  }

  /**
   * Converts a query.
   *
   * @param query is not changed
   * @param finite whether its result ends, so that it can be sorted and cut
   * @throws SashException with the place in the text
   */
  public RelRoot convert(SqlNode query, boolean finite) {
    SqlNode unified = FilteredOver.rewrite(Spellings.unify(WindowRewriter.rewrite(query)));
    SupportedQuery.check(
        unified, new RelationCheck(catalog, !finite || hasWindow(unified)), finite);
    DeclaredNames.apply(unified, catalog);
    SqlValidator validator =
        new WindowValidator(
            new OwnOperators(catalog),
            reader,
            types,
            SqlValidator.Config.DEFAULT
                .withConformance(Conformance.INSTANCE)
                .withIdentifierExpansion(true));
    try {
      SqlNode validated = validator.validate(unified);
      checkColumns(validated, validator.getValidatedNodeType(validated));
      SqlToRelConverter converter =
          new SqlToRelConverter(
              (type, text, schemas, view) -> {
                throw new AssertionError("streams are not expanded: " + text);
              },
              validator,
              reader,
              cluster,
              WholeAggregates.INSTANCE,
              CONVERSION);
      return converter.convertQuery(validated, false, true);
    } catch (CalciteContextException e) {
      throw ValidationErrors.translate(e, QueryNames.of(query, catalog));
    }
  }

  /** Whether a query has windows, which the database does not know. */
  private static boolean hasWindow(SqlNode query) {
    boolean[] found = {false};
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            found[0] |= call.getOperator() instanceof WindowFunction;
            return super.visit(call);
          }
        });
    return found[0];
  }

  /** Fails with the place of a result column whose type no column can have. */
  private static void checkColumns(SqlNode query, RelDataType row) {
    SqlNode body = query;
    while (!(body instanceof SqlSelect)) {
      if (body instanceof SqlOrderBy order) {
        body = order.query;
      } else if (body instanceof SqlWith with) {
        body = with.body;
      } else {
        return;
      }
    }
    SqlNodeList items = ((SqlSelect) body).getSelectList();
    for (int i = 0; i < items.size() && i < row.getFieldCount(); i++) {
      try {
        TypeMapping.dataType(row.getFieldList().get(i).getType());
      } catch (SashException e) {
        throw e.orAt(Positions.span(items.get(i)));
      }
    }
  }

  /** The stream behind a table of a converted query. */
  public static StreamDefinition stream(RelOptTable table) {
    return table.unwrapOrThrow(StreamSchema.StreamTable.class).stream();
  }

  /** The view behind a table of a converted query, or null for a stream. */
  public static @Nullable ViewColumns view(RelOptTable table) {
    StreamSchema.ViewTable view = table.unwrap(StreamSchema.ViewTable.class);
    return view == null ? null : view.view();
  }

  /** The name of the ordinary table behind a table of a converted query, or null. */
  public static @Nullable String table(RelOptTable table) {
    StreamSchema.DatabaseTable ordinary = table.unwrap(StreamSchema.DatabaseTable.class);
    return ordinary == null ? null : ordinary.name();
  }

  /** The columns of an ordinary table. */
  public static Schema tableSchema(RelOptTable table) {
    return table.unwrapOrThrow(StreamSchema.DatabaseTable.class).schema();
  }

  /** The factory of the types of everything that was converted. */
  public SashTypeFactory types() {
    return types;
  }
}
