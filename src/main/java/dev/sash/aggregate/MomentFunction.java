package dev.sash.aggregate;

import dev.sash.aggregate.MomentValues.Kind;
import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DoubleColumnBuilder;
import dev.sash.data.LongColumnBuilder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Variance, covariance, correlation and regression.
 *
 * <p>Textbooks warn of the sums of x and x²: their difference loses all digits where the mean is
 * large, so others update a mean and a sum of squared deviations and merge them in pairs (Chan,
 * Golub, LeVeque, "Algorithms for computing the sample variance", The American Statistician 37(3),
 * 1983). That is stable, but its last digits depend on the order of rows and panes. Here the sums
 * are exact, as those of SUM are: integers of 128 and 256 bits, in units that all values are
 * multiples of. The difference then loses nothing, the result is the double nearest to the true
 * one, and a row that is taken back leaves no trace.
 *
 * <pre>
 *   words   | 0     | 1            | 2 3     | ...  | 4 words each
 *           | count | NaN, infinite| Σx      | Σy   | Σx², Σy², Σxy
 * </pre>
 *
 * <p>What does not fit, the doubles beyond 2^56 or finer than 2^-70 and decimals of more than 18
 * digits, is in a {@link MomentRest}. A value that is NaN or infinite makes the result NaN.
 */
final class MomentFunction extends AggregateFunction {
  private static final int FIRST_SUM = 2;

  private final Moment moment;
  private final MomentValues[] values;
  private final Kind[] kinds;

  MomentFunction(Moment moment, List<DataType> arguments, DataType resultType) {
    super(resultType);
    this.moment = moment;
    values = arguments.stream().map(MomentValues::new).toArray(MomentValues[]::new);
    kinds = new Kind[values.length];
  }

  private int products() {
    return values.length == 1 ? 1 : 3;
  }

  @Override
  int words() {
    return FIRST_SUM + 2 * values.length + WideProduct.WORDS * products();
  }

  @Override
  boolean hasObject() {
    return true;
  }

  @Override
  Object stateMeaning() {
    return "moments";
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    change(arguments, run, state, 1);
  }

  @Override
  boolean isInvertible() {
    return true;
  }

  @Override
  void retract(Column[] arguments, RowRun run, FunctionState state) {
    change(arguments, run, state, -1);
  }

  private void change(Column[] arguments, RowRun run, FunctionState state, long sign) {
    for (int i = 0; i < run.count(); i++) {
      int row = run.rows()[i];
      int record = run.records()[i];
      boolean common = true;
      boolean special = false;
      for (int argument = 0; argument < values.length; argument++) {
        kinds[argument] = values[argument].read(arguments[argument], row);
        common &= kinds[argument] == Kind.COMMON;
        special |= kinds[argument] == Kind.SPECIAL;
      }
      long[] words = state.words(record);
      int at = state.at(record);
      words[at] += sign;
      if (common) {
        addCommon(state, record, words, at + FIRST_SUM, sign);
      } else if (special) {
        words[at + 1] += sign;
      } else {
        addLarge(state, record, sign);
      }
    }
  }

  private void addCommon(FunctionState state, int record, long[] words, int at, long sign) {
    long large = 0;
    int product = at + 2 * values.length;
    for (int left = 0; left < values.length; left++) {
      MomentValues x = values[left];
      large |= addSum(words, at + 2 * left, x, sign);
      large |= addProduct(words, product, x, x, sign);
      product += WideProduct.WORDS;
    }
    if (values.length == 2) {
      large |= addProduct(words, product, values[0], values[1], sign);
    }
    if (large < 0) {
      spill(state, record);
    }
  }

  private static long addProduct(
      long[] words, int at, MomentValues left, MomentValues right, long sign) {
    int shift = left.shift() + right.shift();
    return WideProduct.add(words, at, left.significand(), right.significand(), shift, sign < 0);
  }

  private static long addSum(long[] words, int at, MomentValues value, long sign) {
    long low = value.significand() << value.shift();
    long high = value.significand() >> 1 >> (63 - value.shift());
    return sign > 0
        ? addSum(words, at, high, low)
        : addSum(words, at, low == 0 ? -high : ~high, -low);
  }

  private static long addSum(long[] words, int at, long high, long low) {
    long sum = words[at] + low;
    long sumHigh = words[at + 1] + high + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
    words[at] = sum;
    words[at + 1] = sumHigh;
    return sumHigh ^ (sumHigh << 1);
  }

  private void addLarge(FunctionState state, int record, long sign) {
    MomentRest rest = rest(state, record);
    long bytes = rest.bytes();
    BigInteger factor = BigInteger.valueOf(sign);
    int sum = values.length;
    for (int i = 0; i < values.length; i++) {
      BigInteger value = values[i].large(kinds[i]);
      rest.add(i, value.multiply(factor));
      rest.add(sum++, value.multiply(value).multiply(factor));
    }
    if (values.length == 2) {
      BigInteger product = values[0].large(kinds[0]).multiply(values[1].large(kinds[1]));
      rest.add(sum, product.multiply(factor));
    }
    state.records().objectGrew(rest.bytes() - bytes);
  }

  private MomentRest rest(FunctionState state, int record) {
    MomentRest rest = (MomentRest) state.object(record);
    if (rest == null) {
      rest = new MomentRest(values.length + products());
      state.setObject(record, rest);
    }
    return rest;
  }

  /** Moves the sums of the words to the object. */
  private void spill(FunctionState state, int record) {
    MomentRest rest = rest(state, record);
    long bytes = rest.bytes();
    long[] words = state.words(record);
    int at = state.at(record) + FIRST_SUM;
    for (int sum = 0; sum < values.length + products(); sum++) {
      rest.add(sum, sum(words, at, sum).shiftLeft(refinement(sum)));
    }
    Arrays.fill(words, at, state.at(record) + words(), 0);
    state.records().objectGrew(rest.bytes() - bytes);
  }

  /** One of the sums, by its place in a {@link MomentRest}, as it is in the words. */
  private BigInteger sum(long[] words, int at, int sum) {
    if (sum < values.length) {
      return FixedPoint.toBigInteger(words[at + 2 * sum + 1], words[at + 2 * sum]);
    }
    int product = sum - values.length;
    return WideProduct.toBigInteger(words, at + 2 * values.length + WideProduct.WORDS * product);
  }

  private int refinement(int sum) {
    int last = values.length - 1;
    return switch (sum - values.length) {
      case 0 -> 2 * values[0].refinement();
      case 1 -> 2 * values[last].refinement();
      case 2 -> values[0].refinement() + values[last].refinement();
      default -> values[sum].refinement();
    };
  }

  @Override
  void combine(FunctionState into, FunctionState from, RecordPairs pairs) {
    for (int i = 0; i < pairs.count(); i++) {
      int source = pairs.from()[i];
      if (source < 0) {
        continue;
      }
      int target = pairs.into()[i];
      if (combineWords(into.words(target), into.at(target), from.words(source), from.at(source))
          < 0) {
        spill(into, target);
      }
      MomentRest added = (MomentRest) from.object(source);
      if (added != null) {
        MomentRest rest = rest(into, target);
        long bytes = rest.bytes();
        for (int sum = 0; sum < values.length + products(); sum++) {
          rest.add(sum, added.get(sum));
        }
        into.records().objectGrew(rest.bytes() - bytes);
      }
    }
  }

  private long combineWords(long[] words, int at, long[] from, int fromAt) {
    words[at] += from[fromAt];
    words[at + 1] += from[fromAt + 1];
    long large = 0;
    int word = FIRST_SUM;
    for (; word < FIRST_SUM + 2 * values.length; word += 2) {
      large |= addSum(words, at + word, from[fromAt + word + 1], from[fromAt + word]);
    }
    for (; word < words(); word += WideProduct.WORDS) {
      large |= WideProduct.add(words, at + word, from, fromAt + word);
    }
    return large;
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    for (int i = 0; i < count; i++) {
      long[] words = state.words(records[i]);
      int at = state.at(records[i]);
      if (out instanceof LongColumnBuilder longs) {
        longs.append(words[at]);
        continue;
      }
      DoubleColumnBuilder doubles = (DoubleColumnBuilder) out;
      if (words[at] < moment.leastRows()) {
        doubles.appendNull();
      } else if (words[at + 1] != 0) {
        doubles.append(Double.NaN);
      } else {
        append(moment.of(sums(words, at, (MomentRest) state.object(records[i]))), doubles);
      }
    }
  }

  private static void append(@Nullable Double value, DoubleColumnBuilder doubles) {
    if (value == null) {
      doubles.appendNull();
    } else {
      doubles.append(value);
    }
  }

  private MomentSums sums(long[] words, int at, @Nullable MomentRest rest) {
    BigInteger[] sums = new BigInteger[values.length + products()];
    for (int sum = 0; sum < sums.length; sum++) {
      BigInteger common = sum(words, at + FIRST_SUM, sum);
      sums[sum] = rest == null ? common : common.shiftLeft(refinement(sum)).add(rest.get(sum));
    }
    return new MomentSums(
        BigInteger.valueOf(words[at]),
        sums,
        unit(0, rest != null),
        unit(values.length - 1, rest != null));
  }

  private MomentSums.Unit unit(int argument, boolean fine) {
    MomentValues value = values[argument];
    return new MomentSums.Unit(value.exponent() - (fine ? value.refinement() : 0), value.scale());
  }

  @Override
  void writeObject(Object value, DataOutput output) throws IOException {
    ((MomentRest) value).write(output);
  }

  @Override
  Object readObject(DataInput input) throws IOException {
    return MomentRest.read(input, values.length + products());
  }

  @Override
  public String toString() {
    return moment.name();
  }
}
