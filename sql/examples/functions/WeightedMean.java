package example;

import dev.sash.function.Aggregate;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * The mean of values by their weights; sums are exact, so that the order of rows does not matter.
 */
public class WeightedMean implements Aggregate<WeightedMean.Sums> {

  /** Sums of values times weights, and of weights. */
  public static class Sums {
    BigDecimal values = BigDecimal.ZERO;
    BigDecimal weights = BigDecimal.ZERO;
  }

  @Override
  public List<Type> arguments() {
    return List.of(Type.DOUBLE, Type.BIGINT);
  }

  @Override
  public Type resultType() {
    return Type.DOUBLE;
  }

  @Override
  public Sums create() {
    return new Sums();
  }

  @Override
  public void add(Sums state, List<Object> arguments) {
    change(state, arguments, 1);
  }

  @Override
  public boolean retracts() {
    return true;
  }

  @Override
  public void retract(Sums state, List<Object> arguments) {
    change(state, arguments, -1);
  }

  private static void change(Sums state, List<Object> arguments, int sign) {
    BigDecimal weight = BigDecimal.valueOf((Long) arguments.get(1) * sign);
    if (weight.signum() * sign < 0) {
      throw new IllegalArgumentException("a weight below zero: " + arguments.get(1));
    }
    state.values = state.values.add(new BigDecimal((Double) arguments.get(0)).multiply(weight));
    state.weights = state.weights.add(weight);
  }

  @Override
  public void merge(Sums into, Sums from) {
    into.values = into.values.add(from.values);
    into.weights = into.weights.add(from.weights);
  }

  @Override
  public Object result(Sums state) {
    return state.weights.signum() == 0
        ? null
        : state.values.divide(state.weights, MathContext.DECIMAL64).doubleValue();
  }

  @Override
  public long bytes(Sums state) {
    return 100 + (state.values.precision() + state.weights.precision()) / 2;
  }

  @Override
  public void write(Sums state, DataOutput output) throws IOException {
    output.writeUTF(state.values.toString());
    output.writeUTF(state.weights.toString());
  }

  @Override
  public Sums read(DataInput input) throws IOException {
    Sums state = new Sums();
    state.values = new BigDecimal(input.readUTF());
    state.weights = new BigDecimal(input.readUTF());
    return state;
  }
}
