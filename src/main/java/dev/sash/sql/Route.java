package dev.sash.sql;

/** Who answers a statement. */
public enum Route {
  /** Sash parses and runs it. */
  SASH,
  /** H2 gets it untouched. */
  DATABASE
}
