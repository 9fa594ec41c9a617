package dev.sash.sql;

import dev.sash.error.SourceSpan;
import org.apache.calcite.sql.SqlNode;

/**
 * {@code WATERMARK FOR column AS expression}.
 *
 * @param columnSpan where the column's name stands
 */
public record WatermarkClause(
    String column, SourceSpan columnSpan, SqlNode expression, SourceSpan span) {}
