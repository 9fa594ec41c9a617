package dev.sash.emission;

/**
 * A row of {@code late.v}.
 *
 * @param at the engine clock when it came
 * @param lateness the watermark minus its event time
 */
public record LateRow(long at, Event event, long lateness, long dropped, long accepted) {
  @Override
  public String toString() {
    return "@%d %d %s late by %d, dropped %d, accepted %d"
        .formatted(at, event.time(), event.key(), lateness, dropped, accepted);
  }
}
