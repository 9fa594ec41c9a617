package dev.sash.runtime;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * State that a checkpoint holds. A restored copy goes on exactly as the original would have: the
 * same rows give the same results, bit by bit.
 */
public interface Snapshotable {

  /** Writes the state as it is between two steps of the pipeline. */
  void snapshot(DataOutput output) throws IOException;

  /** Reads into a new object of the same definition what {@link #snapshot} wrote. */
  void restore(DataInput input) throws IOException;
}
