package dev.sash.connector.nexmark;

import java.util.SplittableRandom;

/** Texts of small letters and blanks that mean nothing, made when they are first asked for. */
final class LetterPool {
  private static final int TEXTS = 1024;
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz ";

  private final String[] texts = new String[TEXTS];
  private final long seed;
  private final int length;

  /** Texts of that length. */
  LetterPool(long seed, int length) {
    this.seed = seed;
    this.length = length;
  }

  /** The text that random bits choose. */
  String text(long bits) {
    int index = (int) (bits >>> 32) & TEXTS - 1;
    String text = texts[index];
    if (text == null) {
      text = make(index);
      texts[index] = text;
    }
    return text;
  }

  private String make(int index) {
    SplittableRandom random = new SplittableRandom(seed * TEXTS + index);
    char[] letters = new char[length];
    for (int i = 0; i < length; i++) {
      letters[i] = LETTERS.charAt(random.nextInt(LETTERS.length()));
    }
    return new String(letters);
  }
}
