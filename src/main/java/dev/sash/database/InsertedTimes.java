package dev.sash.database;

import dev.sash.data.DataType;
import dev.sash.time.WallClock;
import java.time.ZoneId;
import java.util.regex.Pattern;
import org.h2.engine.SessionLocal;
import org.h2.value.Value;
import org.h2.value.ValueTime;
import org.h2.value.ValueTimestamp;
import org.h2.value.ValueTimestampTimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Times that are inserted into a stream, as it keeps them: a wall clock of the stream's zone
 * becomes UTC, what has an offset keeps its instant, and fraction digits that the column does not
 * have are cut. Thread-safe.
 */
final class InsertedTimes {
  /** A timestamp as text that says nothing of a zone. */
  private static final Pattern LOCAL_TEXT =
      Pattern.compile("\\s*[-+]?\\d+-\\d+-\\d+(?:[ T][\\d:.]+)?\\s*");

  private final @Nullable ZoneId zone;

  /** Times of a zone; null means UTC. */
  InsertedTimes(@Nullable ZoneId zone) {
    this.zone = zone;
  }

  /** The value to keep in a column of the given type. */
  Value stored(Value value, DataType type, SessionLocal session) {
    return switch (type.kind()) {
      case TIMESTAMP -> {
        Value utc =
            isLocal(value) ? utc(value, session) : value.convertTo(Value.TIMESTAMP, session);
        yield H2Values.cut((ValueTimestamp) utc, type.precision());
      }
      case TIMESTAMP_LTZ -> {
        Value instant =
            isLocal(value)
                ? H2Values.instant(utc(value, session))
                : value.convertTo(Value.TIMESTAMP_TZ, session);
        yield H2Values.cut((ValueTimestampTimeZone) instant, type.precision());
      }
      case TIME -> H2Values.cut((ValueTime) value.convertTo(Value.TIME, session), type.precision());
      default -> value;
    };
  }

  private static boolean isLocal(Value value) {
    return switch (value.getValueType()) {
      case Value.TIMESTAMP, Value.DATE -> true;
      case Value.CHAR, Value.VARCHAR -> LOCAL_TEXT.matcher(value.getString()).matches();
      default -> false;
    };
  }

  private ValueTimestamp utc(Value value, SessionLocal session) {
    ValueTimestamp local = (ValueTimestamp) value.convertTo(Value.TIMESTAMP, session);
    if (zone == null) {
      return local;
    }
    // A clock a value: writers run at the same time, and a clock belongs to one thread.
    return H2Values.timestamp(new WallClock(zone).utcMillis(H2Values.epochMillis(local)));
  }
}
