package dev.sash.shell;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The words that the prompt highlights and completes. */
final class Keywords {
  private static final String TEXT =
      """
      ADVANCE ADVISE ALL ALLOW AND AS ASC AVG BETWEEN BIGINT BOOLEAN BY CASE CAST CHANGE CHANGES
      CLOCK CLOSE COUNT CREATE CROSS CURRENT DATE DECIMAL DELETE DESC DESCRIBE DESCRIPTOR DISTINCT
      DOUBLE DRAIN DROP ELSE EMIT EMPTY END EVENT EVERY EXISTS EXPLAIN FALSE FILL FILTER FINAL FOR FROM
      FULL GROUP HAVING HOP IF IN INNER INSERT INTEGER INTERVAL INTO IS JOIN KEY LATE LATENESS LEFT
      LIKE LIMIT LIVE MANUAL MATERIALIZED MAX MIN NOT NULL OFFSET ON OR ORDER OUTER PAUSE PRIMARY
      PROCESSING PROGRESS REPLACE REPLAY REPROCESS RESUME RETAIN RIGHT SELECT SEQ SESSION SET SHOW
      SNAPSHOT STOP STREAM STREAMS SUBSCRIBE SUM TABLE THEN TIME TIMESTAMP TO TRUE TUMBLE UNION UPDATE
      USING VALUES VARCHAR VIEW VIEWS WAIT WATERMARK WHEN WHERE WINDOW WINDOWS WITH WITHIN
      SECOND MINUTE HOUR DAY window_start window_end
      """;

  /** In alphabetical order; keywords in upper case. */
  static final Set<String> ALL = new TreeSet<>(Arrays.asList(TEXT.strip().split("\\s+", 0)));

  private Keywords() {}

  /** Whether a word is a keyword, in any case. */
  static boolean contains(String word) {
    return ALL.contains(word.toUpperCase(Locale.ROOT));
  }
}
