package dev.sash.sql;

import dev.sash.error.SourceSpan;
import org.jspecify.annotations.Nullable;

/**
 * The name of a stream, view or table as written.
 *
 * @param schema what stands before the dot, or null; PUBLIC is left out, because it means the same
 */
public record RelationName(@Nullable String schema, String name, SourceSpan span) {

  /** {@code name} or {@code schema.name}. */
  @Override
  public String toString() {
    return schema == null ? name : schema + "." + name;
  }
}
