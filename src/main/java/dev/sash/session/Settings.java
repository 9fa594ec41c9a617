package dev.sash.session;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of the settings of one engine. Thread-safe. */
final class Settings {
  private final Map<Setting, String> changed = new EnumMap<>(Setting.class);

  /** The number, or the milliseconds. */
  synchronized long value(Setting setting) {
    Long value = setting.parse(text(setting));
    if (value == null) {
      throw new AssertionError(setting);
    }
    return value;
  }

  /** The number, cut to an int. */
  int intValue(Setting setting) {
    return (int) Math.min(Integer.MAX_VALUE, value(setting));
  }

  /** The value as it was written. */
  synchronized String text(Setting setting) {
    return changed.getOrDefault(setting, setting.standard());
  }

  /** Sets a text that {@link Setting#parse} takes; null brings the standard back. */
  synchronized void set(Setting setting, @Nullable String text) {
    if (text == null) {
      changed.remove(setting);
    } else {
      changed.put(setting, text);
    }
  }
}
