package dev.sash.sql;

import dev.sash.catalog.ArrivalTime;
import dev.sash.error.SourceSpan;
import org.apache.calcite.sql.SqlDataTypeSpec;

/**
 * A column of CREATE STREAM. The type is as written; the planner says which types exist.
 *
 * @param arrival whether it says when a row arrived; it is never NULL then
 */
public record ColumnDefinition(
    String name, SqlDataTypeSpec type, boolean nullable, ArrivalTime arrival, SourceSpan span) {}
