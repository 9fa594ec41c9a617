package dev.sash.aggregate;

import dev.sash.data.DataType;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One aggregate function as data: the validator, the planner, messages and docs/functions.md all
 * read it from here.
 *
 * @param family the heading that it stands under in the documentation
 * @param name its name, in upper case
 * @param aliases other names for it
 * @param arguments what it takes; empty for COUNT, whose arguments are any
 * @param form how it is written beside its arguments
 * @param distinct what DISTINCT does
 * @param result the type of its result
 * @param help what it gives, in a sentence without a full stop
 * @param example a call over the rows of the documentation
 * @param maker makes the function of a call
 */
public record AggregateEntry(
    Family family,
    String name,
    List<String> aliases,
    List<ArgumentKind> arguments,
    Form form,
    Distinct distinct,
    ResultType result,
    String help,
    String example,
    Maker maker) {

  /** A heading of the documentation. */
  public enum Family {
    /** Counts, sums, extremes. */
    COMMON("Counts, sums, extremes"),
    /** Variance and regression. */
    STATISTICS("Statistics"),
    /** Conditions and bits. */
    CONDITIONS("Conditions and bits"),
    /** A value of one of the rows. */
    CHOICE("The value of one row"),
    /** Functions that keep all values. */
    ORDERED("All values, in order"),
    /** Bounded state, bounded error. */
    APPROXIMATE("Approximations"),
    /** Written by the user. */
    OWN("Own functions");

    private final String title;

    Family(String title) {
      this.title = title;
    }

    /** The heading. */
    public String title() {
      return title;
    }
  }

  /** How a function is written. */
  public enum Form {
    /** {@code f(x)}: the value depends on the set of rows alone. */
    PLAIN,
    /** {@code f(x)}, of the rows in order of event time and input. */
    BY_TIME,
    /** {@code f(x) WITHIN GROUP (ORDER BY y)} or {@code f(x ORDER BY y)}; else as BY_TIME. */
    ORDERED,
    /** {@code f(constant) WITHIN GROUP (ORDER BY x)}: x is the last of the arguments. */
    PERCENTILE
  }

  /** What DISTINCT does. */
  public enum Distinct {
    /** Equal values count once. */
    COUNTS_ONCE,
    /** Nothing: the result is the same. */
    CHANGES_NOTHING,
    /** It is refused. */
    REFUSED
  }

  /** The type of a result. */
  @FunctionalInterface
  public interface ResultType {
    /** The type over arguments of some types; of a PERCENTILE, over what it is ordered by. */
    DataType of(List<DataType> arguments);
  }

  /** Makes functions. */
  @FunctionalInterface
  interface Maker {
    AggregateFunction make(AggregateRequest request);
  }

  /** A result of a type that does not depend on the arguments. */
  static ResultType always(DataType.Kind kind) {
    DataType type = DataType.of(kind);
    return arguments -> type;
  }

  /** A result of the type of the first argument. */
  static ResultType sameAsArgument() {
    return arguments -> arguments.get(0).nullable(true);
  }

  public AggregateEntry {
    aliases = List.copyOf(aliases);
    arguments = List.copyOf(arguments);
  }

  /** Whether it has this name, in any case. */
  public boolean isCalled(String function) {
    String upper = function.toUpperCase(Locale.ROOT);
    return name.equals(upper) || aliases.contains(upper);
  }

  /** Whether the number of state bytes of a group grows with its rows. */
  public boolean keepsValues() {
    return family == Family.ORDERED;
  }

  /** Whether the last of its arguments may be left out. */
  public boolean hasOptional() {
    return form == Form.ORDERED && arguments.size() > 1;
  }

  /** How it is called: {@code COVAR_POP(number, number)}. */
  public String signature() {
    String all = arguments.stream().map(ArgumentKind::words).collect(Collectors.joining(", "));
    String list = hasOptional() ? all.replace(", ", " [, ") + "]" : all;
    return switch (form) {
      case PLAIN, BY_TIME -> name + "(" + list + ")";
      case ORDERED -> name + "(" + list + ") WITHIN GROUP (ORDER BY ...)";
      case PERCENTILE -> name + "(" + list.replace(", ", ") WITHIN GROUP (ORDER BY ") + ")";
    };
  }
}
