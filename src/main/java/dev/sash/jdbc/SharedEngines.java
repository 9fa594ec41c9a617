package dev.sash.jdbc;

import dev.sash.session.Engine;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The engines of this process that connections share by name. An engine lives from its first
 * connection to its last. Thread-safe.
 */
final class SharedEngines {
  private final Map<String, Lease> leases = new HashMap<>();

  /** Opens a session on the engine of that name, or on a private one when there is no name. */
  EngineSession openSession(@Nullable String name) {
    if (name == null) {
      Engine engine = Engine.open();
      return openSession(engine, engine::close);
    }
    Engine engine = lease(name);
    return openSession(engine, () -> release(name, engine));
  }

  private static EngineSession openSession(Engine engine, Runnable release) {
    boolean opened = false;
    try {
      EngineSession session = new EngineSession(engine.openSession(), release);
      opened = true;
      return session;
    } finally {
      if (!opened) {
        release.run();
      }
    }
  }

  private synchronized Engine lease(String name) {
    Lease lease = leases.get(name);
    if (lease == null || lease.engine.isClosed()) {
      lease = new Lease(Engine.open(), 0);
    }
    leases.put(name, new Lease(lease.engine, lease.connections + 1));
    return lease.engine;
  }

  /** Closes the engine under the lock, so that a new one of its name cannot overlap with it. */
  private synchronized void release(String name, Engine engine) {
    Lease lease = leases.get(name);
    if (lease == null || lease.engine != engine) {
      return;
    }
    if (lease.connections > 1) {
      leases.put(name, new Lease(engine, lease.connections - 1));
    } else {
      leases.remove(name);
      engine.close();
    }
  }

  private record Lease(Engine engine, int connections) {}
}
