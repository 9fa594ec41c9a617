package dev.sash.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The window functions, with what they take. */
enum WindowKind {
  HOP(true, "SLIDE", "SIZE", "OFFSET", "ZONE"),
  TUMBLE(true, "SIZE", "OFFSET", "ZONE"),
  CUMULATE(true, "STEP", "SIZE", "OFFSET", "ZONE"),
  SESSION(true, "GAP", "MAX_DURATION"),
  HOP_ROWS(false, "SLIDE", "SIZE"),
  TUMBLE_ROWS(false, "SIZE");

  /** The parameter for the table that is windowed. */
  static final String DATA = "DATA";

  /** The parameter for the time column. */
  static final String TIME = "TIMECOL";

  /** The parameter for the columns that make the key of a session. */
  static final String KEY = "KEY";

  private static final Map<String, WindowKind> SYNONYMS = Map.of("HOPPING", HOP, "SLIDING", HOP);
  private static final Set<String> OPTIONAL = Set.of("OFFSET", "ZONE", "MAX_DURATION");

  private final boolean timed;

  @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed
  private final List<String> lengths;

  WindowKind(boolean timed, String... lengths) {
    this.timed = timed;
    this.lengths = List.of(lengths);
  }

  /** The function of a name in upper case, or null. */
  static @Nullable WindowKind of(String name) {
    WindowKind synonym = SYNONYMS.get(name);
    return synonym != null
        ? synonym
        : Arrays.stream(values()).filter(kind -> kind.name().equals(name)).findAny().orElse(null);
  }

  /** All names that {@link #of} knows. */
  static Set<String> names() {
    return Stream.concat(Arrays.stream(values()).map(WindowKind::name), SYNONYMS.keySet().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether it looks at the time of rows. */
  boolean isTimed() {
    return timed;
  }

  /** Whether windows depend on the key: those of the table can be PARTITION BY it. */
  boolean isKeyed() {
    return this == SESSION || !timed;
  }

  /** The parameters in their order. */
  List<String> parameters(boolean table) {
    List<String> all = new ArrayList<>();
    if (table) {
      all.add(DATA);
    }
    if (timed) {
      all.add(TIME);
    }
    if (table && this == SESSION) {
      all.add(KEY);
    }
    all.addAll(lengths);
    return all;
  }

  /** How it is written. */
  String signature(boolean table) {
    StringBuilder text = new StringBuilder(name()).append('(');
    String begin = table ? "TABLE stream" + (timed ? ", DESCRIPTOR(ts)" : "") : timed ? "ts" : "";
    text.append(begin);
    for (String length : lengths) {
      String word = length.toLowerCase(Locale.ROOT);
      boolean first = text.charAt(text.length() - 1) == '(';
      text.append(OPTIONAL.contains(length) ? " [, " + word + "]" : (first ? "" : ", ") + word);
    }
    return text.append(')').toString();
  }
}
