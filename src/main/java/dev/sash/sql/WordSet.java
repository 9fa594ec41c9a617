package dev.sash.sql;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;

/** Long lists of keywords, written as text with spaces between them. */
public final class WordSet {
  private WordSet() {}

  /** The words as a set. */
  public static Set<String> of(String words) {
    return Set.copyOf(listOf(words));
  }

  /** The words in the order written, each once. */
  public static List<String> listOf(String words) {
    Set<String> all = new LinkedHashSet<>();
    StringTokenizer tokens = new StringTokenizer(words);
    while (tokens.hasMoreTokens()) {
      all.add(tokens.nextToken());
    }
    return List.copyOf(all);
  }
}
