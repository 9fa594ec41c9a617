package dev.sash.sql;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When results become visible. All spellings are read ({@code FINAL} is an {@link OnClose}, {@code
 * CHANGES} an {@link OnChange}); which of them a query can have is decided later.
 *
 * @param triggers at least one, no kind twice
 * @param latenessMillis of ALLOW LATENESS, 0 without it
 * @param fill of FILL EMPTY WINDOWS, or null
 */
public record EmitClause(
    List<Trigger> triggers, long latenessMillis, @Nullable Fill fill, SourceSpan span) {

  public EmitClause {
    triggers = List.copyOf(triggers);
    Set<Class<?>> kinds = new HashSet<>();
    for (Trigger trigger : triggers) {
      if (!kinds.add(trigger.getClass())) {
        throw SashException.at(
            trigger.span(), ErrorCode.EMIT, "EMIT has the same trigger twice: " + trigger.words());
      }
    }
    if (latenessMillis < 0) {
      throw SashException.at(
              span, ErrorCode.EMIT, "ALLOW LATENESS needs an interval of zero or more")
          .hint("for example ALLOW LATENESS INTERVAL '10' SECOND");
    }
  }

  /** What makes rows visible. */
  public sealed interface Trigger {
    /** Where it stands. */
    SourceSpan span();

    /** Its first words, for messages. */
    default String words() {
      if (this instanceof Every) {
        return "EVERY";
      }
      return this instanceof OnClose ? "ON CLOSE" : "ON CHANGE";
    }
  }

  /** At multiples of a period. */
  public record Every(long periodMillis, Basis basis, Scope scope, SourceSpan span)
      implements Trigger {
    public Every {
      if (periodMillis <= 0) {
        throw SashException.at(
                span,
                ErrorCode.EMIT,
                "EMIT EVERY needs an interval above zero, found " + periodMillis + " ms")
            .hint("for example EVERY INTERVAL '30' SECOND");
      }
    }
  }

  /** When the watermark reaches the end of a window. */
  public record OnClose(SourceSpan span) implements Trigger {}

  /** After each input batch. */
  public record OnChange(SourceSpan span) implements Trigger {}

  /** Which clock the period of EVERY counts. */
  public enum Basis {
    /** The engine clock; what EVERY alone and PROCESSING TIME mean. */
    PROCESSING_TIME,
    /** Stream time. */
    EVENT_TIME
  }

  /** Which open windows EVERY shows. */
  public enum Scope {
    /** The one about to close and those waiting for the watermark; the default. */
    CURRENT_WINDOW,
    /** Every open window that changed. */
    ALL_WINDOWS
  }

  /**
   * {@code FILL EMPTY WINDOWS}.
   *
   * @param withinMillis how long after its last row a key is filled, or null for ever
   */
  public record Fill(@Nullable Long withinMillis, SourceSpan span) {
    public Fill {
      if (withinMillis != null && withinMillis <= 0) {
        throw SashException.at(
                span,
                ErrorCode.EMIT,
                "FILL EMPTY WINDOWS WITHIN needs an interval above zero, found "
                    + withinMillis
                    + " ms")
            .hint("leave WITHIN out to fill for ever, or write WITHIN INTERVAL '1' HOUR");
      }
    }
  }
}
