package dev.sash.bench;

import dev.sash.data.ColumnBatch;

/** A loop written by hand for one query; whoever runs it takes the time. */
interface HandLoop {

  /** Takes rows in. */
  void add(ColumnBatch batch);

  /** Emits what is over, now that no row before the watermark comes. */
  void close();

  /** Emits everything else. */
  void finish();
}
