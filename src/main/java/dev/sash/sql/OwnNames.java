package dev.sash.sql;

import java.util.Locale;

/** Which names functions of the user's own cannot have. */
public final class OwnNames {
  private OwnNames() {}

  /** Whether a function of SQL is called so, in any case. */
  public static boolean isTaken(String name) {
    return OperatorTables.names().contains(name.toUpperCase(Locale.ROOT));
  }
}
