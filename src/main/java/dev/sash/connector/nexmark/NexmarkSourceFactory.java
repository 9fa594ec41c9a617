package dev.sash.connector.nexmark;

import dev.sash.data.Field;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.error.Suggestion;
import dev.sash.runtime.BadRows;
import dev.sash.runtime.Source;
import dev.sash.runtime.SourceFactory;
import dev.sash.runtime.SourceSpec;
import dev.sash.time.EngineClock;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code connector = 'nexmark'}: persons, auctions or bids of the NEXMark benchmark, the same for
 * the same options. A stream declares those columns of its {@code table} that it wants, in any
 * order. With {@code events} the input ends, and comes as fast as it is read; without, it never
 * ends and comes as the clock goes.
 */
public final class NexmarkSourceFactory implements SourceFactory {
  private final EngineClock clock;

  /** A connector that paces rows without end by a clock. */
  public NexmarkSourceFactory(EngineClock clock) {
    this.clock = clock;
  }

  @Override
  public String connector() {
    return "nexmark";
  }

  @Override
  public boolean check(SourceSpec spec) {
    NexmarkSettings settings = NexmarkSettings.of(spec);
    for (int column = 0; column < spec.schema().size(); column++) {
      column(spec, settings.table(), column);
    }
    return !settings.isEndless();
  }

  @Override
  public Source open(SourceSpec spec, BadRows badRows) {
    return new NexmarkSource(spec, NexmarkSettings.of(spec), clock);
  }

  /**
   * What fills a column of a stream, or null for one that may be absent.
   *
   * @throws SashException when the table has no such column, or values of another type
   */
  static @Nullable NexmarkColumn column(SourceSpec spec, NexmarkTable table, int ordinal) {
    Field field = spec.schema().field(ordinal);
    String name = field.name().toLowerCase(Locale.ROOT);
    List<NexmarkColumn> columns = NexmarkColumn.of(table);
    for (NexmarkColumn column : columns) {
      if (column.name().equals(name)) {
        if (column.fits(field.type())) {
          return column;
        }
        throw wrongType(spec, field, column);
      }
    }
    if (spec.optionalColumns().contains(ordinal)) {
      return null;
    }
    List<String> names = columns.stream().map(NexmarkColumn::name).toList();
    String meant = Suggestion.didYouMean(name, names);
    throw SashException.at(
            spec.options().place(NexmarkSettings.TABLE),
            ErrorCode.OPTION,
            "table \"" + table.sqlName() + "\" has no column \"" + field.name() + '"')
        .hint(meant != null ? meant : "its columns are " + String.join(", ", names));
  }

  private static SashException wrongType(SourceSpec spec, Field field, NexmarkColumn column) {
    String length = column.length() == 0 ? "" : ", or at least VARCHAR(" + column.length() + ')';
    return SashException.at(
            spec.options().place(NexmarkSettings.TABLE),
            ErrorCode.OPTION,
            "column \""
                + field.name()
                + "\" cannot be "
                + field.type().sql()
                + ": it holds "
                + column.sql())
        .hint("write " + field.name() + ' ' + column.sql() + length);
  }
}
