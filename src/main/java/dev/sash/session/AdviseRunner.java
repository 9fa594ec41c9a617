package dev.sash.session;

import dev.sash.catalog.WatermarkSpec;
import dev.sash.data.ColumnBatch;
import dev.sash.data.DataType.Kind;
import dev.sash.error.ErrorCode;
import dev.sash.error.SashException;
import dev.sash.plan.PlanPrinter;
import dev.sash.runtime.DelayHistogram;
import dev.sash.runtime.PipelineInput;
import dev.sash.runtime.Source;
import dev.sash.sql.Statement;
import dev.sash.time.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code ADVISE WATERMARK FOR s}: how many rows a delay of the watermark would make late, measured
 * on the rows that came. A row is late when it is behind the largest event time before it by more
 * than the delay; whether a window drops it depends on the window as well, so these are the most
 * that are dropped.
 */
final class AdviseRunner {
  private static final long READ_WAIT_MILLIS = 100;

  /** Shares of late rows that many accept. */
  private static final double FEW = 0.01;

  private static final double VERY_FEW = 0.001;

  private static final double CLEARLY_FEWER = 0.9;

  private static final String NO_ROW = "stream \"%s\" has given no row yet: nothing is measured";

  private final Engine engine;

  AdviseRunner(Engine engine) {
    this.engine = engine;
  }

  Result run(Statement.AdviseWatermark advise) throws InterruptedException {
    StreamEntry stream = stream(advise);
    WatermarkSpec watermark = stream.definition().watermark();
    if (watermark == null) {
      throw SashException.at(
              advise.stream().span(),
              ErrorCode.WATERMARK,
              "stream \"" + stream.name() + "\" has no event time to measure")
          .hint("declare WATERMARK FOR column AS column; ADVISE then says how long to wait");
    }
    DelayHistogram delays = measured(stream, watermark.eventTimeColumn());
    TypedRows rows =
        new TypedRows()
            .column("delay", Kind.VARCHAR)
            .column("would_drop_rows", Kind.BIGINT)
            .column("would_drop_percent", Kind.DOUBLE)
            .column("note", Kind.VARCHAR)
            .column("write", Kind.VARCHAR);
    if (delays.rows() == 0) {
      rows.row(null, null, null, NO_ROW.formatted(stream.name()), null);
      return Result.rows(rows.build(), List.of());
    }
    String column = stream.definition().schema().field(watermark.eventTimeColumn()).name();
    Choices choices = new Choices(delays, watermark.delayMillis());
    for (long delay : choices.shown()) {
      rows.row(
          DurationText.format(delay),
          delays.laterThan(delay),
          Math.round(1e6 * delays.laterThan(delay) / delays.rows()) / 1e4,
          choices.note(delay),
          "WATERMARK FOR " + column + " AS " + column + minus(delay));
    }
    return Result.rows(rows.build(), List.of(choices.sentence()));
  }

  private StreamEntry stream(Statement.AdviseWatermark advise) {
    try {
      return engine.requireStream(advise.stream().name());
    } catch (SashException e) {
      throw e.orAt(advise.stream().span());
    }
  }

  /** Of the view that has read most of the stream; what nobody has read is read now. */
  private DelayHistogram measured(StreamEntry stream, int column) throws InterruptedException {
    DelayHistogram most = new DelayHistogram();
    for (ViewEntry view : engine.views().values()) {
      for (PipelineInput input : view.query().pipeline().inputs()) {
        if (input.stream().equalsIgnoreCase(stream.name()) && input.delays().rows() > most.rows()) {
          most = input.delays();
        }
      }
    }
    return most.rows() > 0 ? most : read(stream, column);
  }

  private static DelayHistogram read(StreamEntry stream, int column) throws InterruptedException {
    DelayHistogram delays = new DelayHistogram();
    try (Source source = stream.hub() == null ? stream.open() : stream.hub().tailSource()) {
      while (!source.isAtEnd()) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        ColumnBatch batch = source.poll(READ_WAIT_MILLIS);
        if (batch != null) {
          long[] times = batch.longs(column).values();
          delays.addRows(times, 0, batch.rowCount(), Long.MAX_VALUE);
        }
      }
    }
    return delays;
  }

  private static String minus(long millis) {
    if (millis == 0) {
      return "";
    }
    String[] units = {"DAY", "HOUR", "MINUTE", "SECOND"};
    long[] lengths = {86_400_000, 3_600_000, 60_000, 1_000};
    for (int i = 0; i < units.length; i++) {
      if (millis % lengths[i] == 0) {
        return " - INTERVAL '" + millis / lengths[i] + "' " + units[i];
      }
    }
    return " - INTERVAL '%d.%03d' SECOND".formatted(millis / 1000, millis % 1000);
  }

  /** The delays worth a row, and what is worth a word about them. */
  private static final class Choices {
    private static final long[] LADDER = ladder();

    private final DelayHistogram delays;
    private final long declared;
    private final long few;
    private final long none;

    Choices(DelayHistogram delays, long declared) {
      this.delays = delays;
      this.declared = declared;
      few = least(FEW);
      none = least(0);
    }

    private static long[] ladder() {
      List<Long> steps = new ArrayList<>(List.of(0L, 10L, 20L, 50L, 100L, 200L, 500L));
      for (long unit : new long[] {1_000, 60_000}) {
        for (long count : new long[] {1, 2, 3, 5, 10, 15, 20, 30}) {
          steps.add(count * unit);
        }
      }
      for (long hours : new long[] {1, 2, 3, 6, 12, 24, 48, 72, 168, 336, 720}) {
        steps.add(hours * 3_600_000);
      }
      return steps.stream().mapToLong(Long::longValue).toArray();
    }

    /**
     * The first step with no larger share of late rows; beyond the last step, the longest delay.
     */
    private long least(double share) {
      for (long step : LADDER) {
        if (delays.laterThan(step) <= share * delays.rows()) {
          return step;
        }
      }
      return delays.maxMillis();
    }

    /** Each step that makes clearly fewer rows late than the one before, up to none. */
    Set<Long> shown() {
      Set<Long> shown = new TreeSet<>(List.of(declared, few, least(VERY_FEW), none));
      long before = Long.MAX_VALUE;
      for (long step : LADDER) {
        long later = delays.laterThan(step);
        if (step < none && later < before * CLEARLY_FEWER) {
          shown.add(step);
          before = later;
        }
      }
      return shown;
    }

    String note(long delay) {
      List<String> words = new ArrayList<>();
      if (delay == declared) {
        words.add("declared");
      }
      if (delay == none) {
        words.add("the least that drops none");
      } else if (delay == least(VERY_FEW)) {
        words.add("the least that drops at most 0.1 %");
      } else if (delay == few) {
        words.add("the least that drops at most 1 %");
      }
      return String.join("; ", words);
    }

    /** {@code 2 s would drop 0.4 %, 10 s nothing; the declared 5 s drops 0.1 %}. */
    String sentence() {
      String first =
          few == none ? "" : DurationText.format(few) + " would drop " + share(few) + ", ";
      return "of "
          + delays.rows()
          + " rows, "
          + first
          + DurationText.format(none)
          + (few == none ? " would drop " : " ")
          + share(none)
          + "; the declared "
          + DurationText.format(declared)
          + " drops "
          + share(declared);
    }

    private String share(long delay) {
      long later = delays.laterThan(delay);
      return later == 0 ? "none" : PlanPrinter.percent(later, delays.rows());
    }
  }
}
