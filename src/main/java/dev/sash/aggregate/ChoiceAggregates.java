package dev.sash.aggregate;

import dev.sash.aggregate.AggregateEntry.Distinct;
import dev.sash.aggregate.AggregateEntry.Family;
import dev.sash.aggregate.AggregateEntry.Form;
import java.util.List;

/** Functions that give a value of one row: which row, another value decides. */
final class ChoiceAggregates {
  private ChoiceAggregates() {}

  static List<AggregateEntry> entries() {
    return List.of(
        byTime(
            "FIRST_VALUE",
            "the value of the first row by event time, of equal times the one that came first;"
                + " without event time by input alone",
            false),
        byTime(
            "LAST_VALUE",
            "the value of the last row by event time, of equal times the one that came last;"
                + " without event time by input alone",
            true),
        byValue(
            "ARG_MIN",
            "MIN_BY",
            "the first argument where the second is smallest; of several rows the smallest one",
            false),
        byValue(
            "ARG_MAX",
            "MAX_BY",
            "the first argument where the second is largest; of several rows the smallest one",
            true));
  }

  private static AggregateEntry byTime(String name, String help, boolean largest) {
    return new AggregateEntry(
        Family.CHOICE,
        name,
        List.of(),
        List.of(ArgumentKind.ANY),
        Form.BY_TIME,
        Distinct.CHANGES_NOTHING,
        AggregateEntry.sameAsArgument(),
        help,
        name + "(product)",
        request -> ChoiceFunction.of(request.argumentTypes(), request.resultType(), largest));
  }

  private static AggregateEntry byValue(String name, String alias, String help, boolean largest) {
    return new AggregateEntry(
        Family.CHOICE,
        name,
        List.of(alias),
        List.of(ArgumentKind.ANY, ArgumentKind.ANY),
        Form.PLAIN,
        Distinct.CHANGES_NOTHING,
        AggregateEntry.sameAsArgument(),
        help,
        name + "(product, price)",
        request -> ChoiceFunction.of(request.argumentTypes(), request.resultType(), largest));
  }
}
