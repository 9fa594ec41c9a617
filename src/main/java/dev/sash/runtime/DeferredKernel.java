package dev.sash.runtime;

import dev.sash.data.BatchBuilder;
import dev.sash.data.ColumnBatch;

/** A kernel that is compiled when the first rows come. */
final class DeferredKernel extends RowKernel {
  private final String members;

  DeferredKernel(String members) {
    this.members = members;
  }

  @Override
  public void run(ColumnBatch input, int from, int to, BatchBuilder output, int[] selected) {
    runInstead(members, input, from, to, output, selected);
  }
}
