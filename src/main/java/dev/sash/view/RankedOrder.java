package dev.sash.view;

import dev.sash.data.ColumnBatch;
import dev.sash.data.Dictionary;
import dev.sash.data.RowOrder;
import dev.sash.data.Schema;
import dev.sash.data.TextColumn;
import java.util.Arrays;
import java.util.List;

/**
 * An order of rows that remembers in which order the texts of its first column are. The same keys
 * come window after window, and comparing two texts means waiting for both to come from memory;
 * comparing their ranks does not.
 *
 * <p>Ranks are learnt by code of a dictionary, from sorted rows that had to be compared by their
 * texts; a text without a rank still is. For one thread.
 */
final class RankedOrder {
  /** Ranks are learnt anew when one of so many neighbours had to be compared by their texts. */
  private static final int UNKNOWN_SHARE = 16;

  private final RowOrder order;
  private final RowOrder firstOrder;
  private final int first;

  private Dictionary dictionary = new Dictionary();

  /** That of the last rows from which something could be learnt. */
  private Dictionary lastSeen = dictionary;

  /** Whether ranks were of use; if not, a dictionary must come twice to be learnt. */
  private boolean isUsed = true;

  /** By code of the dictionary, a number that ascends with the text; 0 where it is not known. */
  private int[] ranks = {};

  private int ranked;
  private long textsCompared;

  /** Whether no column follows the first one. */
  private final boolean isAlone;

  // the batches that were compared last
  private Side leftSide;
  private Side rightSide;

  /** The order by the given columns, as {@link RowOrder} has it, without a rank. */
  RankedOrder(Schema schema, List<Integer> columns) {
    order = new RowOrder(schema, columns);
    firstOrder = new RowOrder(schema, columns.subList(0, Math.min(1, columns.size())));
    first = columns.isEmpty() ? -1 : columns.get(0);
    isAlone = columns.size() == 1;
    ColumnBatch none = ColumnBatch.empty(schema);
    leftSide = new Side(none, Math.max(0, first));
    rightSide = leftSide;
  }

  /** As {@link RowOrder#compare}. */
  int compare(ColumnBatch left, int leftRow, ColumnBatch right, int rightRow) {
    if (first < 0) {
      return order.compare(left, leftRow, right, rightRow);
    }
    leftSide = leftSide.batch == left ? leftSide : new Side(left, first);
    rightSide = rightSide.batch == right ? rightSide : new Side(right, first);
    int leftCode = leftSide.code(leftRow);
    int rightCode = rightSide.code(rightRow);
    if (leftCode < 0 || rightCode < 0) {
      return order.compare(left, leftRow, right, rightRow);
    }
    if (leftSide.dictionary != rightSide.dictionary || leftCode != rightCode) {
      int leftRank = rank(leftSide.dictionary, leftCode);
      int rightRank = rank(rightSide.dictionary, rightCode);
      if (leftRank > 0 && rightRank > 0 && leftRank != rightRank) {
        isUsed = true;
        return leftRank < rightRank ? -1 : 1;
      }
      textsCompared++;
    } else if (isAlone) {
      return 0;
    }
    return order.compare(left, leftRow, right, rightRow);
  }

  /** The texts of a batch; without codes where the first column has no texts. */
  private static final class Side {
    private static final int[] NO_CODES = {};

    final ColumnBatch batch;
    final Dictionary dictionary;
    private final int[] codes;

    Side(ColumnBatch batch, int column) {
      this.batch = batch;
      boolean isText = batch.column(column) instanceof TextColumn;
      dictionary = isText ? ((TextColumn) batch.column(column)).dictionary() : new Dictionary();
      codes = isText ? ((TextColumn) batch.column(column)).codes() : NO_CODES;
    }

    int code(int row) {
      return row < codes.length ? codes[row] : TextColumn.NULL;
    }
  }

  private int rank(Dictionary texts, int code) {
    return texts == dictionary && code < ranks.length ? ranks[code] : 0;
  }

  /** The batch in this order: itself when it is sorted already. */
  ColumnBatch sorted(ColumnBatch batch) {
    int count = batch.rowCount();
    long before = textsCompared;
    for (int row = ascending(batch); row < count; row++) {
      if (row > 0 && compare(batch, row - 1, batch, row) > 0) {
        return order.sorted(batch);
      }
    }
    if ((textsCompared - before) * UNKNOWN_SHARE > count && isWorthLearning(batch)) {
      learn(batch);
    }
    return batch;
  }

  /** So many rows at the beginning have ascending ranks. */
  private int ascending(ColumnBatch batch) {
    if (first < 0
        || !(batch.column(first) instanceof TextColumn texts)
        || texts.dictionary() != dictionary) {
      return 0;
    }
    int[] codes = texts.codes();
    int before = 0;
    for (int row = 0; row < batch.rowCount(); row++) {
      int rank = codes[row] < 0 ? 0 : rank(dictionary, codes[row]);
      if (rank <= before) {
        return row;
      }
      before = rank;
    }
    return batch.rowCount();
  }

  private boolean isWorthLearning(ColumnBatch batch) {
    Dictionary texts = ((TextColumn) batch.column(first)).dictionary();
    boolean isKnown = texts == lastSeen;
    lastSeen = texts;
    return texts == dictionary ? batch.rowCount() > ranked / 2 : isUsed || isKnown;
  }

  /** Takes the ranks of the texts of a sorted batch, in place of those before. */
  private void learn(ColumnBatch batch) {
    TextColumn texts = (TextColumn) batch.column(first);
    int[] codes = texts.codes();
    int[] learnt = new int[length(codes, batch.rowCount())];
    int rank = 0;
    for (int row = 0; row < batch.rowCount(); row++) {
      // rows of one text have one rank, and in a dictionary one text may have several codes
      if (row == 0 || !firstOrder.same(batch, row - 1, batch, row)) {
        rank++;
      }
      if (codes[row] >= 0) {
        learnt[codes[row]] = rank;
      }
    }
    dictionary = texts.dictionary();
    ranks = learnt;
    ranked = rank;
    isUsed = false;
  }

  private static int length(int[] codes, int count) {
    int largest = Arrays.stream(codes, 0, count).max().orElse(0);
    return Integer.highestOneBit(Math.max(16, largest)) * 2;
  }
}
