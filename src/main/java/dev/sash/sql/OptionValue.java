package dev.sash.sql;

import dev.sash.error.SourceSpan;

/**
 * The value of a WITH option or of a SET.
 *
 * @param text a string's characters, a number with its sign, {@code true} or {@code false}, a word
 *     as written, an interval in milliseconds
 * @param nameSpan where the option's name stands, for complaints about the name
 * @param span where the value stands, for complaints about the value
 */
public record OptionValue(Kind kind, String text, SourceSpan nameSpan, SourceSpan span) {

  /** How the value was written. */
  public enum Kind {
    /** In single quotes. */
    STRING,
    /** Digits, perhaps with a sign, a fraction or an exponent. */
    NUMBER,
    /** TRUE or FALSE. */
    BOOLEAN,
    /** A bare word, such as NONE; only SET takes one. */
    WORD,
    /** An INTERVAL literal, as milliseconds; only SET takes one. */
    INTERVAL
  }
}
