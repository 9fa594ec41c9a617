package dev.sash.session;

import dev.sash.catalog.ArrivalTime;
import dev.sash.data.Column;
import dev.sash.data.ColumnBatch;
import dev.sash.data.Field;
import dev.sash.data.LongColumn;
import dev.sash.data.Schema;
import dev.sash.runtime.Source;
import dev.sash.time.EngineClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fills the columns that say when a row arrived, with what a clock shows when its batch does.
 *
 * <pre>
 *   ts AS PROCTIME(), sent TIMESTAMP(3) DEFAULT PROCTIME(), v INT; at 12:00
 *   input:  (sent 11:59, v 1)         (sent NULL, v 2)
 *   output: (12:00, 11:59, 1)         (12:00, 12:00, 2)
 * </pre>
 *
 * @param schema all columns of the stream
 * @param arrivals by column
 */
record ArrivalTimes(Schema schema, List<ArrivalTime> arrivals, EngineClock clock) {

  ArrivalTimes {
    arrivals = List.copyOf(arrivals);
  }

  /** Whether there is anything to fill. */
  boolean isNeeded() {
    return arrivals.stream().anyMatch(arrival -> arrival != ArrivalTime.NONE);
  }

  /** The columns of the input: those with a default may be NULL, those always filled are none. */
  Schema inputSchema() {
    List<Field> fields = new ArrayList<>();
    for (int column = 0; column < schema.size(); column++) {
      Field field = schema.field(column);
      if (arrivals.get(column) == ArrivalTime.NONE) {
        fields.add(field);
      } else if (arrivals.get(column) == ArrivalTime.DEFAULT) {
        fields.add(new Field(field.name(), field.type().nullable(true)));
      }
    }
    return new Schema(fields);
  }

  /** The ordinal in the input of a column, or -1 when it is always filled. */
  int inputColumn(int column) {
    int ordinal = 0;
    for (int i = 0; i < column; i++) {
      ordinal += arrivals.get(i) == ArrivalTime.ALWAYS ? 0 : 1;
    }
    return column < 0 || arrivals.get(column) == ArrivalTime.ALWAYS ? -1 : ordinal;
  }

  /** The ordinals in the input of the columns that it may lack. */
  Set<Integer> optionalColumns() {
    Set<Integer> optional = new HashSet<>();
    for (int column = 0; column < arrivals.size(); column++) {
      if (arrivals.get(column) == ArrivalTime.DEFAULT) {
        optional.add(inputColumn(column));
      }
    }
    return optional;
  }

  /** Rows of the input as rows of the stream. */
  ColumnBatch fill(ColumnBatch input) {
    long now = clock.nowMillis();
    boolean whole = input.schema().size() == schema.size();
    Column[] columns = new Column[schema.size()];
    for (int column = 0; column < columns.length; column++) {
      int from = whole ? column : inputColumn(column);
      columns[column] =
          switch (arrivals.get(column)) {
            case NONE -> input.column(from);
            case DEFAULT -> filled(input.longs(from), input.rowCount(), cut(now, column));
            case ALWAYS -> filled(null, input.rowCount(), cut(now, column));
          };
    }
    return new ColumnBatch(schema, columns, input.rowCount());
  }

  /** A time with as many digits as the column has. */
  private long cut(long millis, int column) {
    long unit = 1;
    for (int digits = schema.type(column).precision(); digits < 3; digits++) {
      unit *= 10;
    }
    return Math.floorDiv(millis, unit) * unit;
  }

  private static LongColumn filled(@Nullable LongColumn given, int rowCount, long now) {
    if (given != null && !given.hasNulls()) {
      return given;
    }
    long[] values = new long[rowCount];
    Arrays.fill(values, now);
    for (int row = 0; given != null && row < rowCount; row++) {
      values[row] = given.isNull(row) ? now : given.values()[row];
    }
    return new LongColumn(values, null);
  }

  /** A source of rows of the stream over a source of rows of the input. */
  Source over(Source input) {
    if (!isNeeded()) {
      return input;
    }
    return new Source() {
      @Override
      public @Nullable ColumnBatch poll(long maxWaitMillis) throws InterruptedException {
        ColumnBatch batch = input.poll(maxWaitMillis);
        return batch == null ? null : fill(batch);
      }

      @Override
      public boolean isAtEnd() {
        return input.isAtEnd();
      }

      @Override
      public void close() {
        input.close();
      }
    };
  }
}
