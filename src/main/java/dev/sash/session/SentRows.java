package dev.sash.session;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a sink with {@code mode = 'delta'} has sent of each row, so that it can send by how much a
 * revision differs ("discarding mode" of Akidau et al., The Dataflow Model, VLDB 2015, section
 * 2.3). A row that is gone is sent with all its numbers negative. A row in which nothing has
 * changed is not sent.
 *
 * <p>As many rows are remembered as the view itself may keep; of windows the oldest are forgotten
 * then. A revision of a row that was forgotten is an error, because its difference is not known.
 */
final class SentRows {
  private final SinkShape shape;
  private final long rowsMax;
  private final boolean windowed;
  private final Map<List<@Nullable Object>, @Nullable Object[]> sent = new LinkedHashMap<>();

  /**
   * No rows yet.
   *
   * @param windowed whether rows are those of windows, which change in the order of time
   */
  SentRows(SinkShape shape, long rowsMax, boolean windowed) {
    this.windowed = windowed;
    this.shape = shape;
    this.rowsMax = rowsMax;
  }

  /**
   * The differences that some changes make.
   *
   * @param removed by row, whether it is gone
   * @param first by row, whether it was not there before
   */
  ColumnBatch differences(ColumnBatch rows, boolean[] removed, boolean[] first) {
    BatchBuilder differences = new BatchBuilder(shape.schema());
    for (int row = 0; row < rows.rowCount(); row++) {
      List<@Nullable Object> key = new ArrayList<>();
      for (int column : shape.keyColumns()) {
        key.add(rows.value(row, column));
      }
      @Nullable Object @Nullable [] before = sent.get(key);
      @Nullable Object[] now = values(rows, row);
      if (before == null && !first[row]) {
        throw tooMany("a row has changed that was sent too long ago");
      }
      if (removed[row]) {
        sent.remove(key);
      } else {
        sent.put(key, now);
        forget();
      }
      append(differences, now, before, removed[row]);
    }
    return differences.build();
  }

  private void forget() {
    if (sent.size() <= rowsMax) {
      return;
    }
    if (!windowed) {
      throw tooMany("the view has more keys than can be remembered");
    }
    Iterator<?> oldest = sent.entrySet().iterator();
    oldest.next();
    oldest.remove();
  }

  private SashException tooMany(String what) {
    return SashException.of(
            ErrorCode.LIMIT_EXCEEDED, what + ": " + rowsMax + " rows (view_rows) are remembered")
        .hint("write mode = 'changes', or SET view_rows to more before the sink is created");
  }

  private static @Nullable Object[] values(ColumnBatch rows, int row) {
    @Nullable Object[] values = new @Nullable Object[rows.schema().size()];
    for (int column = 0; column < values.length; column++) {
      values[column] = rows.value(row, column);
    }
    return values;
  }

  private void append(
      BatchBuilder into,
      @Nullable Object[] now,
      @Nullable Object @Nullable [] before,
      boolean gone) {
    @Nullable Object[] difference = new @Nullable Object[now.length];
    boolean differs = before == null && !gone;
    for (int column = 0; column < now.length; column++) {
      Object old = before == null ? null : before[column];
      difference[column] =
          shape.keyColumns().contains(column) ? now[column] : minus(gone ? null : now[column], old);
      differs |= !shape.keyColumns().contains(column) && !isZero(difference[column]);
    }
    if (differs) {
      into.appendRow(difference);
    }
  }

  private static boolean isZero(@Nullable Object number) {
    return number == null
        || number instanceof BigDecimal decimal && decimal.signum() == 0
        || number instanceof Number
            && !(number instanceof BigDecimal)
            && number.equals(zero(number));
  }

  private static Object zero(Object number) {
    return number instanceof Long ? (Object) 0L : (Object) 0.0;
  }

  /** NULL counts as nothing; NULL from NULL is NULL. */
  private static @Nullable Object minus(@Nullable Object now, @Nullable Object before) {
    if (before == null) {
      return now;
    } else if (before instanceof Long old) {
      return (now instanceof Long number ? number : 0L) - old;
    } else if (before instanceof Double old) {
      return (now instanceof Double number ? number : 0.0) - old;
    }
    BigDecimal number = now instanceof BigDecimal decimal ? decimal : BigDecimal.ZERO;
    return number.subtract((BigDecimal) before);
  }
}
