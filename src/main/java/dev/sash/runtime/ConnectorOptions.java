package dev.sash.runtime;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.error.Suggestion;
import dev.sash.time.ZoneNames;
import java.net.InetSocketAddress;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The options of a WITH clause: names in lower case, values as text, each with its place. */
public final class ConnectorOptions {
  /** The option that says which zone the wall clock of the input is in. */
  public static final String TIME_ZONE = "time_zone";

  /** The option that names a machine. */
  public static final String HOST = "host";

  /** The option that names a port of it. */
  public static final String PORT = "port";

  private static final int PORT_MOST = 65_535;

  private final Map<String, String> values;
  private final Map<String, SourceSpan> places;

  /** Options by name; {@code places} may lack some. */
  public ConnectorOptions(Map<String, String> values, Map<String, SourceSpan> places) {
    this.values = new TreeMap<>(values);
    this.places = Map.copyOf(places);
  }

  /** The text of an option, or null. */
  public @Nullable String text(String name) {
    return values.get(name);
  }

  /** The text of an option, or the given one. */
  public String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  /** The text of an option that must be there. */
  public String required(String name, String example) {
    String value = values.get(name);
    if (value == null) {
      String misspelled = Suggestion.nearest(name, values.keySet());
      throw misspelled == null
          ? SashException.of(ErrorCode.OPTION, "option \"" + name + "\" is missing")
              .hint("write WITH (..., " + name + " = " + example + ")")
          : SashException.at(
                  places.get(misspelled),
                  ErrorCode.OPTION,
                  "option \"" + misspelled + "\" does not exist here")
              .hint("did you mean \"" + name + "\"?");
    }
    return value;
  }

  /** A whole number of at least {@code least}, or the given one. */
  public long number(String name, long otherwise, long least) {
    String value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(value.trim().replace("_", ""));
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below, with the words for both cases
    }
    throw wrong(name, "a whole number of at least " + least);
  }

  /**
   * What the options {@code host} (the own machine when it is not there) and {@code port} name.
   *
   * @throws SashException when the port is missing or is none, or nobody knows the host
   */
  public InetSocketAddress address() {
    required(PORT, "9999");
    long port = number(PORT, 0, 1);
    if (port > PORT_MOST) {
      throw wrong(PORT, "a number from 1 to " + PORT_MOST);
    }
    InetSocketAddress address =
        new InetSocketAddress(text(HOST, "localhost").trim(), Math.toIntExact(port));
    if (address.isUnresolved()) {
      throw SashException.at(
          places.get(HOST),
          ErrorCode.OPTION,
          "host \"" + address.getHostString() + "\" is not known");
    }
    return address;
  }

  /** True or false, or the given one. */
  public boolean truth(String name, boolean otherwise) {
    String value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    return oneOf(name, List.of("true", "false"), "false").equals("true");
  }

  /** One of the given words, in any case, or the given one. */
  public String oneOf(String name, Collection<String> words, String otherwise) {
    String value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    String word = value.trim().toLowerCase(Locale.ROOT);
    if (words.contains(word)) {
      return word;
    }
    SashException wrong = wrong(name, String.join(" or ", words));
    String meant = Suggestion.didYouMean(word, words);
    throw meant == null ? wrong : wrong.hint(meant);
  }

  /** The zone whose wall clock the input uses, or null when nothing is said: UTC. */
  public @Nullable ZoneId timeZone() {
    String written = values.get(TIME_ZONE);
    if (written == null) {
      return null;
    }
    ZoneId zone = ZoneNames.find(written);
    if (zone == null) {
      throw wrong(TIME_ZONE, "a time zone").hint(ZoneNames.suggestion(written));
    }
    return zone;
  }

  /** The error for an option whose value is not what is needed. */
  public SashException wrong(String name, String expected) {
    return SashException.at(
        places.get(name),
        ErrorCode.OPTION,
        "option \"" + name + "\" must be " + expected + ", not '" + values.get(name) + "'");
  }

  /** Fails on an option that is not among the known names. */
  public void rejectUnknown(Collection<String> known) {
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        String meant = Suggestion.didYouMean(name, known);
        List<String> sorted = new ArrayList<>(known);
        sorted.sort(null);
        throw SashException.at(
                places.get(name), ErrorCode.OPTION, "option \"" + name + "\" does not exist here")
            .hint(
                meant != null
                    ? meant
                    : sorted.isEmpty()
                        ? "name the connector that it is for, such as connector = 'file'"
                        : "options are " + String.join(", ", sorted));
      }
    }
  }

  /** The same with one more option, which nobody has written. */
  public ConnectorOptions with(String name, String value) {
    Map<String, String> more = new TreeMap<>(values);
    more.put(name, value);
    return new ConnectorOptions(more, places);
  }

  /** The same without the options of these names. */
  public ConnectorOptions without(Collection<String> names) {
    Map<String, String> others = new TreeMap<>(values);
    others.keySet().removeAll(names);
    return new ConnectorOptions(others, places);
  }

  /** The place of an option's value, or null. */
  public @Nullable SourceSpan place(String name) {
    return places.get(name);
  }

  /** All values by name. */
  public Map<String, String> asMap() {
    return values;
  }
}
