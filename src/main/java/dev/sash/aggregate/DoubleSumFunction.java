package dev.sash.aggregate;

import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DataType;
import dev.sash.data.DoubleColumn;
import dev.sash.data.DoubleColumnBuilder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * SUM and AVG of REAL and DOUBLE, exact until one correct rounding at the end. So the result does
 * not depend on the order of rows, on batches or on panes, and a large value that leaves the window
 * leaves no error behind.
 *
 * <p>The state is a sum and a rest, two doubles of which the exact sum is {@code sum + rest}, and a
 * word that counts values and remembers NaN and the infinities. A value is added to the sum, and
 * what that addition loses, a double again, to the rest. The rest seldom loses anything: its bits
 * are those below the last one of the sum, and there are 53 of them.
 *
 * <pre>
 *   value    sum        rest     object
 *   1e16     1e16       0
 *   0.25     1e16       0.25
 *   3.5      1e16 + 4   -0.25
 *   1e-30    1e16 + 4   -0.25    1e-30
 * </pre>
 *
 * <p>So every addition asks whether the rest has lost something, which goes to a {@link WideSum} in
 * the record's object then. No step has an error, so different orders give different sums, rests
 * and objects, and the same number. See {@link DoublePair} for the arithmetic.
 */
final class DoubleSumFunction extends AggregateFunction {
  private static final long NAN = 1L << 63;
  private static final long PLUS_INFINITY = 1L << 62;
  private static final long MINUS_INFINITY = 1L << 61;
  private static final long COUNT = MINUS_INFINITY - 1;

  private final boolean average;

  /** Whether NaN and the infinities are counted, in three words more, so that they can go again. */
  private final boolean retracts;

  /** Whether the argument is never NULL. */
  private final boolean takesAllRows;

  DoubleSumFunction(DataType argumentType, DataType resultType, boolean average, boolean retracts) {
    super(resultType);
    takesAllRows = !argumentType.nullable();
    this.average = average;
    this.retracts = retracts;
  }

  @Override
  int words() {
    return retracts ? 6 : 3;
  }

  @Override
  boolean hasObject() {
    return true;
  }

  @Override
  int countWord() {
    return takesAllRows ? 2 : -1;
  }

  @Override
  Object stateMeaning() {
    return retracts ? "sum of doubles that may go" : "sum of doubles";
  }

  @Override
  void accumulate(Column[] arguments, RowRun run, FunctionState state) {
    RecordStore store = state.records();
    long[][] chunks = store.chunks();
    int chunkShift = store.shift();
    int mask = store.mask();
    int width = store.width();
    int word = state.word();
    double[] values = ((DoubleColumn) arguments[0]).values();
    int[] rows = run.rows();
    int[] records = run.records();
    int count = run.count();
    for (int i = 0; i < count; i++) {
      int record = records[i];
      long[] words = chunks[record >>> chunkShift];
      int at = (record & mask) * width + word;
      double value = values[rows[i]];
      if (!Additions.addDouble(words, at, value)) {
        addRare(state, record, value);
      }
    }
  }

  @Override
  String addition(String value, String at, int part) {
    return "if (!Additions.addDouble(words, %2$s, %3$s)) rare(%1$d, record, %3$s);"
        .formatted(part, at, value);
  }

  @Override
  void addRare(FunctionState state, int record, double value) {
    if (Double.isFinite(value)) {
      add(state, record, value);
    } else if (retracts) {
      state.words(record)[state.at(record) + 3 + special(value)]++;
    } else {
      state.words(record)[state.at(record) + 2] |=
          Double.isNaN(value) ? NAN : value > 0 ? PLUS_INFINITY : MINUS_INFINITY;
    }
  }

  /** Adds a finite value, and what two doubles do not take of the sum to the object. */
  private static void add(FunctionState state, int record, double value) {
    long[] words = state.words(record);
    int at = state.at(record);
    double before = Double.longBitsToDouble(words[at]);
    double restBefore = Double.longBitsToDouble(words[at + 1]);
    double sum = before + value;
    double lost = DoublePair.lost(before, value, sum);
    double rest = restBefore + lost;
    double lostRest = DoublePair.lost(restBefore, lost, rest);
    if (!Double.isFinite(lostRest)) {
      wide(state, record).add(value);
      return;
    }
    put(words, at, sum, rest);
    if (lostRest != 0) {
      wide(state, record).add(lostRest);
    }
  }

  private static void put(long[] words, int at, double sum, double rest) {
    words[at] = Double.doubleToRawLongBits(sum);
    words[at + 1] = Double.doubleToRawLongBits(rest);
  }

  @Override
  boolean isInvertible() {
    return true;
  }

  @Override
  void retract(Column[] arguments, RowRun run, FunctionState state) {
    double[] values = ((DoubleColumn) arguments[0]).values();
    for (int i = 0; i < run.count(); i++) {
      int record = run.records()[i];
      double value = values[run.rows()[i]];
      state.words(record)[state.at(record) + 2]--;
      if (Double.isFinite(value)) {
        add(state, record, -value);
      } else {
        state.words(record)[state.at(record) + 3 + special(value)]--;
      }
    }
  }

  private static int special(double value) {
    return Double.isNaN(value) ? 0 : value > 0 ? 1 : 2;
  }

  private static WideSum wide(FunctionState state, int record) {
    WideSum sum = (WideSum) state.object(record);
    if (sum == null) {
      sum = new WideSum();
      state.setObject(record, sum);
    }
    return sum;
  }

  @Override
  void combine(FunctionState into, FunctionState from, RecordPairs pairs) {
    boolean hasObjects = from.records().hasObjects();
    for (int i = 0; i < pairs.count(); i++) {
      int source = pairs.from()[i];
      if (source < 0) {
        continue;
      }
      int target = pairs.into()[i];
      long[] words = from.words(source);
      int at = from.at(source);
      long[] sums = into.words(target);
      int sumAt = into.at(target) + 2;
      long marks = (sums[sumAt] | words[at + 2]) & ~COUNT;
      sums[sumAt] = ((sums[sumAt] & COUNT) + (words[at + 2] & COUNT)) | marks;
      for (int word = 3; word < words(); word++) {
        sums[sumAt - 2 + word] += words[at + word];
      }
      add(into, target, Double.longBitsToDouble(words[at]));
      add(into, target, Double.longBitsToDouble(words[at + 1]));
      WideSum wide = hasObjects ? (WideSum) from.object(source) : null;
      if (wide != null) {
        wide(into, target).add(wide);
      }
    }
  }

  @Override
  boolean isWordwise() {
    return true;
  }

  @Override
  long combine(StateBlock block, int word) {
    long[] counts = block.column(word + 2);
    long[] added = block.source(word + 2);
    int[] rows = block.sourceRows();
    int count = block.sourceCount();
    for (int i = 0; i < count; i++) {
      long both = counts[rows[i]] | added[i];
      long sum = (counts[rows[i]] & COUNT) + (added[i] & COUNT);
      counts[rows[i]] = sum | both & ~COUNT;
    }
    for (int more = 3; more < words(); more++) {
      block.add(word + more);
    }
    return block.addPairs(word);
  }

  @Override
  void result(StateBlock block, int word, ColumnBuilder out) {
    DoubleColumnBuilder doubles = (DoubleColumnBuilder) out;
    long[] sums = block.column(word);
    long[] rests = block.column(word + 1);
    long[] counts = block.column(word + 2);
    boolean real = resultType().kind() == DataType.Kind.REAL;
    int count = block.count();
    double[] values = doubles.room(count);
    int at = doubles.size();
    for (int i = 0; i < count; i++) {
      long marked = counts[i];
      if (marked <= 0 || marked > COUNT || retracts) {
        appendUncommon(block, word, i, doubles);
        continue;
      }
      double sum = Double.longBitsToDouble(sums[i]);
      double rest = Double.longBitsToDouble(rests[i]);
      double value = average ? DoublePair.quotient(sum, rest, null, marked) : sum + rest;
      values[at + i] = real ? (float) value : value;
      doubles.appended(1);
    }
  }

  private void appendUncommon(StateBlock block, int word, int row, DoubleColumnBuilder doubles) {
    long[] words = new long[words()];
    for (int i = 0; i < words.length; i++) {
      words[i] = block.column(word + i)[row];
    }
    append(words, 0, null, doubles);
  }

  private void append(long[] words, int at, @Nullable WideSum wide, DoubleColumnBuilder doubles) {
    if ((words[at + 2] & COUNT) == 0) {
      doubles.appendNull();
      return;
    }
    double value = value(words, at, wide);
    doubles.append(resultType().kind() == DataType.Kind.REAL ? (float) value : value);
  }

  @Override
  void result(FunctionState state, int[] records, int count, ColumnBuilder out) {
    DoubleColumnBuilder doubles = (DoubleColumnBuilder) out;
    for (int i = 0; i < count; i++) {
      int record = records[i];
      append(state.words(record), state.at(record), (WideSum) state.object(record), doubles);
    }
  }

  private double value(long[] words, int at, @Nullable WideSum wide) {
    long marks = retracts ? marks(words, at + 3) : words[at + 2] & ~COUNT;
    if (marks != 0) {
      return marks == PLUS_INFINITY
          ? Double.POSITIVE_INFINITY
          : marks == MINUS_INFINITY ? Double.NEGATIVE_INFINITY : Double.NaN;
    }
    double sum = Double.longBitsToDouble(words[at]);
    double rest = Double.longBitsToDouble(words[at + 1]);
    return average || wide != null
        ? DoublePair.quotient(sum, rest, wide, average ? words[at + 2] & COUNT : 1)
        : sum + rest;
  }

  private static long marks(long[] words, int at) {
    return (words[at] == 0 ? 0 : NAN)
        | (words[at + 1] == 0 ? 0 : PLUS_INFINITY)
        | (words[at + 2] == 0 ? 0 : MINUS_INFINITY);
  }

  @Override
  void writeObject(Object value, DataOutput output) throws IOException {
    ((WideSum) value).write(output);
  }

  @Override
  Object readObject(DataInput input) throws IOException {
    return WideSum.read(input);
  }
}
