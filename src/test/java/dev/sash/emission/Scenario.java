package dev.sash.emission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A random query and what happens to it.
 *
 * @param replay whether rows move the engine clock
 */
public record Scenario(long seed, Query query, boolean replay, List<Step> steps) {
  /** What queries are made of. */
  public enum Feature {
    /** FOR ALL WINDOWS. */
    ALL_WINDOWS,
    /** EVERY, ON CLOSE. */
    EVERY_AND_CLOSE,
    /** EVENT TIME. */
    EVENT_TIME,
    /** ALLOW LATENESS. */
    LATENESS
  }

  /** What the engine can do. */
  private static final Set<Feature> LANDED = EnumSet.noneOf(Feature.class);

  /** As many seeds as system property {@code sash.seeds} says. */
  public static Stream<Long> seeds() {
    return IntStream.range(0, Integer.getInteger("sash.seeds", 200)).mapToObj(i -> (long) i);
  }

  /** The scenario of a seed. */
  public static Scenario of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Windows windows = windows(random);
    long bound = random.nextInt(3) == 0 ? 0 : random.nextLong(0, 15);
    EmitClause emit = emit(random);
    boolean replay = random.nextInt(3) > 0;
    Query query =
        new Query(
            windows,
            emit,
            bound,
            columns(random),
            random.nextInt(4) == 0 ? random.nextLong(-50, 50) : null,
            random.nextInt(4) == 0 && emit.latenessMillis() == 0 ? random.nextInt(2, 8) : null);
    return new Scenario(seed, query, replay, steps(random, events(random), replay));
  }

  /** The same rows in the same order under another EMIT, cut into other batches. */
  public Scenario again(long cutSeed, EmitClause emit) {
    return new Scenario(
        seed,
        query.with(emit.allowing(query.emit().latenessMillis())),
        true,
        steps(new SplittableRandom(cutSeed), events(), true));
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
    return new Scenario(seed, query, true, steps(random, arrived, true));
  }

  /** All rows, in order of arrival. */
  public List<Event> events() {
    return steps.stream()
        .flatMap(step -> step instanceof Step.Insert insert ? insert.events().stream() : null)
        .toList();
  }

  static Windows windows(SplittableRandom random) {
    long size = random.nextLong(1, 40);
    long offset = random.nextLong(-20, 20);
    return random.nextInt(4) == 0
        ? new Windows.Tumble(size, offset)
        : new Windows.Hop(random.nextLong(1, 12), size, offset);
  }

  static EmitClause emit(SplittableRandom random) {
    EmitClause emit =
        switch (random.nextInt(4)) {
          case 0 -> EmitClause.closing();
          case 1 -> EmitClause.changing();
          default -> EmitClause.every(random.nextLong(1, 20));
        };
    boolean ticks = emit.everyMillis() > 0;
    if (ticks && has(random, Feature.ALL_WINDOWS)) {
      emit = emit.forAllWindows();
    }
    if (ticks && has(random, Feature.EVENT_TIME)) {
      emit = emit.inEventTime();
    }
    if (ticks && has(random, Feature.EVERY_AND_CLOSE)) {
      emit = emit.andOnClose();
    }
    return has(random, Feature.LATENESS) ? emit.allowing(random.nextLong(1, 40)) : emit;
  }

  private static boolean has(SplittableRandom random, Feature feature) {
    return random.nextInt(3) == 0 && LANDED.contains(feature);
  }

  private static List<Query.Column> columns(SplittableRandom random) {
    List<Query.Column> all = List.of(Query.Column.values());
    return random.nextBoolean() ? all : List.of(all.get(random.nextInt(all.size())));
  }

  static List<Event> events(SplittableRandom random) {
    List<Event> events = new ArrayList<>();
    int disorder = random.nextInt(1, 30);
    int keys = random.nextInt(1, 5);
    long time = random.nextLong(-200, 200);
    int count = random.nextInt(1, 120);
    for (int i = 0; i < count; i++) {
      time += random.nextInt(20) == 0 ? random.nextInt(500) : random.nextInt(4);
      String key = random.nextInt(8) == 0 ? null : "k" + random.nextInt(keys);
      Long value = random.nextInt(5) == 0 ? null : (Long) random.nextLong(-50, 50);
      events.add(new Event(time - random.nextInt(disorder), key, value));
    }
    return events;
  }

  private static List<Step> steps(SplittableRandom random, List<Event> events, boolean replay) {
    List<Step> steps = new ArrayList<>();
    long clock = 0;
    int from = 0;
    while (from < events.size()) {
      int most = random.nextInt(3) == 0 ? 50 : 4;
      int to = Math.min(events.size(), from + 1 + random.nextInt(most));
      if (!replay && random.nextInt(3) > 0) {
        clock += random.nextInt(30);
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
    return "seed " + seed + (replay ? ", REPLAY, " : ", MANUAL, ") + query.viewSql();
  }
}
