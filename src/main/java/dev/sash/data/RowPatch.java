package dev.sash.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes new columns of old ones and a few fresh rows: runs of old rows are copied, fresh rows are
 * put into their places.
 *
 * <pre>
 *   old a b c d e     copy(0, 0, 2) copy(3, 2, 2)     result a B d e F
 *   fresh B F         put(1) put(4)
 * </pre>
 */
public final class RowPatch {
  private int[] runs = new int[30];
  private int runCount;
  private int[] places = new int[16];
  private int placeCount;
  private int size;

  /** Forgets everything. */
  public void clear() {
    runCount = 0;
    placeCount = 0;
    size = 0;
  }

  /** Copies rows of the old column. */
  public void copy(int from, int to, int count) {
    if (count > 0) {
      if (runCount * 3 == runs.length) {
        runs = Arrays.copyOf(runs, runs.length * 2);
      }
      runs[runCount * 3] = from;
      runs[runCount * 3 + 1] = to;
      runs[runCount * 3 + 2] = count;
      runCount++;
      size = Math.max(size, to + count);
    }
  }

  /** Says where the next fresh row goes, after the old ones were copied. */
  public void put(int place) {
    if (placeCount == places.length) {
      places = Arrays.copyOf(places, places.length * 2);
    }
    places[placeCount++] = place;
    size = Math.max(size, place + 1);
  }

  /** How many rows the result has. */
  public int size() {
    return size;
  }

  /** How many fresh rows there are. */
  public int freshCount() {
    return placeCount;
  }

  /** Whether all old rows stay where they are. */
  public boolean keepsPlaces(int oldCount) {
    return size == oldCount && runCount == 1 && runs[2] == oldCount;
  }

  /** The patched numbers. */
  public int[] apply(int[] old, int[] fresh) {
    int[] result = new int[size];
    copyRuns(old, result);
    for (int i = 0; i < placeCount; i++) {
      result[places[i]] = fresh[i];
    }
    return result;
  }

  /** The patched column; both are of one type, and texts of one dictionary. */
  public Column apply(Column old, Column fresh) {
    if (old instanceof LongColumn longs) {
      LongColumn added = (LongColumn) fresh;
      return new LongColumn(
          apply(longs.values(), added.values()), nulls(longs.nulls(), added.nulls()));
    } else if (old instanceof DoubleColumn doubles) {
      DoubleColumn added = (DoubleColumn) fresh;
      return new DoubleColumn(
          apply(doubles.values(), added.values()), nulls(doubles.nulls(), added.nulls()));
    } else if (old instanceof TextColumn texts) {
      TextColumn added = (TextColumn) fresh;
      boolean hasNulls = texts.hasNulls() || added.hasNulls();
      return new TextColumn(apply(texts.codes(), added.codes()), texts.dictionary(), hasNulls);
    } else {
      return applyToRows(old, fresh);
    }
  }

  private long[] apply(long[] old, long[] fresh) {
    long[] result = new long[size];
    copyRuns(old, result);
    for (int i = 0; i < placeCount; i++) {
      result[places[i]] = fresh[i];
    }
    return result;
  }

  private double[] apply(double[] old, double[] fresh) {
    double[] result = new double[size];
    copyRuns(old, result);
    for (int i = 0; i < placeCount; i++) {
      result[places[i]] = fresh[i];
    }
    return result;
  }

  @SuppressWarnings("SuspiciousSystemArraycopy") // arrays of one type, by the callers
  private void copyRuns(Object old, Object result) {
    for (int at = 0; at < runCount * 3; at += 3) {
      System.arraycopy(old, runs[at], result, runs[at + 1], runs[at + 2]);
    }
  }

  private long @Nullable [] nulls(long @Nullable [] old, long @Nullable [] fresh) {
    if (old == null && fresh == null) {
      return null;
    }
    long[] result = new long[(size >> 6) + 1];
    for (int at = 0; old != null && at < runCount * 3; at += 3) {
      for (int i = 0; i < runs[at + 2]; i++) {
        if (Nulls.isSet(old, runs[at] + i)) {
          Nulls.set(result, runs[at + 1] + i);
        }
      }
    }
    for (int i = 0; i < placeCount; i++) {
      result[places[i] >> 6] &= ~(1L << places[i]);
      if (Nulls.isSet(fresh, i)) {
        Nulls.set(result, places[i]);
      }
    }
    return result;
  }

  private Column applyToRows(Column old, Column fresh) {
    int[] picks = new int[size];
    for (int at = 0; at < runCount * 3; at += 3) {
      for (int i = 0; i < runs[at + 2]; i++) {
        picks[runs[at + 1] + i] = runs[at] + i;
      }
    }
    for (int i = 0; i < placeCount; i++) {
      picks[places[i]] = ~i;
    }
    ColumnBuilder builder =
        old instanceof DecimalColumn decimals
            ? new DecimalColumnBuilder(decimals.scale())
            : new BooleanColumnBuilder();
    for (int pick : picks) {
      builder.appendFrom(pick >= 0 ? old : fresh, pick >= 0 ? pick : ~pick);
    }
    return builder.build();
  }
}
