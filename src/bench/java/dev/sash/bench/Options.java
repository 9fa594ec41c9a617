package dev.sash.bench;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What to run: {@code --name value,value ...}. */
record Options(Map<String, String> values) {
  private static final Map<String, String> DEFAULTS =
      new HashMap<>(
          Map.of(
              "query", "Q,D",
              "keys", "100,100000",
              "ratio", "1,6,60,3600",
              "shards", "1",
              "systems", "sash,hand,hand_exact,naive",
              "rounds", "5",
              "warmups", "2",
              "rows", "0",
              "seed", "1"));

  static {
    DEFAULTS.put("skewed", "false");
    DEFAULTS.put("sink", "count");
    DEFAULTS.put("launcher", "shell/sash");
    DEFAULTS.put("longest", "0");
    DEFAULTS.put("bytes", "500000000");
  }

  /**
   * Reads the command line.
   *
   * @throws IllegalArgumentException for an option that there is not
   */
  static Options of(List<String> arguments) {
    Map<String, String> values = new HashMap<>(DEFAULTS);
    for (int i = 0; i < arguments.size(); i += 2) {
      String name = arguments.get(i).replaceFirst("^--", "");
      if (!DEFAULTS.containsKey(name) || i + 1 == arguments.size()) {
        throw new IllegalArgumentException(
            "no option \"" + arguments.get(i) + "\" with a value; there are " + DEFAULTS.keySet());
      }
      values.put(name, arguments.get(i + 1));
    }
    return new Options(values);
  }

  List<String> list(String name) {
    return Arrays.asList(values.get(name).split(","));
  }

  List<Integer> integers(String name) {
    return list(name).stream().map(Integer::valueOf).toList();
  }

  long number(String name) {
    return Long.parseLong(values.get(name));
  }

  boolean isSet(String name) {
    return Boolean.parseBoolean(values.get(name));
  }
}
