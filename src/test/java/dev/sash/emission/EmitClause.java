package dev.sash.emission;

/**
 * The clause EMIT.
 *
 * @param everyMillis the distance of ticks, or 0 without them
 * @param eventTime whether ticks follow stream time instead of the engine clock
 * @param allWindows FOR ALL WINDOWS
 * @param latenessMillis ALLOW LATENESS
 * @param fillMillis FILL EMPTY WINDOWS WITHIN, or 0 without it
 */
public record EmitClause(
    boolean onClose,
    boolean onChange,
    long everyMillis,
    boolean eventTime,
    boolean allWindows,
    long latenessMillis,
    long fillMillis) {
  /** FILL EMPTY WINDOWS without WITHIN. */
  public static final long ALWAYS = Long.MAX_VALUE;

  /** EMIT ON CLOSE. */
  public static EmitClause closing() {
    return new EmitClause(true, false, 0, false, false, 0, 0);
  }

  /** EMIT ON CHANGE. */
  public static EmitClause changing() {
    return new EmitClause(false, true, 0, false, false, 0, 0);
  }

  /** EMIT EVERY. */
  public static EmitClause every(long millis) {
    return new EmitClause(false, false, millis, false, false, 0, 0);
  }

  /** With ON CLOSE besides. */
  public EmitClause andOnClose() {
    return new EmitClause(
        true, onChange, everyMillis, eventTime, allWindows, latenessMillis, fillMillis);
  }

  /** With EVENT TIME. */
  public EmitClause inEventTime() {
    return new EmitClause(
        onClose, onChange, everyMillis, true, allWindows, latenessMillis, fillMillis);
  }

  /** With FOR ALL WINDOWS. */
  public EmitClause forAllWindows() {
    return new EmitClause(
        onClose, onChange, everyMillis, eventTime, true, latenessMillis, fillMillis);
  }

  /** With ALLOW LATENESS. */
  public EmitClause allowing(long lateness) {
    return new EmitClause(
        onClose, onChange, everyMillis, eventTime, allWindows, lateness, fillMillis);
  }

  /** With FILL EMPTY WINDOWS. */
  public EmitClause filling(long within) {
    return new EmitClause(
        onClose, onChange, everyMillis, eventTime, allWindows, latenessMillis, within);
  }

  /** Whether FINAL rows come at the moment of closing. */
  public boolean finalAtClose() {
    return onClose || onChange;
  }

  /** As SQL writes it. */
  String sql() {
    StringBuilder sql = new StringBuilder("EMIT ");
    if (onChange) {
      sql.append("ON CHANGE");
    }
    if (everyMillis > 0) {
      sql.append("EVERY ").append(SqlText.interval(everyMillis));
      sql.append(eventTime ? " EVENT TIME" : "").append(allWindows ? " FOR ALL WINDOWS" : "");
    }
    if (onClose) {
      sql.append(everyMillis > 0 ? ", ON CLOSE" : "ON CLOSE");
    }
    if (latenessMillis > 0) {
      sql.append(" ALLOW LATENESS ").append(SqlText.interval(latenessMillis));
    }
    if (fillMillis > 0) {
      sql.append(" FILL EMPTY WINDOWS");
      sql.append(fillMillis == ALWAYS ? "" : " WITHIN " + SqlText.interval(fillMillis));
    }
    return sql.toString();
  }
}
