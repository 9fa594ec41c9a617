package dev.sash.session;

import dev.sash.catalog.StreamDefinition;
import dev.sash.catalog.WatermarkSpec;
import dev.sash.data.Field;
import dev.sash.runtime.BadRows;
import dev.sash.runtime.ExpressionCompiler;
import dev.sash.runtime.Partitioning;
import dev.sash.runtime.WatermarkExpression;
import dev.sash.runtime.WatermarkGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Makes the watermarks of the readers of a stream as it declares them.
 *
 * @param maxPartitions how many values the column of {@code partition_by} may have
 * @param errors is told of rows whose watermark expression fails
 */
record StreamTime(StreamDefinition definition, int maxPartitions, BadRows errors) {

  /** The watermark of one more reader. */
  WatermarkGenerator generator() {
    WatermarkSpec watermark = definition.watermark();
    if (watermark == null) {
      return new WatermarkGenerator(-1, 0);
    }
    WatermarkSpec.Expression expression = watermark.expression();
    int column = watermark.eventTimeColumn();
    return expression == null && watermark.partitionColumn() < 0
        ? new WatermarkGenerator(column, watermark.delayMillis())
        : new WatermarkGenerator(
            column,
            watermark.delayMillis(),
            expression == null ? null : compiled(expression),
            partitioning(watermark.partitionColumn()));
  }

  /** The stream time of a query that ends: no row is late for it, and it does not wait. */
  WatermarkGenerator ofFiniteQuery() {
    WatermarkSpec watermark = definition.watermark();
    return watermark == null
        ? new WatermarkGenerator(-1, 0)
        : new WatermarkGenerator(watermark.eventTimeColumn(), watermark.delayMillis());
  }

  private WatermarkExpression compiled(WatermarkSpec.Expression expression) {
    String kernel = expression.kernel();
    return kernel == null
        ? WatermarkExpression.ofColumn(expression.column())
        : WatermarkExpression.ofKernel(
            ExpressionCompiler.compile(kernel),
            (batch, row, failure) ->
                errors.report("watermark", 0, RowFailure.reason(failure), RowText.of(batch, row)));
  }

  private @Nullable Partitioning partitioning(int column) {
    if (column < 0) {
      return null;
    }
    Field field = definition.schema().field(column);
    return new Partitioning(column, field.name(), field.type(), maxPartitions);
  }
}
