package dev.sash.catalog;

import dev.sash.data.Schema;
import dev.sash.function.OwnFunction;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What names mean to the planner. Streams, views and ordinary tables share one namespace and match
 * in any case.
 */
public interface Catalog {

  /** The stream of that name, or null. */
  @Nullable StreamDefinition stream(String name);

  /** The materialized view of that name, or null. */
  @Nullable ViewColumns view(String name);

  /** The columns of the ordinary table or view of the database of that name, or null. */
  @Nullable Schema table(String name);

  /** The function of the user's own of that name, or null. */
  default @Nullable OwnFunction function(String name) {
    return null;
  }

  /** All names, for suggestions. */
  Collection<String> names();
}
