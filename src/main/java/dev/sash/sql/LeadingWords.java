package dev.sash.sql;

import dev.sash.error.Suggestion;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The words a statement can start with, and what follows CREATE, DROP and SHOW. */
final class LeadingWords {
  /** Of the statements that {@link SashParser} reads. */
  static final List<String> SASH =
      WordSet.listOf(
          """
          CREATE SELECT WITH INSERT DROP SHOW DESCRIBE EXPLAIN SET ADVANCE ADVISE WAIT DRAIN REPROCESS
          VALUES TABLE DESC SUBSCRIBE STOP PAUSE RESUME
          """);

  private static final Set<String> DATABASE =
      WordSet.of(
          """
          ALTER ANALYZE BACKUP BEGIN CALL CHECKPOINT COMMENT COMMIT DEALLOCATE
          DECLARE DELETE END EXECUTE FROM GRANT HELP MERGE PREPARE REFRESH RELEASE
          REPLACE REVOKE ROLLBACK RUNSCRIPT SAVEPOINT SCRIPT SHUTDOWN START TRUNCATE
          UPDATE USE
          """);

  private static final Set<String> DATABASE_OBJECTS =
      WordSet.of(
          """
          AGGREGATE ALIAS ALL CACHED CONSTANT DATABASE DOMAIN FORCE FUNCTION GLOBAL
          HASH INDEX LINKED LOCAL MEMORY NULLS PERSISTENT PRIMARY ROLE SCHEMA
          SEQUENCE SPATIAL SYNONYM TABLE TEMP TEMPORARY TRIGGER TYPE UNIQUE USER VIEW
          """);

  private static final Set<String> DATABASE_SHOWS =
      WordSet.of(
          """
          CLIENT_ENCODING COLUMNS DATABASES DATESTYLE DEFAULT_TRANSACTION_ISOLATION
          SCHEMAS SEARCH_PATH SERVER_ENCODING SERVER_VERSION SSL TABLES TRANSACTION
          """);

  private LeadingWords() {}

  /** The word that was meant by an unknown first word, or null. */
  static @Nullable String corrected(String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    return SASH.contains(upper) || DATABASE.contains(upper) ? null : nearest(word, SASH);
  }

  /** STREAM or MATERIALIZED if the word after CREATE or DROP is one or is meant to be, or null. */
  static @Nullable String sashObject(String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    return DATABASE_OBJECTS.contains(upper)
        ? null
        : nearest(word, List.of("STREAM", "MATERIALIZED"));
  }

  /** Whether H2 answers {@code SHOW word}. */
  static boolean databaseShows(String word) {
    return DATABASE_SHOWS.contains(word.toUpperCase(Locale.ROOT));
  }

  /** Whether a word after EXPLAIN is EMPTY or, with a typing mistake, was meant to be. */
  static boolean isEmptyWord(String word) {
    return !SASH.contains(word)
        && !DATABASE.contains(word)
        && nearest(word, List.of("EMPTY")) != null;
  }

  private static @Nullable String nearest(String word, List<String> candidates) {
    return word.isEmpty() ? null : Suggestion.nearest(word, candidates);
  }
}
