package dev.sash.session;

import dev.sash.aggregate.AggregateEntry;
import dev.sash.aggregate.AggregateFunctions;
import dev.sash.aggregate.OwnAggregates;
import dev.sash.function.OwnFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code SHOW FUNCTIONS}: the aggregates, and whatever the user has made known. */
final class ShowFunctionsRunner {
  private ShowFunctionsRunner() {}

  static ListedRows run(Engine engine, @Nullable Pattern like) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (AggregateEntry entry : AggregateFunctions.all()) {
      boolean listed =
          Stream.concat(Stream.of(entry.name()), entry.aliases().stream())
              .anyMatch(name -> matches(like, name));
      if (listed) {
        String signature = entry.arguments().isEmpty() ? "COUNT(*)" : entry.signature();
        rows.add(List.of(entry.name(), "aggregate", signature, entry.help().replace("`", "")));
      }
    }
    for (OwnFunction own : engine.functions().values()) {
      if (matches(like, own.name())) {
        rows.add(own(own));
      }
    }
    return ListedRows.ofTexts(List.of("function", "kind", "written", "gives"), rows);
  }

  private static List<@Nullable String> own(OwnFunction own) {
    if (own.aggregate() != null) {
      AggregateEntry entry = OwnAggregates.entry(own.name(), own.aggregate());
      return List.of(own.name(), "own aggregate", entry.signature(), own.target());
    } else if (own.method() != null) {
      String parameters =
          Stream.of(own.method().getParameterTypes())
              .map(Class::getSimpleName)
              .collect(Collectors.joining(", "));
      return List.of(own.name(), "own function", own.name() + "(" + parameters + ")", own.target());
    }
    throw new AssertionError(own);
  }

  private static boolean matches(@Nullable Pattern like, String name) {
    return like == null || like.matcher(name).matches();
  }
}
