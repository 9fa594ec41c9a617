package dev.sash.aggregate;

import dev.sash.data.DataType;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The list of aggregate functions. Whatever is to be known of one is in its {@link AggregateEntry};
 * nothing else in Sash has a list of them.
 */
public final class AggregateFunctions {
  private static final List<AggregateEntry> ALL = list();

  private AggregateFunctions() {}

  private static List<AggregateEntry> list() {
    List<AggregateEntry> all = new ArrayList<>();
    all.addAll(CommonAggregates.entries());
    all.addAll(StatisticsAggregates.entries());
    all.addAll(ConditionAggregates.entries());
    all.addAll(ChoiceAggregates.entries());
    all.addAll(OrderedAggregates.entries());
    all.addAll(ApproximateAggregates.entries());
    return List.copyOf(all);
  }

  /** Every function, in the order of the documentation. */
  public static List<AggregateEntry> all() {
    return ALL;
  }

  /** The function of this name, in any case, or null. */
  public static @Nullable AggregateEntry find(String name) {
    for (AggregateEntry entry : ALL) {
      if (entry.isCalled(name)) {
        return entry;
      }
    }
    return null;
  }

  /** All names, in upper case. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (AggregateEntry entry : ALL) {
      names.add(entry.name());
      names.addAll(entry.aliases());
    }
    return names;
  }

  /** What to say to one who looks for a function that is not there. */
  public static String hint(String name) {
    String similar = Suggestion.didYouMean(name.toUpperCase(Locale.ROOT), names());
    return similar == null
        ? "aggregate functions are "
            + String.join(", ", ALL.stream().map(AggregateEntry::name).toList())
        : similar;
  }

  /**
   * The function of a call, of rows that stay.
   *
   * @param argumentTypes none for COUNT(*)
   * @param distinct whether equal values count once
   * @param resultType the type that the planner has derived
   * @throws SashException when there is no such function of these types
   */
  public static AggregateFunction of(
      String function, List<DataType> argumentTypes, boolean distinct, DataType resultType) {
    return of(function, AggregateRequest.of(argumentTypes, distinct, resultType));
  }

  /** As {@link #of(String, AggregateRequest)}, of rows that may be taken back. */
  public static AggregateFunction retracting(
      String function, List<DataType> argumentTypes, boolean distinct, DataType resultType) {
    return of(function, AggregateRequest.of(argumentTypes, distinct, resultType).retracting());
  }

  /**
   * The function of a call. Where rows may be taken back and the function has no inverse, it keeps
   * every value with the number of its rows.
   *
   * @throws SashException when there is no such function of these types
   */
  public static AggregateFunction of(String function, AggregateRequest request) {
    AggregateEntry entry = find(function);
    if (entry == null) {
      throw missing(function, request.argumentTypes());
    }
    return of(entry, request);
  }

  /** As {@link #of(String, AggregateRequest)}, of an entry that need not be in the list. */
  public static AggregateFunction of(AggregateEntry entry, AggregateRequest request) {
    if (!takes(entry, request)) {
      throw missing(entry.name(), request.argumentTypes());
    }
    AggregateFunction plain = entry.maker().make(request);
    if (!request.retracts() || plain.isInvertible()) {
      return plain;
    }
    DistinctFunction set =
        plain instanceof DistinctFunction distinct
            ? distinct
            : new DistinctFunction(request.argumentTypes(), request.resultType(), plain);
    return CountedFunction.of(set, request.argumentTypes(), request.resultType());
  }

  private static boolean takes(AggregateEntry entry, AggregateRequest request) {
    int next = 0;
    for (ArgumentKind kind : entry.arguments()) {
      if (!kind.isConstant()
          && (next == request.argumentTypes().size() || !kind.takes(request.argument(next++)))) {
        return false;
      }
    }
    boolean ofOrder = entry.form() == AggregateEntry.Form.PERCENTILE;
    int columns = ofOrder ? next : next + request.order().size();
    return columns == request.argumentTypes().size() || entry.arguments().isEmpty();
  }

  private static SashException missing(String name, List<DataType> types) {
    String arguments = String.join(", ", types.stream().map(DataType::sql).toList());
    return SashException.of(
            ErrorCode.FUNCTION_NOT_FOUND,
            "there is no aggregate function \"" + name + "\" of (" + arguments + ")")
        .hint(find(name) == null ? hint(name) : null);
  }
}
