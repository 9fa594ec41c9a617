package dev.sash.aggregate;

import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.function.Aggregate;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A user's aggregate as the engine calls it: values of the types that it wants, and whatever it
 * throws as the error of the query.
 *
 * @param name in SQL
 * @param code what the user wrote
 * @param <S> the state of a group
 */
record OwnAggregate<S>(String name, Aggregate<S> code) {
  private static final long HEADER_BYTES = 32;

  /** Something that the user wrote. */
  private interface Call<R> {
    R run() throws IOException;
  }

  private <R> R call(Call<R> call) {
    try {
      return call.run();
    } catch (IOException | RuntimeException | LinkageError | AssertionError e) {
      throw SashException.of(ErrorCode.FUNCTION_FAILED, "aggregate " + name + " failed: " + e)
          .hint("its class is " + code.getClass().getName());
    }
  }

  OwnState<S> create() {
    OwnState<S> state = call(() -> new OwnState<>(code.create()));
    measure(state);
    return state;
  }

  private void measure(OwnState<S> state) {
    state.setBytes(HEADER_BYTES + Math.max(0, call(() -> code.bytes(state.state()))));
  }

  void add(OwnState<S> state, List<Object> arguments) {
    call(
        () -> {
          code.add(state.state(), arguments);
          return state;
        });
    measure(state);
  }

  void retract(OwnState<S> state, List<Object> arguments) {
    call(
        () -> {
          code.retract(state.state(), arguments);
          return state;
        });
    measure(state);
  }

  void merge(OwnState<S> into, OwnState<S> from) {
    call(
        () -> {
          code.merge(into.state(), from.state());
          return into;
        });
    measure(into);
  }

  void appendResult(OwnState<S> state, ColumnBuilder out) {
    @Nullable Object[] result = {null};
    call(
        () -> {
          result[0] = converted(code.result(state.state()));
          return state;
        });
    out.appendObject(result[0]);
  }

  private @Nullable Object converted(@Nullable Object result) {
    if (result == null) {
      return null;
    }
    return switch (code.resultType()) {
      case BOOLEAN -> (Boolean) result;
      case BIGINT -> (Object) ((Number) result).longValue();
      case DOUBLE -> (Object) (((Number) result).doubleValue() + 0.0);
      case VARCHAR -> (String) result;
    };
  }

  void write(OwnState<S> state, DataOutput output) throws IOException {
    code.write(state.state(), output);
  }

  OwnState<S> read(DataInput input) throws IOException {
    OwnState<S> state = new OwnState<>(code.read(input));
    measure(state);
    return state;
  }

  /** The values of a row as the user wants them. */
  List<Object> arguments(List<Object> values) {
    List<Object> arguments = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      boolean toDouble = code.arguments().get(i) == Aggregate.Type.DOUBLE;
      arguments.add(toDouble ? (Object) (((Number) value).doubleValue() + 0.0) : value);
    }
    return arguments;
  }

  /** The result over rows that may be taken back: each is kept and added again. */
  CountedResult ofRows(List<DataType> types) {
    return (counts, out) -> {
      OwnState<S> state = create();
      for (Map.Entry<Object, Long> row : counts.entrySet()) {
        List<?> elements = types.size() == 1 ? List.of(row.getKey()) : (List<?>) row.getKey();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
          Object value = Elements.decoded(elements.get(i), types.get(i));
          if (value == null) {
            throw new AssertionError(row);
          }
          values.add(value);
        }
        List<Object> arguments = arguments(values);
        for (long times = row.getValue(); times > 0; times--) {
          add(state, arguments);
        }
      }
      appendResult(state, out);
    };
  }
}
