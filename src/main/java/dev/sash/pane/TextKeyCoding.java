package dev.sash.pane;

import dev.sash.aggregate.StateValue;
import dev.sash.data.Column;
import dev.sash.data.ColumnBuilder;
import dev.sash.data.Dictionary;
import dev.sash.data.TextColumn;
import dev.sash.data.TextColumnBuilder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Texts as codes of a dictionary of its own. What each code of a batch's dictionary means here is
 * remembered, so that a text is hashed once per dictionary and not once per row.
 */
final class TextKeyCoding extends KeyCoding {
  private static final int TEXT_BYTES = 64;

  private static final long TOO_WIDE = -1;

  private Dictionary texts = new Dictionary();
  private long textBytes;
  private final DictionaryMemo memo = new DictionaryMemo();

  /** A text with what all of those that have a number share: so many characters. */
  private String sample = "";

  private int shared;
  private boolean wide;

  @Override
  void encode(Column column, int[] rows, int count, long[] codes) {
    TextColumn text = (TextColumn) column;
    int[] values = text.codes();
    int[] known = memo.of(text.dictionary());
    for (int i = 0; i < count; i++) {
      int code = values[rows[i]];
      if (code < 0) {
        codes[i] = 0;
        continue;
      }
      if (code + 1 >= known.length || known[code + 1] == 0) {
        known = memo.learn(code, intern(text.dictionary().value(code)));
      }
      codes[i] = known[code + 1] - 1L;
    }
  }

  private int intern(String text) {
    int size = texts.size();
    int code = texts.encode(text);
    if (texts.size() > size) {
      textBytes += TEXT_BYTES + text.length();
    }
    return code;
  }

  @Override
  void append(long code, ColumnBuilder out) {
    ((TextColumnBuilder) out).append(texts.value((int) code));
  }

  /** The dictionary of the codes, so that a column of keys needs no copying of texts. */
  Dictionary dictionary() {
    return texts;
  }

  /**
   * What follows the beginning that all texts share: eight characters where they are of one byte,
   * else four.
   */
  @Override
  boolean number(long[] codes, int from, int count, long[] numbers) {
    int oldShared = shared;
    boolean wasWide = wide;
    if (from == 0 && count > 0) {
      sample = texts.value((int) codes[0]);
      shared = sample.length();
      wide = false;
    }
    for (int i = from; i < count; i++) {
      String text = texts.value((int) codes[i]);
      int same = 0;
      while (same < shared && same < text.length() && text.charAt(same) == sample.charAt(same)) {
        same++;
      }
      shared = same;
    }
    for (int i = from; i < count && !wide; i++) {
      wide = number(texts.value((int) codes[i]), Byte.SIZE) == TOO_WIDE;
    }
    for (int i = from; i < count; i++) {
      String text = texts.value((int) codes[i]);
      numbers[i] = number(text, wide ? Character.SIZE : Byte.SIZE) ^ Long.MIN_VALUE;
    }
    return from == 0 || shared == oldShared && wide == wasWide;
  }

  /** Some characters as one unsigned number, or whether one of them takes more bits. */
  private long number(String text, int bits) {
    long number = 0;
    int end = shared + Long.SIZE / bits;
    for (int i = shared; i < end; i++) {
      int character = i < text.length() ? text.charAt(i) : 0;
      if (character >>> bits != 0) {
        return TOO_WIDE;
      }
      number = number << bits | character;
    }
    return number;
  }

  @Override
  int compare(long left, long right) {
    return left == right ? 0 : texts.value((int) left).compareTo(texts.value((int) right));
  }

  @Override
  void retain(long[] codes, int count) {
    Dictionary old = texts;
    texts = new Dictionary();
    textBytes = 0;
    for (int i = 0; i < count; i++) {
      codes[i] = intern(old.value((int) codes[i]));
    }
    memo.clear();
  }

  @Override
  long bytes() {
    return textBytes + memo.bytes();
  }

  @Override
  void write(DataOutput output) throws IOException {
    output.writeInt(texts.size());
    for (int code = 0; code < texts.size(); code++) {
      StateValue.write(texts.value(code), output);
    }
  }

  @Override
  void read(DataInput input) throws IOException {
    int size = input.readInt();
    for (int i = 0; i < size; i++) {
      intern((String) StateValue.read(input));
    }
  }
}
