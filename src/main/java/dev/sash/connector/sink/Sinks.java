package dev.sash.connector.sink;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.error.Suggestion;
import dev.sash.runtime.SinkFactory;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The connectors that can be written to, by the word in {@code connector = '...'}. */
public final class Sinks {
  private final TreeMap<String, SinkFactory> byName = new TreeMap<>();

  private Sinks(List<SinkFactory> factories) {
    factories.forEach(factory -> byName.put(factory.connector(), factory));
  }

  /** Those that write to the standard output of the process where they write to one. */
  public static Sinks ofProcess() {
    return all(System.out);
  }

  /**
   * Those of Sash, and those that the class path provides as services.
   *
   * @param standardOutput of the process
   */
  public static Sinks all(OutputStream standardOutput) {
    List<SinkFactory> factories = new ArrayList<>();
    factories.add(new FileSinkFactory());
    factories.add(new StandardOutputSinkFactory(standardOutput));
    factories.add(new SocketSinkFactory());
    factories.add(new JdbcSinkFactory());
    ServiceLoader.load(SinkFactory.class).forEach(factories::add);
    return new Sinks(factories);
  }

  /**
   * The connector of that name, in any case.
   *
   * @throws SashException that names the nearest one there is
   */
  public SinkFactory find(String name, @Nullable SourceSpan place) {
    SinkFactory factory = byName.get(name.trim().toLowerCase(Locale.ROOT));
    if (factory == null) {
      String meant = Suggestion.didYouMean(name, byName.keySet());
      throw SashException.at(
              place, ErrorCode.OPTION, "there is no connector \"" + name + "\" to write to")
          .hint(meant != null ? meant : "connectors are " + String.join(", ", byName.keySet()));
    }
    return factory;
  }

  /** The connectors that keep one row for each key. */
  public List<String> upserting() {
    return byName.values().stream()
        .filter(SinkFactory::upserts)
        .map(SinkFactory::connector)
        .toList();
  }
}
