package dev.sash.plan;

import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.ViewColumns;
import dev.sash.catalog.WatermarkSpec;
import dev.sash.data.DataType;
import dev.sash.data.Schema;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.sql.Positions;
import dev.sash.sql.WatermarkClause;
import dev.sash.sql.Watermarks;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * From {@code WATERMARK FOR ts AS expression} to what a stream is declared with. An expression that
 * is not the column minus an interval is planned as {@code SELECT expression FROM stream}, so that
 * it may be whatever a SELECT may compute from one row, and its errors are those of a SELECT.
 */
public final class WatermarkPlanner {
  private final String stream;
  private final Schema columns;

  private WatermarkPlanner(String stream, Schema columns) {
    this.stream = stream;
    this.columns = columns;
  }

  /**
   * The watermark that a clause declares.
   *
   * @param stream the name of the stream, which columns may be qualified with
   * @throws SashException with the place of what is no TIMESTAMP, or does not look at one row only
   */
  public static WatermarkSpec plan(String stream, Schema columns, WatermarkClause clause) {
    WatermarkSpec fixed = Watermarks.fixed(columns, clause);
    return fixed != null
        ? fixed
        : new WatermarkSpec(
            Watermarks.column(columns, clause),
            0,
            new WatermarkPlanner(stream, columns).expression(clause),
            -1);
  }

  private WatermarkSpec.Expression expression(WatermarkClause clause) {
    SqlNode expression = clause.expression();
    PhysicalNode root = Planner.plan(select(expression), null, context()).root();
    if (!(root instanceof PhysicalNode.Calc calc)
        || !(calc.input() instanceof PhysicalNode.Scan)
        || calc.outputs().size() != 1) {
      throw wrong(expression, "the watermark of a row follows from that row alone")
          .hint("write an expression over the columns, without aggregates");
    }
    DataType type = calc.schema().type(0);
    if (!type.isTimestamp()) {
      throw wrong(expression, "a watermark must be a TIMESTAMP, not " + type.sql())
          .hint(
              "write "
                  + clause.column()
                  + ", "
                  + clause.column()
                  + " - INTERVAL '5' SECOND, or an expression that is a time");
    }
    PhysicalNode.Kernel kernel = calc.kernel();
    if (kernel != null && kernel.source().contains(KernelContext.class.getName())) {
      throw wrong(
              expression, "the watermark of a row follows from that row alone, not from a clock")
          .hint("max_future_skew is there for rows that are ahead of the clock");
    }
    return new WatermarkSpec.Expression(
        Watermarks.text(clause),
        calc.outputs().get(0).inputColumn(),
        kernel == null ? null : kernel.source());
  }

  private SqlNode select(SqlNode expression) {
    SqlParserPos place = expression.getParserPosition();
    return new SqlSelect(
        place,
        null,
        new SqlNodeList(List.of(expression), place),
        new SqlIdentifier(stream, place),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** The stream as it will be, and nothing else. */
  private PlanContext context() {
    StreamDefinition definition =
        new StreamDefinition(stream, columns, null, null, false, Map.of());
    Catalog catalog =
        new Catalog() {
          @Override
          public @Nullable StreamDefinition stream(String name) {
            return name.equalsIgnoreCase(stream) ? definition : null;
          }

          @Override
          public @Nullable ViewColumns view(String name) {
            return null;
          }

          @Override
          public @Nullable Schema table(String name) {
            return null;
          }

          @Override
          public Collection<String> names() {
            return List.of(stream);
          }
        };
    return new PlanContext(catalog, false);
  }

  private static SashException wrong(SqlNode expression, String message) {
    return SashException.at(Positions.span(expression), ErrorCode.WATERMARK, message);
  }
}
