package dev.sash.connector.datagen;

import dev.sash.data.BatchBuilder;
import dev.sash.data.Field;
import dev.sash.runtime.BadRows;
import dev.sash.runtime.ConnectorOptions;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceFactory;
import dev.sash.runtime.SourceSpec;
import dev.sash.time.EngineClock;

/**
 * {@code connector = 'datagen'}: made-up rows, the same for the same options. With {@code rows} the
 * input ends, and comes as fast as it is read; without, it never ends and comes at {@code
 * rows_per_second = 10}.
 */
public final class DatagenSourceFactory implements SourceFactory {
  private final EngineClock clock;

  /** A connector that paces its rows by a clock. */
  public DatagenSourceFactory(EngineClock clock) {
    this.clock = clock;
  }

  @Override
  public String connector() {
    return "datagen";
  }

  @Override
  public boolean check(SourceSpec spec) {
    DatagenSettings settings = DatagenSettings.of(spec);
    BatchBuilder batch = new BatchBuilder(spec.schema());
    for (int column = 0; column < spec.schema().size(); column++) {
      Field field = spec.schema().field(column);
      if (column == spec.eventTimeColumn()) {
        checkEventTime(field, spec.options());
      }
      ColumnGenerator.of(new ColumnOptions(field, spec.options()), batch.column(column), 0);
    }
    return settings.rows() != DatagenSettings.ENDLESS;
  }

  /** The event time of the rows is what start, interval and disorder say. */
  private static void checkEventTime(Field field, ConnectorOptions options) {
    ColumnOptions column = new ColumnOptions(field, options);
    for (String option : ColumnOptions.ALL) {
      if (column.has(option)) {
        throw column
            .wrong(option, "absent: column \"" + field.name() + "\" is the event time")
            .hint("event times follow from the options start, interval and disorder");
      }
    }
  }

  @Override
  public Source open(SourceSpec spec, BadRows badRows) {
    return new DatagenSource(spec, DatagenSettings.of(spec), clock);
  }
}
