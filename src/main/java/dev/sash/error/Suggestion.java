package dev.sash.error;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the name that was probably meant, for "did you mean" hints. */
public final class Suggestion {
  private Suggestion() {}

  /**
   * The candidate with the fewest edits (insert, delete, replace, swap of neighbours), or null when
   * even the nearest differs in more than a third of its letters.
   */
  public static @Nullable String nearest(String written, Collection<String> candidates) {
    String wanted = written.toLowerCase(Locale.ROOT);
    String best = null;
    int bestDistance = Integer.MAX_VALUE;
    for (String candidate : candidates) {
      int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT));
      if (distance < bestDistance) {
        bestDistance = distance;
        best = candidate;
      }
    }
    int allowed = Math.max(1, (Math.max(wanted.length(), 3) + 1) / 3);
    return bestDistance <= allowed ? best : null;
  }

  /** {@code Did you mean "price"?}, or null. */
  public static @Nullable String didYouMean(String written, Collection<String> candidates) {
    String nearest = nearest(written, candidates);
    return nearest == null ? null : "did you mean \"" + nearest + "\"?";
  }

  private static int distance(String a, String b) {
    int[][] rows = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        rows[i][j] = i == 0 || j == 0 ? i + j : step(rows, a, b, i, j);
      }
    }
    return rows[a.length()][b.length()];
  }

  private static int step(int[][] rows, String a, String b, int i, int j) {
    int replace = rows[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int best = Math.min(replace, Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, rows[i - 2][j - 2] + 1) : best;
  }
}
