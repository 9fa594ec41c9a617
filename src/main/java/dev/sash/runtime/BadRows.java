package dev.sash.runtime;

import org.jspecify.annotations.Nullable;

/** Takes input rows that could not be read; they can be seen in {@code errors.<stream>}. */
@FunctionalInterface
public interface BadRows {

  /**
   * Keeps one row. The same (origin, line) reported again, by another reader of the same file, is
   * kept once.
   *
   * @param origin file name, {@code stdin}, {@code insert}
   * @param line from 1; 0 when the origin has no lines
   * @param reason what was expected and what was found: {@code column "ts": "abc" is not a
   *     timestamp, expected yyyy-MM-dd HH:mm:ss[.SSS]}
   * @param raw the text of the row as it came, or null
   * @throws dev.sash.error.SashException when the stream says {@code on_error = 'fail'}
   */
  void report(String origin, long line, String reason, @Nullable String raw);
}
