package dev.sash.error;

import org.jspecify.annotations.Nullable;

/**
 * The one exception of Sash: a code of the catalogue, the sentence, and as far as they help the
 * place in the statement, a detail and a hint that says what to write instead.
 *
 * <p>The message starts in lower case and has no full stop; names stand in double quotes after
 * their kind: {@code column "prce" not found in stream "trades"}.
 */
public final class SashException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ErrorCode code;
  private final transient @Nullable SourceSpan span;
  private final @Nullable String hint;

  private SashException(
      ErrorCode code,
      String message,
      @Nullable SourceSpan span,
      @Nullable String hint,
      @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.span = span;
    this.hint = hint;
  }

  /** An error without a place yet. */
  public static SashException of(ErrorCode code, String message) {
    return new SashException(code, message, null, null, null);
  }

  /** An error at a place. */
  public static SashException at(@Nullable SourceSpan span, ErrorCode code, String message) {
    return new SashException(code, message, span, null, null);
  }

  /** A bug in Sash: keeps the cause and its stack trace. */
  public static SashException internal(String message, Throwable cause) {
    return new SashException(
        ErrorCode.INTERNAL, "this is a bug in Sash: " + message, null, null, cause);
  }

  /** The same error with a hint. */
  public SashException hint(@Nullable String text) {
    return copy(new SashException(code, message(), span, text, getCause()));
  }

  /** The same error with a place, unless it has one. */
  public SashException orAt(@Nullable SourceSpan place) {
    return span != null || place == null
        ? this
        : copy(new SashException(code, message(), place, hint, getCause()));
  }

  /** The same error with the exception behind it. */
  public SashException causedBy(Throwable cause) {
    return copy(new SashException(code, message(), span, hint, cause));
  }

  private SashException copy(SashException other) {
    other.setStackTrace(getStackTrace());
    return other;
  }

  /** Which entry of the catalogue. */
  public ErrorCode code() {
    return code;
  }

  /** The sentence alone. */
  public String message() {
    String text = getMessage();
    return text == null ? code.name() : text;
  }

  /** Where in the statement, or null. */
  public @Nullable SourceSpan span() {
    return span;
  }

  /** What to write instead, or null. */
  public @Nullable String hint() {
    return hint;
  }

  /**
   * The error as a person reads it: {@code line 3, column 12: sentence [42703]}, the source line
   * with a caret under the place, then the hint.
   *
   * @param sql the text that the place points into, or null when it is not at hand
   */
  public String render(@Nullable String sql) {
    StringBuilder text = new StringBuilder();
    SourceSpan place = span;
    if (place != null) {
      text.append("line ").append(place.line()).append(", column ").append(place.column());
      text.append(": ");
    }
    text.append(message()).append(" [").append(code.sqlState()).append(']');
    if (place != null && sql != null) {
      text.append(place.excerpt(sql));
    }
    if (hint != null) {
      text.append("\nHint: ").append(hint);
    }
    return text.toString();
  }
}
