package dev.sash.plan;

import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.runtime.EmitSpec;
import dev.sash.sql.EmitClause;
import org.jspecify.annotations.Nullable;

/**
 * When the aggregates of a query emit.
 *
 * @param windowed for aggregates with windows
 * @param global for aggregates without
 */
record EmitChoice(EmitSpec windowed, EmitSpec global) {
  private static final long GLOBAL_EVERY_MILLIS = 1_000;

  /**
   * What a query says, or the default.
   *
   * @param emit null without EMIT: then a view has a default and any other query ends
   * @throws SashException for a trigger that there is not yet
   */
  static EmitChoice of(@Nullable EmitClause emit, boolean view) {
    if (emit != null) {
      EmitSpec spec = spec(emit);
      return new EmitChoice(spec, spec);
    }
    return view
        ? new EmitChoice(EmitSpec.closing(), EmitSpec.every(GLOBAL_EVERY_MILLIS))
        : new EmitChoice(EmitSpec.atEnd(), EmitSpec.atEnd());
  }

  /**
   * For the aggregates of a sub-query: what stands above takes the rows of a window when it closes.
   */
  EmitChoice ofSubQuery() {
    return windowed.once() ? this : new EmitChoice(EmitSpec.closing(), global);
  }

  private static EmitSpec spec(EmitClause emit) {
    if (emit.latenessMillis() > 0) {
      throw refuse(
          emit.span(),
          "ALLOW LATENESS is not supported yet",
          "give the watermark of the stream a larger delay");
    }
    EmitClause.Fill fill = emit.fill();
    if (fill != null) {
      throw refuse(
          fill.span(),
          "FILL EMPTY WINDOWS is not supported yet",
          "leave it out: windows without rows are not shown");
    }
    if (emit.triggers().size() > 1) {
      throw refuse(
          emit.triggers().get(1).span(),
          "several triggers in one EMIT are not supported yet",
          "write EMIT EVERY alone: a tick also shows the windows that closed since the last");
    }
    EmitClause.Trigger trigger = emit.triggers().get(0);
    if (trigger instanceof EmitClause.Every every) {
      return every(every);
    }
    return trigger instanceof EmitClause.OnClose ? EmitSpec.closing() : EmitSpec.changing();
  }

  private static EmitSpec every(EmitClause.Every every) {
    if (every.basis() == EmitClause.Basis.EVENT_TIME) {
      throw refuse(
          every.span(), "EMIT EVERY ... EVENT TIME is not supported yet", "leave EVENT TIME out");
    }
    if (every.scope() == EmitClause.Scope.ALL_WINDOWS) {
      throw refuse(
          every.span(),
          "EMIT EVERY ... FOR ALL WINDOWS is not supported yet",
          "leave it out: each tick shows the current window, or write EMIT ON CHANGE");
    }
    return EmitSpec.every(every.periodMillis());
  }

  /** Fails for a query without an aggregate whose EMIT needs one. */
  static void checkRowByRow(@Nullable EmitClause emit) {
    if (emit == null) {
      return;
    }
    EmitClause.Trigger trigger = emit.triggers().get(0);
    if (!(trigger instanceof EmitClause.OnChange)) {
      throw SashException.at(
              trigger.span(),
              ErrorCode.EMIT,
              "EMIT " + trigger.words() + " needs a query with GROUP BY or an aggregate")
          .hint("write EMIT ON CHANGE: without an aggregate rows are shown as they come");
    }
  }

  private static SashException refuse(SourceSpan place, String message, String hint) {
    return SashException.at(place, ErrorCode.NOT_SUPPORTED, message).hint(hint);
  }
}
