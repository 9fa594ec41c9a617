package dev.sash.runtime;

import dev.sash.data.Dictionary;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a condition over a single text said of each entry of a dictionary, so that it is evaluated
 * once for each distinct text. States stand at {@code code + 1}, that of NULL thus at 0. Generated
 * code evaluates an entry when a row first needs it: one that fails, fails for each of its rows and
 * for no other.
 */
public final class TextMemo {
  /** Not evaluated yet. */
  public static final byte OPEN = 0;

  /** TRUE. */
  public static final byte TRUE = 1;

  /** FALSE. */
  public static final byte FALSE = 2;

  /** UNKNOWN. */
  public static final byte UNKNOWN = 3;

  private byte[] states = {};
  private @Nullable Dictionary dictionary;

  /** The states for a batch; those of the same dictionary, which may have grown, are kept. */
  public byte[] states(Dictionary current) {
    int size = current.values().length + 1;
    if (current != dictionary) {
      dictionary = current;
      states = new byte[size];
    } else if (states.length < size) {
      states = Arrays.copyOf(states, size);
    }
    return states;
  }

  /** Notes what an entry is. */
  public byte note(int code, @Nullable Boolean value) {
    byte state = value == null ? UNKNOWN : value ? TRUE : FALSE;
    states[code + 1] = state;
    return state;
  }

  /** The text of a code, null for that of NULL. */
  public @Nullable String text(int code) {
    return dictionary == null ? null : dictionary.valueOrNull(code);
  }
}
