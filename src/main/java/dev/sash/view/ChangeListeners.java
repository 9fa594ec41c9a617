package dev.sash.view;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Those who want to know when a relation has changed. Thread-safe. */
final class ChangeListeners {
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  void add(Runnable listener) {
    listeners.add(listener);
  }

  void remove(Runnable listener) {
    listeners.remove(listener);
  }

  void changed() {
    for (Runnable listener : listeners) {
      listener.run();
    }
  }
}
