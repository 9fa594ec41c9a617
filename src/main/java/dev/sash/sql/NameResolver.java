package dev.sash.sql;

/** What a name means at the moment; names come as written and match in any case. */
public interface NameResolver {

  /** Whether it is a stream. */
  boolean isStream(String name);

  /** Whether it is a materialized view that Sash keeps. */
  boolean isView(String name);

  /** Whether it is an ordinary table or view of the database. */
  boolean isTable(String name);

  /** Whether it is a setting of Sash, dots included. */
  boolean isSetting(String name);
}
