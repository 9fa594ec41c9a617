package dev.sash.sql;

import dev.sash.error.SourceSpan;
import org.apache.calcite.sql.SqlDataTypeSpec;

/** A column of CREATE STREAM. The type is as written; the planner says which types exist. */
public record ColumnDefinition(
    String name, SqlDataTypeSpec type, boolean nullable, SourceSpan span) {}
