package dev.sash.data;

import org.jspecify.annotations.Nullable;

/** Texts as codes of a dictionary; NULL is the code {@link #NULL}. */
public final class TextColumn extends Column {
  /** The code of NULL. */
  public static final int NULL = -1;

  private final int[] codes;
  private final Dictionary dictionary;
  private final boolean mayHaveNulls;

  /** Takes over the array. */
  public TextColumn(int[] codes, Dictionary dictionary, boolean mayHaveNulls) {
    this.codes = codes;
    this.dictionary = dictionary;
    this.mayHaveNulls = mayHaveNulls;
  }

  /** The codes; longer than the batch at times. Two codes may stand for the same text. */
  public int[] codes() {
    return codes;
  }

  /** What the codes mean. */
  public Dictionary dictionary() {
    return dictionary;
  }

  /** The text, or null for NULL. */
  public @Nullable String text(int row) {
    return dictionary.valueOrNull(codes[row]);
  }

  @Override
  public boolean isNull(int row) {
    return codes[row] < 0;
  }

  @Override
  public boolean hasNulls() {
    return mayHaveNulls;
  }

  @Override
  public @Nullable Object value(int row) {
    return text(row);
  }

  @Override
  public TextColumn gather(int[] rows, int count) {
    int[] chosen = new int[count];
    for (int i = 0; i < count; i++) {
      chosen[i] = codes[rows[i]];
    }
    return new TextColumn(chosen, dictionary, mayHaveNulls);
  }
}
