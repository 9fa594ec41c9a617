package dev.sash.aggregate;

import dev.sash.aggregate.AggregateEntry.Distinct;
import dev.sash.aggregate.AggregateEntry.Family;
import dev.sash.aggregate.AggregateEntry.Form;
import dev.sash.data.DataType;
import dev.sash.function.Aggregate;
import java.util.List;
import java.util.Locale;

/** Functions of the user's own as entries of the list. */
public final class OwnAggregates {
  private OwnAggregates() {}

  /**
   * The entry of a function.
   *
   * @param name as it is called, in any case
   */
  public static AggregateEntry entry(String name, Aggregate<?> code) {
    String upper = name.toUpperCase(Locale.ROOT);
    List<ArgumentKind> arguments = code.arguments().stream().map(OwnAggregates::kind).toList();
    return new AggregateEntry(
        Family.OWN,
        upper,
        List.of(),
        arguments,
        Form.PLAIN,
        Distinct.REFUSED,
        AggregateEntry.always(DataType.Kind.valueOf(code.resultType().name())),
        code.getClass().getName(),
        upper,
        request -> function(new OwnAggregate<>(upper, code), request));
  }

  private static <S> AggregateFunction function(OwnAggregate<S> own, AggregateRequest request) {
    return request.retracts() && !own.code().retracts()
        ? new CountedFunction(
            own.ofRows(request.argumentTypes()),
            request.argumentTypes(),
            request.argumentTypes().size(),
            request.resultType())
        : new OwnAggregateFunction<>(own, request.resultType());
  }

  private static ArgumentKind kind(Aggregate.Type type) {
    return switch (type) {
      case BOOLEAN -> ArgumentKind.BOOLEAN;
      case BIGINT -> ArgumentKind.INTEGER;
      case DOUBLE -> ArgumentKind.NUMBER;
      case VARCHAR -> ArgumentKind.TEXT;
    };
  }
}
