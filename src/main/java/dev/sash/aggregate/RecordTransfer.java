package dev.sash.aggregate;

import java.util.List;

/**
 * Adds records of one layout to records of another that has some of its aggregates: each state goes
 * to where the other layout has it.
 */
public final class RecordTransfer {
  private final List<Move> moves;

  /** One state, and where it stands on both sides. */
  record Move(RecordLayout.Part into, RecordLayout.Part from) {}

  RecordTransfer(List<Move> moves) {
    this.moves = List.copyOf(moves);
  }

  /** Adds records to records; those on the left side change, those on the right stay. */
  public void add(RecordStore into, RecordStore from, RecordPairs pairs) {
    for (Move move : moves) {
      move.into().input().function().combine(move.into().in(into), move.from().in(from), pairs);
    }
  }
}
