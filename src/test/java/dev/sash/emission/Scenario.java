package dev.sash.emission;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A random query and what happens to it.
 *
 * @param replay whether rows move the engine clock
 */
public record Scenario(long seed, Query query, boolean replay, List<Step> steps) {
  private static final List<String> ZONES =
      List.of("America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe");

  /** 2026-03-08 07:00 UTC; four weeks later Berlin and Lord Howe Island follow New York. */
  private static final long CHANGE_OF_CLOCKS = 1_772_953_200_000L;

  /** As many seeds as system property {@code sash.seeds} says. */
  public static Stream<Long> seeds() {
    return seeds(1);
  }

  /** Fewer seeds, for what takes longer. */
  static Stream<Long> seeds(int share) {
    int count = Integer.getInteger("sash.seeds", 200) / share;
    return IntStream.range(0, count).mapToObj(seed -> (long) seed);
  }

  /**
   * Whether the ticks of an instant are one: with EVENT TIME rows that come at one time of a manual
   * clock may pass several.
   */
  boolean tellsTicksApart() {
    return !query.emit().finalAtClose() && (replay || !query.emit().eventTime());
  }

  /** Into how many shards its keys are split. */
  public int shards() {
    return (int) Math.floorMod(seed, 4L) + 1;
  }

  /** The scenario of a seed. */
  public static Scenario of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Windows windows = windows(random);
    Scale scale = Scale.of(windows);
    long bound = random.nextInt(3) == 0 ? 0 : scale.length(random.nextLong(1, 15));
    EmitClause emit = emit(random, scale);
    if (!(windows instanceof Windows.Session) && sometimes(random)) {
      boolean bounded = random.nextInt(3) > 0;
      emit = emit.filling(bounded ? scale.length(random.nextLong(1, 60)) : EmitClause.ALWAYS);
    }
    boolean replay = random.nextInt(3) > 0;
    Query query =
        new Query(
            windows,
            emit,
            bound,
            columns(random),
            random.nextInt(4) == 0 ? random.nextLong(-50, 50) : null,
            random.nextInt(4) == 0 ? random.nextInt(2, 8) : null);
    List<Event> events = events(random, scale);
    return new Scenario(seed, query, replay, steps(random, events, replay, scale));
  }

  /** The same rows in the same order under another EMIT, cut into other batches. */
  public Scenario again(long cutSeed, EmitClause emit) {
    return new Scenario(
        seed,
        query.with(emit.allowing(query.emit().latenessMillis())),
        true,
        steps(new SplittableRandom(cutSeed), events(), true, scale()));
  }

  /** The same rows, each up to the bound later than in order of time: none is late. */
  public Scenario shuffled(long orderSeed) {
    SplittableRandom random = new SplittableRandom(orderSeed);
    List<long[]> order = new ArrayList<>();
    List<Event> events = events();
    for (int i = 0; i < events.size(); i++) {
      long delay = random.nextLong(query.boundMillis() + 1);
      order.add(new long[] {events.get(i).time() + delay, i});
    }
    order.sort(Comparator.comparingLong(arrival -> arrival[0]));
    List<Event> arrived = order.stream().map(arrival -> events.get((int) arrival[1])).toList();
    return new Scenario(seed, query, true, steps(random, arrived, true, scale()));
  }

  /** EVERY, so many of the scenario's units of time. */
  EmitClause every(long units) {
    return EmitClause.every(scale().length(units));
  }

  private Scale scale() {
    return Scale.of(query.windows());
  }

  /** All rows, in order of arrival. */
  public List<Event> events() {
    return steps.stream()
        .flatMap(step -> step instanceof Step.Insert insert ? insert.events().stream() : null)
        .toList();
  }

  /**
   * Small numbers stand for milliseconds, except where windows are hours and days: there they are
   * half hours around the instants at which clocks are changed.
   */
  private record Scale(long unit, long origin) {
    private static final long HALF_HOUR = 1_800_000;

    static Scale of(Windows windows) {
      boolean civil =
          windows instanceof Windows.Days
              || windows instanceof Windows.Months
              || windows instanceof Windows.Hours;
      return civil ? new Scale(HALF_HOUR, CHANGE_OF_CLOCKS) : new Scale(1, 0);
    }

    long length(long number) {
      return number * unit;
    }

    long time(long number) {
      return origin + number * unit;
    }
  }

  private static Windows windows(SplittableRandom random) {
    long size = random.nextLong(1, 40);
    if (sometimes(random)) {
      return new Windows.Cumulate(size, size * random.nextLong(1, 6));
    }
    if (sometimes(random)) {
      return new Windows.Session(size);
    }
    if (sometimes(random)) {
      return civil(random, ZoneId.of(ZONES.get(random.nextInt(ZONES.size()))));
    }
    long offset = random.nextLong(-20, 20);
    return random.nextInt(4) == 0
        ? new Windows.Tumble(size, offset)
        : new Windows.Hop(random.nextLong(1, 12), size, offset);
  }

  private static Windows civil(SplittableRandom random, ZoneId zone) {
    long minutes = 60_000;
    long slide = minutes * random.nextLong(50, 500);
    return switch (random.nextInt(4)) {
      case 0 -> new Windows.Days(zone, random.nextInt(1, 4), random.nextInt(1, 8));
      case 1 -> new Windows.Months(zone, random.nextInt(1, 4));
      case 2 -> new Windows.Hours(zone, slide, slide);
      default -> new Windows.Hours(zone, slide, minutes * random.nextLong(50, 1000));
    };
  }

  private static EmitClause emit(SplittableRandom random, Scale scale) {
    EmitClause emit =
        switch (random.nextInt(4)) {
          case 0 -> EmitClause.closing();
          case 1 -> EmitClause.changing();
          default -> EmitClause.every(scale.length(random.nextLong(1, 20)));
        };
    boolean ticks = emit.everyMillis() > 0;
    if (ticks && sometimes(random)) {
      emit = emit.forAllWindows();
    }
    if (ticks && sometimes(random)) {
      emit = emit.inEventTime();
    }
    if (ticks && sometimes(random)) {
      emit = emit.andOnClose();
    }
    return sometimes(random) ? emit.allowing(scale.length(random.nextLong(1, 40))) : emit;
  }

  private static boolean sometimes(SplittableRandom random) {
    return random.nextInt(3) == 0;
  }

  private static List<Query.Column> columns(SplittableRandom random) {
    List<Query.Column> all = List.of(Query.Column.values());
    return random.nextBoolean() ? all : List.of(all.get(random.nextInt(all.size())));
  }

  private static List<Event> events(SplittableRandom random, Scale scale) {
    List<Event> events = new ArrayList<>();
    int disorder = random.nextInt(1, 30);
    int keys = random.nextInt(1, 5);
    long time = random.nextLong(-200, 200);
    int count = random.nextInt(1, 120);
    for (int i = 0; i < count; i++) {
      time += random.nextInt(20) == 0 ? random.nextInt(500) : random.nextInt(4);
      String key = random.nextInt(8) == 0 ? null : "k" + random.nextInt(keys);
      Long value = random.nextInt(5) == 0 ? null : (Long) random.nextLong(-50, 50);
      events.add(new Event(scale.time(time - random.nextInt(disorder)), key, value));
    }
    return events;
  }

  private static List<Step> steps(
      SplittableRandom random, List<Event> events, boolean replay, Scale scale) {
    List<Step> steps = new ArrayList<>();
    long clock = 0;
    int from = 0;
    while (from < events.size()) {
      int most = random.nextInt(3) == 0 ? 50 : 4;
      int to = Math.min(events.size(), from + 1 + random.nextInt(most));
      if (!replay && random.nextInt(3) > 0) {
        clock += scale.length(random.nextInt(30));
        steps.add(new Step.Advance(clock));
      }
      steps.add(new Step.Insert(events.subList(from, to)));
      from = to;
    }
    return steps;
  }

  /** What the model sends. */
  public EmissionModel model() {
    EmissionModel model = new EmissionModel(query, replay);
    for (Step step : steps) {
      if (step instanceof Step.Insert insert) {
        model.feed(insert.events());
      } else if (step instanceof Step.Advance advance) {
        model.advanceTo(advance.toMillis());
      }
    }
    model.end();
    return model;
  }

  @Override
  public String toString() {
    return "seed %d, %d shards, %s, %s"
        .formatted(seed, shards(), replay ? "REPLAY" : "MANUAL", query.viewSql());
  }
}
