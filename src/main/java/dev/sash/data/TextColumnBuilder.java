package dev.sash.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link TextColumn} over a dictionary that it keeps from one column to the next, until
 * {@link Dictionary#isFull}.
 */
public final class TextColumnBuilder extends ColumnBuilder {
  /** Longer texts hardly repeat: looking them up would cost more than it saves. */
  private static final int INDEXED_BYTES_MAX = 128;

  /** With this much text a dictionary is given up before it has its full number of entries. */
  private static final long DICTIONARY_BYTES_MAX = 16 << 20;

  /** A smaller index stays in the first caches, where a look-up hardly waits. */
  private static final int CACHED_SIZE = 4096;

  /** The code of a text that has not been looked up. */
  private static final int UNRESOLVED = 0;

  private static final char REPLACEMENT = '\uFFFD';

  private final PendingTexts pending = new PendingTexts();
  private Dictionary dictionary = new Dictionary();
  private Utf8Index index = new Utf8Index();
  private long dictionaryBytes;
  private long dictionaryUses;
  private int[] codes = new int[16];
  private boolean hasNulls;
  private int size;

  /** Appends a text, or NULL for null. */
  public void append(@Nullable String text) {
    appendCode(text == null ? TextColumn.NULL : dictionary.encode(text));
  }

  /** Appends a single character; generated code makes them for CHAR(1). */
  public void append(char character) {
    append(String.valueOf(character));
  }

  /**
   * Appends the text whose UTF-8 bytes stand in {@code [from, to)}. One that came before costs no
   * String.
   *
   * @return whether they are UTF-8; if not, nothing was appended
   */
  public boolean append(byte[] utf8, int from, int to) {
    boolean waits = dictionary.size() >= CACHED_SIZE && to - from <= PendingTexts.LENGTH_MAX;
    if (waits && pending.add(utf8, from, to, size)) {
      appendCode(UNRESOLVED);
      if (pending.isFull()) {
        resolve();
      }
      return true;
    }
    int code = code(utf8, from, to);
    if (code < 0) {
      return false;
    }
    appendCode(code);
    return true;
  }

  /** Looks up the codes of the texts that wait for that. */
  private void resolve() {
    pending.resolve(index, codes);
    for (int i = 0; i < pending.count(); i++) {
      codes[pending.row(i)] = code(pending.bytes(i), 0, pending.length(i));
    }
    pending.clear();
  }

  /** The code of a text, which is added if it is new, or -1 if it is not UTF-8. */
  private int code(byte[] utf8, int from, int to) {
    boolean indexed = to - from <= INDEXED_BYTES_MAX;
    int code = indexed ? index.find(utf8, from, to) : -1;
    if (code < 0) {
      String text = new String(utf8, from, to - from, StandardCharsets.UTF_8);
      if (text.indexOf(REPLACEMENT) >= 0 && !sameBytes(text, utf8, from, to)) {
        return -1;
      }
      code = dictionary.append(text);
      dictionaryBytes += to - from;
      if (indexed) {
        index.add(utf8, from, to, code);
      }
    }
    return code;
  }

  /** Decoding puts U+FFFD where bytes are malformed; a text may also contain it in earnest. */
  private static boolean sameBytes(String text, byte[] utf8, int from, int to) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    return Arrays.equals(encoded, 0, encoded.length, utf8, from, to);
  }

  private void appendCode(int code) {
    if (size == codes.length) {
      codes = Arrays.copyOf(codes, size * 2);
    }
    hasNulls |= code < 0;
    codes[size++] = code;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void appendNull() {
    appendCode(TextColumn.NULL);
  }

  @Override
  public void appendFrom(Column source, int row) {
    append(((TextColumn) source).text(row));
  }

  @Override
  public void truncate(int newSize) {
    pending.truncate(newSize);
    size = newSize;
  }

  @Override
  public TextColumn build() {
    if (pending.count() > 0) {
      resolve();
    }
    TextColumn column = new TextColumn(Arrays.copyOf(codes, size), dictionary, hasNulls);
    dictionaryUses += size;
    if (dictionary.isFull(dictionaryUses) || dictionaryBytes > DICTIONARY_BYTES_MAX) {
      dictionary = new Dictionary();
      index = new Utf8Index();
      dictionaryBytes = 0;
      dictionaryUses = 0;
    }
    hasNulls = false;
    size = 0;
    return column;
  }
}
