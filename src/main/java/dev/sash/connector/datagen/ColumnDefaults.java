package dev.sash.connector.datagen;

import java.util.Map;
import java.util.TreeMap;

/** What a column holds when only its name says something about it. */
final class ColumnDefaults {
  private static final String[] PLAIN = {
    "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliett"
  };

  // Sorted: what a name of two of these words gets must not change from run to run.
  private static final Map<String, String[]> WORDS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("status", words("ok ok ok ok ok ok ok ok ok error")),
              Map.entry("level", words("INFO INFO INFO INFO INFO INFO WARN WARN DEBUG ERROR")),
              Map.entry("method", words("GET GET GET GET POST PUT DELETE")),
              Map.entry("country", words("DE FR US CN IN BR GB JP NG AU")),
              Map.entry("city", words("Berlin Paris Lagos Mumbai Osaka Lima Oslo Cairo")),
              Map.entry("currency", words("EUR USD GBP JPY CHF")),
              Map.entry("symbol", words("AAPL AMZN GOOG MSFT NVDA SAP TSLA")),
              Map.entry("event", words("view view view view click click cart order")),
              Map.entry("page", words("/ /search /product /cart /checkout /help")),
              Map.entry("user", numbered("user", 100)),
              Map.entry("sensor", numbered("sensor", 10)),
              Map.entry("device", numbered("device", 50)),
              Map.entry("host", numbered("host", 10)),
              Map.entry("product", numbered("product", 20)),
              Map.entry("customer", numbered("customer", 100))));

  private ColumnDefaults() {}

  private static String[] words(String text) {
    return text.split(" ");
  }

  private static String[] numbered(String name, int count) {
    String[] words = new String[count];
    for (int i = 0; i < count; i++) {
      words[i] = name + (i + 1);
    }
    return words;
  }

  /** The words for a column whose name is a known one, ends with it or starts with it. */
  static String[] wordsFor(String name) {
    String[] found = WORDS.get(name);
    if (found != null) {
      return found;
    }
    for (Map.Entry<String, String[]> entry : WORDS.entrySet()) {
      if (name.startsWith(entry.getKey() + "_") || name.endsWith("_" + entry.getKey())) {
        return entry.getValue();
      }
    }
    return PLAIN;
  }

  /** The smallest number. */
  static long min(String name) {
    return isIdentity(name) ? 1 : 0;
  }

  /** The largest number. */
  static long max(String name) {
    return name.contains("price") || name.contains("amount") ? 1000 : 100;
  }

  private static boolean isIdentity(String name) {
    return name.equals("id") || name.endsWith("_id") || name.equals("key");
  }
}
