package dev.sash.plan;

import dev.sash.catalog.Catalog;
import dev.sash.catalog.StreamDefinition;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.SourceSpan;
import dev.sash.runtime.EmitSpec;
import dev.sash.sql.EmitClause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When the aggregates of a query emit: what its EMIT says, or the default. */
final class EmitChoice {
  private static final long GLOBAL_EVERY_MILLIS = 1_000;

  private final EmitSpec windowed;
  private final EmitSpec global;
  private final @Nullable EmitClause emit;

  private EmitChoice(EmitSpec windowed, EmitSpec global, @Nullable EmitClause emit) {
    this.windowed = windowed;
    this.global = global;
    this.emit = emit;
  }

  /**
   * What a query says, or the default.
   *
   * @param emit null without EMIT: then a view has a default and any other query ends
   * @throws SashException for triggers that do not go together
   */
  static EmitChoice of(@Nullable EmitClause emit, boolean view) {
    if (emit != null) {
      EmitSpec spec = spec(emit);
      return new EmitChoice(spec, spec, emit);
    }
    return view
        ? new EmitChoice(EmitSpec.closing(), EmitSpec.every(GLOBAL_EVERY_MILLIS), null)
        : new EmitChoice(EmitSpec.atEnd(), EmitSpec.atEnd(), null);
  }

  /** For an aggregate with windows. */
  EmitSpec windowed() {
    return windowed;
  }

  /**
   * For an aggregate without windows.
   *
   * @throws SashException when EMIT says something of windows
   */
  EmitSpec global() {
    EmitClause clause = emit;
    if (clause == null) {
      return global;
    }
    EmitClause.Fill fill = clause.fill();
    if (fill != null) {
      throw needsWindows(fill.span(), "FILL EMPTY WINDOWS");
    }
    if (clause.latenessMillis() > 0) {
      throw needsWindows(clause.span(), "ALLOW LATENESS");
    }
    for (EmitClause.Trigger trigger : clause.triggers()) {
      if (trigger instanceof EmitClause.Every every
          && every.scope() == EmitClause.Scope.ALL_WINDOWS) {
        throw needsWindows(every.span(), "FOR ALL WINDOWS");
      }
    }
    return global;
  }

  private static SashException needsWindows(SourceSpan place, String words) {
    return error(
        place,
        words + " needs a query with windows",
        "leave it out, or group by a window: GROUP BY TUMBLE(ts, INTERVAL '1' MINUTE)");
  }

  /**
   * For the aggregates of a sub-query: what stands above takes the rows of a window when it closes.
   */
  EmitChoice ofSubQuery() {
    return windowed.once()
        ? this
        : new EmitChoice(
            EmitSpec.closing().allowingLateness(windowed.latenessMillis()), global, null);
  }

  private static EmitSpec spec(EmitClause emit) {
    EmitSpec spec = triggers(emit.triggers());
    if (emit.latenessMillis() > 0) {
      spec = spec.allowingLateness(emit.latenessMillis());
    }
    EmitClause.Fill fill = emit.fill();
    if (fill == null) {
      return spec;
    }
    Long within = fill.withinMillis();
    return spec.filling(within == null ? EmitSpec.ALWAYS : within);
  }

  private static EmitSpec triggers(List<EmitClause.Trigger> triggers) {
    EmitSpec spec = null;
    boolean closing = false;
    for (EmitClause.Trigger trigger : triggers) {
      if (trigger instanceof EmitClause.OnChange && triggers.size() > 1) {
        throw error(
            trigger.span(),
            "ON CHANGE stands alone: it shows every change after its batch, and FINAL rows at"
                + " closing",
            "write EMIT ON CHANGE, or EMIT EVERY interval, ON CLOSE");
      }
      closing |= trigger instanceof EmitClause.OnClose;
      if (trigger instanceof EmitClause.Every every) {
        spec = every(every);
      } else if (trigger instanceof EmitClause.OnChange) {
        spec = EmitSpec.changing();
      }
    }
    if (spec == null) {
      return EmitSpec.closing();
    }
    return closing ? spec.andOnClose() : spec;
  }

  private static EmitSpec every(EmitClause.Every every) {
    EmitSpec spec = EmitSpec.every(every.periodMillis());
    spec = every.basis() == EmitClause.Basis.EVENT_TIME ? spec.byEventTime() : spec;
    return every.scope() == EmitClause.Scope.ALL_WINDOWS ? spec.forAllWindows() : spec;
  }

  /** Fails for ticks of stream time where a stream has none. */
  void checkEventTime(List<String> streams, Catalog catalog) {
    EmitClause clause = emit;
    if (clause == null || !windowed.eventTime()) {
      return;
    }
    for (String stream : streams) {
      StreamDefinition definition = catalog.stream(stream);
      if (definition != null && definition.watermark() == null) {
        throw error(
            clause.triggers().get(0).span(),
            "EVENT TIME needs a stream with event time, \"" + definition.name() + "\" has none",
            "declare it in CREATE STREAM: WATERMARK FOR ts AS ts, or leave EVENT TIME out");
      }
    }
  }

  /** Fails for a query without an aggregate whose EMIT needs one. */
  static void checkRowByRow(@Nullable EmitClause emit) {
    if (emit == null) {
      return;
    }
    EmitClause.Trigger trigger = emit.triggers().get(0);
    EmitClause.Fill fill = emit.fill();
    if (!(trigger instanceof EmitClause.OnChange)) {
      throw needsAggregate(trigger.span(), "EMIT " + trigger.words());
    } else if (fill != null) {
      throw needsAggregate(fill.span(), "FILL EMPTY WINDOWS");
    } else if (emit.latenessMillis() > 0) {
      throw needsAggregate(emit.span(), "ALLOW LATENESS");
    }
  }

  /** Fails for a query whose rows come when the watermark has passed them, and are final then. */
  static void checkPassed(@Nullable EmitClause emit) {
    if (emit == null) {
      return;
    }
    EmitClause.Trigger trigger = emit.triggers().get(0);
    EmitClause.Fill fill = emit.fill();
    if (trigger instanceof EmitClause.Every || emit.triggers().size() > 1) {
      throw error(
          trigger.span(),
          "EMIT "
              + trigger.words()
              + " does not go with OVER or ASOF JOIN: each row is given once, when the watermark has passed it",
          "write EMIT ON CLOSE, or EMIT ON CHANGE, which means the same here");
    } else if (fill != null) {
      throw needsAggregate(fill.span(), "FILL EMPTY WINDOWS");
    } else if (emit.latenessMillis() > 0) {
      throw error(
          emit.span(),
          "ALLOW LATENESS is not supported yet with OVER: a late row would change all rows behind"
              + " it",
          "leave it out, or let the watermark wait longer: WATERMARK FOR ts AS ts - INTERVAL ...");
    }
  }

  /** Fails for a query whose rows come when windows close, and whose EMIT says anything else. */
  static void checkAtClose(@Nullable EmitClause emit) {
    if (emit == null) {
      return;
    }
    EmitClause.Trigger trigger = emit.triggers().get(0);
    EmitClause.Fill fill = emit.fill();
    if (!(trigger instanceof EmitClause.OnClose) || emit.triggers().size() > 1) {
      throw error(
          trigger.span(),
          "EMIT "
              + trigger.words()
              + " is not supported yet for rows that are joined or numbered by window: they are"
              + " known when the window closes",
          "write EMIT ON CLOSE; with HOP(ts, slide, size) that is every slide");
    } else if (fill != null) {
      throw needsAggregate(fill.span(), "FILL EMPTY WINDOWS");
    } else if (emit.latenessMillis() > 0) {
      throw error(
          emit.span(),
          "ALLOW LATENESS is not supported yet for rows that are joined or numbered by window",
          "leave it out, or let the watermark wait longer: WATERMARK FOR ts AS ts - INTERVAL ...");
    }
  }

  private static SashException needsAggregate(SourceSpan place, String words) {
    return error(
        place,
        words + " needs a query with GROUP BY or an aggregate",
        "write EMIT ON CHANGE: without an aggregate rows are shown as they come");
  }

  private static SashException error(SourceSpan place, String message, String hint) {
    return SashException.at(place, ErrorCode.EMIT, message).hint(hint);
  }
}
