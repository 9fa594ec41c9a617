package dev.sash.plan;

import dev.sash.runtime.RowKernel;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/**
 * What generated expressions ask of their surroundings: the time, which is the kernel's clock, and
 * the zone, which is always UTC. Generated code makes one; public for that reason only.
 */
public final class KernelContext implements DataContext {
  private final RowKernel kernel;

  /** The surroundings of a kernel. */
  public KernelContext(RowKernel kernel) {
    this.kernel = kernel;
  }

  @Override
  public @Nullable SchemaPlus getRootSchema() {
    return null;
  }

  @Override
  public @Nullable JavaTypeFactory getTypeFactory() {
    return null;
  }

  @Override
  public @Nullable QueryProvider getQueryProvider() {
    return null;
  }

  @Override
  public @Nullable Object get(String name) {
    return switch (name) {
      case "utcTimestamp", "currentTimestamp", "localTimestamp" -> kernel.clock.nowMillis();
      case "timeZone" -> TimeZone.getTimeZone("UTC");
      case "locale" -> Locale.ROOT;
      case "user", "systemUser" -> "sash";
      default -> null;
    };
  }
}
