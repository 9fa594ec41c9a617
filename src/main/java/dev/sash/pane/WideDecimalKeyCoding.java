package dev.sash.pane;

import dev.sash.aggregate.StateValue;
import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.DecimalColumn;
import dev.sash.data.DecimalColumnBuilder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Decimals of more than 18 digits as their number in a list. All have the scale of their type. */
final class WideDecimalKeyCoding extends KeyCoding {
  private static final int NUMBER_BYTES = 200;

  private final int scale;
  private Map<BigDecimal, Long> codeOf = new HashMap<>();
  private List<BigDecimal> numbers = new ArrayList<>();

  WideDecimalKeyCoding(int scale) {
    this.scale = scale;
  }

  @Override
  void encode(Column column, int[] rows, int count, long[] codes) {
    DecimalColumn decimals = (DecimalColumn) column;
    for (int i = 0; i < count; i++) {
      BigDecimal number = decimals.decimal(rows[i]);
      codes[i] = number == null ? 0 : intern(number.setScale(scale));
    }
  }

  private long intern(BigDecimal number) {
    Long known = codeOf.putIfAbsent(number, (long) numbers.size());
    if (known != null) {
      return known;
    }
    numbers.add(number);
    return numbers.size() - 1L;
  }

  @Override
  void append(long code, ColumnBuilder out) {
    ((DecimalColumnBuilder) out).append(numbers.get((int) code));
  }

  @Override
  int compare(long left, long right) {
    return numbers.get((int) left).compareTo(numbers.get((int) right));
  }

  @Override
  void retain(long[] codes, int count) {
    List<BigDecimal> old = numbers;
    codeOf = new HashMap<>();
    numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      codes[i] = intern(old.get((int) codes[i]));
    }
  }

  @Override
  long bytes() {
    return (long) numbers.size() * NUMBER_BYTES;
  }

  @Override
  void write(DataOutput output) throws IOException {
    output.writeInt(numbers.size());
    for (BigDecimal number : numbers) {
      StateValue.write(number, output);
    }
  }

  @Override
  void read(DataInput input) throws IOException {
    int size = input.readInt();
    for (int i = 0; i < size; i++) {
      intern((BigDecimal) StateValue.read(input));
    }
  }
}
