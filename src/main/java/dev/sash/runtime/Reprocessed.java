package dev.sash.runtime;

/**
 * What REPROCESS LATE has done.
 *
 * @param rows late rows that at least one window has taken
 * @param windows windows that have taken some
 * @param lost late rows that at least one window lacks for good: its panes are gone
 */
public record Reprocessed(long rows, long windows, long lost) {
  Reprocessed plus(Reprocessed other) {
    return new Reprocessed(rows + other.rows, windows + other.windows, lost + other.lost);
  }
}
