package dev.sash.aggregate;

import dev.sash.data.ColumnBuilder;
import java.util.Arrays;

/**
 * The state of some hundred keys, word by word: one array a word, so that records are combined and
 * results are made in short loops over arrays that stay in the first cache. Records that lie
 * scattered are read once, whatever the number of aggregates.
 *
 * <pre>
 *   records   r: count 2, sum 5    s: count 1, sum 7
 *   block     count  2 1
 *             sum    5 7
 * </pre>
 *
 * <p>A block holds words only. It is for layouts and stores of which {@link
 * RecordLayout#isWordwise} is true, and where a combined sum outgrows its words, which {@link
 * #isWhole} tells, records have to be combined as {@link RecordLayout#combine} does.
 */
public final class StateBlock {
  /** The most rows of a block. */
  public static final int ROWS = 96;

  private final Part[] parts;
  private final Part[] aggregates;
  private final long[] initial;
  private final long[][] columns;
  private int count;
  private boolean isEmpty;
  private long outgrown;

  private RecordStore source;
  private final int[] rows = new int[ROWS];
  private final int[] records = new int[ROWS];
  private int sourceCount;
  private final long[] scratch = new long[ROWS];

  /** A function and the first word of its state. */
  record Part(AggregateFunction function, int word) {}

  StateBlock(Part[] parts, Part[] aggregates, long[] initial, RecordStore none) {
    this.parts = parts;
    this.aggregates = aggregates;
    this.initial = initial;
    columns = new long[initial.length][ROWS];
    source = none;
  }

  /** Begins with so many keys without rows. */
  public void start(int rowCount) {
    count = rowCount;
    isEmpty = true;
    outgrown = 0;
  }

  /** Combines a record with each key; a negative number is none. */
  public void add(RecordStore store, int[] recordOfRow) {
    int present = 0;
    for (int row = 0; row < count; row++) {
      int record = recordOfRow[row];
      rows[present] = row;
      records[present] = record;
      present += ~record >>> 31;
    }
    source = store;
    sourceCount = present;
    if (isEmpty) {
      load();
    } else {
      for (Part part : parts) {
        outgrown |= part.function.combine(this, part.word);
      }
    }
  }

  private void load() {
    isEmpty = false;
    long[][] chunks = source.chunks();
    int shift = source.shift();
    int mask = source.mask();
    int width = source.width();
    for (int word = 0; word < columns.length; word++) {
      long[] column = columns[word];
      if (sourceCount < count) {
        Arrays.fill(column, 0, count, initial[word]);
      }
      for (int i = 0; i < sourceCount; i++) {
        int record = records[i];
        column[rows[i]] = chunks[record >>> shift][(record & mask) * width + word];
      }
    }
  }

  /** Whether all that was combined is in the words. */
  public boolean isWhole() {
    return outgrown >= 0;
  }

  /**
   * Appends the results of one aggregate.
   *
   * @throws dev.sash.error.SashException when a result is outside its type; then the size of {@code
   *     out} says which row it was
   */
  public void result(int aggregate, ColumnBuilder out) {
    if (isEmpty) {
      sourceCount = 0;
      load();
    }
    Part part = aggregates[aggregate];
    part.function.result(this, part.word, out);
  }

  /** Adds a word of the source to the rows. */
  void add(int word) {
    long[][] chunks = source.chunks();
    int shift = source.shift();
    int mask = source.mask();
    int width = source.width();
    long[] column = columns[word];
    for (int i = 0; i < sourceCount; i++) {
      int record = records[i];
      column[rows[i]] += chunks[record >>> shift][(record & mask) * width + word];
    }
  }

  /** Keeps the smaller of a word of the source and of the rows. */
  void least(int word) {
    long[][] chunks = source.chunks();
    int shift = source.shift();
    int mask = source.mask();
    int width = source.width();
    long[] column = columns[word];
    for (int i = 0; i < sourceCount; i++) {
      int record = records[i];
      long value = chunks[record >>> shift][(record & mask) * width + word];
      column[rows[i]] = Math.min(column[rows[i]], value);
    }
  }

  /**
   * Adds 128-bit numbers, their low words first.
   *
   * @return negative when a sum is so large that the next one could overflow
   */
  long addWide(int word) {
    long[][] chunks = source.chunks();
    int shift = source.shift();
    int mask = source.mask();
    int width = source.width();
    long[] lows = columns[word];
    long[] highs = columns[word + 1];
    long large = 0;
    for (int i = 0; i < sourceCount; i++) {
      int record = records[i];
      int row = rows[i];
      long[] words = chunks[record >>> shift];
      int at = (record & mask) * width + word;
      long addend = words[at];
      long low = lows[row] + addend;
      // the carry out of the top bit, without a branch
      long carry = ((addend & lows[row]) | ((addend | lows[row]) & ~low)) >>> 63;
      long high = highs[row] + words[at + 1] + carry;
      lows[row] = low;
      highs[row] = high;
      large |= high ^ high << 1;
    }
    return large;
  }

  /**
   * Adds exact sums of two doubles; see {@link DoubleSumFunction}.
   *
   * @return negative when a sum takes more than two doubles
   */
  long addPairs(int word) {
    long[][] chunks = source.chunks();
    int shift = source.shift();
    int mask = source.mask();
    int width = source.width();
    long[] sums = columns[word];
    long[] rests = columns[word + 1];
    double missing = 0;
    for (int i = 0; i < sourceCount; i++) {
      int record = records[i];
      int row = rows[i];
      long[] words = chunks[record >>> shift];
      int at = (record & mask) * width + word;
      double left = Double.longBitsToDouble(sums[row]);
      double right = Double.longBitsToDouble(words[at]);
      double sum = left + right;
      double lost = DoublePair.lost(left, right, sum);
      double leftRest = Double.longBitsToDouble(rests[row]);
      double rightRest = Double.longBitsToDouble(words[at + 1]);
      double both = leftRest + rightRest;
      double rest = both + lost;
      sums[row] = Double.doubleToRawLongBits(sum);
      rests[row] = Double.doubleToRawLongBits(rest);
      missing +=
          Math.abs(DoublePair.lost(leftRest, rightRest, both))
              + Math.abs(DoublePair.lost(both, lost, rest));
    }
    return missing == 0 ? 0 : -1;
  }

  /** How many keys. */
  int count() {
    return count;
  }

  /** A word of all keys. */
  long[] column(int word) {
    return columns[word];
  }

  /** A word of the records that are being combined, parallel to {@link #sourceRows}. */
  long[] source(int word) {
    long[] values = scratch;
    long[][] chunks = source.chunks();
    int shift = source.shift();
    int mask = source.mask();
    int width = source.width();
    for (int i = 0; i < sourceCount; i++) {
      int record = records[i];
      values[i] = chunks[record >>> shift][(record & mask) * width + word];
    }
    return values;
  }

  /** How many records are being combined. */
  int sourceCount() {
    return sourceCount;
  }

  /** The row that each record of the source is combined with. */
  int[] sourceRows() {
    return rows;
  }
}
