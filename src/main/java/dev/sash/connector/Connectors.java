package dev.sash.connector;

import dev.sash.connector.datagen.DatagenSourceFactory;
import dev.sash.connector.file.FileSourceFactory;
import dev.sash.connector.nexmark.NexmarkSourceFactory;
import dev.sash.connector.socket.SocketSourceFactory;
import dev.sash.connector.stdin.StdinSourceFactory;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.error.Suggestion;
import dev.sash.runtime.SourceFactory;
import dev.sash.time.EngineClock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The connectors there are, by the word in {@code connector = '...'}. */
public final class Connectors {
  private final TreeMap<String, SourceFactory> byName = new TreeMap<>();

  /** Exactly these connectors; of two with one name the later counts. */
  public Connectors(Collection<SourceFactory> factories) {
    for (SourceFactory factory : factories) {
      byName.put(factory.connector(), factory);
    }
  }

  /** The connectors of Sash, and those that the class path provides as services. */
  public static Connectors all(EngineClock clock) {
    List<SourceFactory> factories = new ArrayList<>();
    factories.add(new FileSourceFactory());
    factories.add(StdinSourceFactory.ofProcess());
    factories.add(new DatagenSourceFactory(clock));
    factories.add(new NexmarkSourceFactory(clock));
    factories.add(new SocketSourceFactory());
    ServiceLoader.load(SourceFactory.class).forEach(factories::add);
    return new Connectors(factories);
  }

  /**
   * The connector of that name, in any case.
   *
   * @param place where the name stands, or null
   * @throws SashException that names the nearest connector there is
   */
  public SourceFactory find(String name, @Nullable SourceSpan place) {
    SourceFactory factory = byName.get(name.trim().toLowerCase(Locale.ROOT));
    if (factory == null) {
      String meant = Suggestion.didYouMean(name, byName.keySet());
      throw SashException.at(place, ErrorCode.OPTION, "connector \"" + name + "\" does not exist")
          .hint(meant != null ? meant : "connectors are " + String.join(", ", byName.keySet()));
    }
    return factory;
  }

  /** All names, sorted. */
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }
}
