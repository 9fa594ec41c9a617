package dev.sash.connector.datagen;

import dev.sash.data.DataType;
import dev.sash.data.DataType.Kind;
import dev.sash.data.TextColumnBuilder;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Texts: words of a list, or the column's name with a number. The list in order ({@code sequence})
 * or at random ({@code word}); the number counting ({@code sequence}) or at random between min and
 * max ({@code random}).
 */
final class TextGenerator {
  private static final long NUMBER_MOST = 1_000_000_000_000L;
  private static final int CACHED_MOST = 1 << 16;

  private final ColumnOptions options;
  private final TextColumnBuilder builder;
  private final SplittableRandom random;

  private TextGenerator(ColumnOptions options, TextColumnBuilder builder, SplittableRandom random) {
    this.options = options;
    this.builder = builder;
    this.random = random;
  }

  static ColumnGenerator of(
      ColumnOptions options, TextColumnBuilder builder, SplittableRandom random) {
    TextGenerator texts = new TextGenerator(options, builder, random);
    boolean numbered = options.has(ColumnOptions.MIN) || options.has(ColumnOptions.MAX);
    String kind =
        options.kind(
            List.of(ColumnOptions.SEQUENCE, ColumnOptions.RANDOM, ColumnOptions.WORD),
            numbered ? ColumnOptions.RANDOM : ColumnOptions.WORD);
    String[] listed = options.values();
    if (kind.equals(ColumnOptions.WORD) || listed != null) {
      options.refuse(ColumnOptions.MIN);
      options.refuse(ColumnOptions.MAX);
      String[] words = listed == null ? ColumnDefaults.wordsFor(options.name()) : listed;
      return texts.words(words, kind.equals(ColumnOptions.SEQUENCE), listed != null);
    }
    return texts.numbers(kind.equals(ColumnOptions.SEQUENCE));
  }

  private ColumnGenerator words(String[] words, boolean inOrder, boolean listed) {
    String[] fitted = new String[words.length];
    for (int i = 0; i < words.length; i++) {
      fitted[i] = fit(words[i], listed);
    }
    return inOrder
        ? (row, timeMillis) -> builder.append(fitted[(int) (row % fitted.length)])
        : (row, timeMillis) -> builder.append(fitted[random.nextInt(fitted.length)]);
  }

  private ColumnGenerator numbers(boolean inOrder) {
    long min = options.whole(ColumnOptions.MIN, 1, 0, NUMBER_MOST);
    long usualMax = Math.max(min, inOrder ? longestNumber() : 100);
    long max = options.whole(ColumnOptions.MAX, usualMax, 0, NUMBER_MOST);
    if (min > max) {
      throw options.emptyRange(min);
    }
    fit(options.name() + max, true);
    long span = max - min + 1;
    String[] cache = new String[span <= CACHED_MOST ? (int) span : 0];
    return (row, timeMillis) -> {
      long offset = inOrder ? row % span : random.nextLong(span);
      builder.append(numbered(cache, offset, min));
    };
  }

  /** The largest number that fits behind the name. */
  private long longestNumber() {
    long digits = (long) options.field().type().precision() - options.name().length();
    long largest = 0;
    for (long i = 0; i < digits && largest < NUMBER_MOST / 10; i++) {
      largest = largest * 10 + 9;
    }
    return largest;
  }

  private String numbered(String[] cache, long offset, long min) {
    if (offset >= cache.length) {
      return fit(options.name() + (min + offset), true);
    }
    int index = (int) offset;
    String text = cache[index];
    if (text == null) {
      text = fit(options.name() + (min + offset), true);
      cache[index] = text;
    }
    return text;
  }

  /** The text as the column's type holds it: padded for CHAR, never longer than its length. */
  private String fit(String text, boolean exactly) {
    DataType type = options.field().type();
    int length = type.precision();
    if (text.length() > length) {
      if (exactly) {
        throw SashException.of(
                ErrorCode.OPTION,
                "column \""
                    + options.field().name()
                    + "\" is "
                    + type.sql()
                    + ", too short for \""
                    + text
                    + '"')
            .hint("list words that fit: " + options.name() + ".values = 'a,b,c'");
      }
      return text.substring(0, length);
    }
    return type.kind() == Kind.CHAR ? text + " ".repeat(length - text.length()) : text;
  }
}
