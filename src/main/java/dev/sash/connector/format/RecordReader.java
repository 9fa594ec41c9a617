package dev.sash.connector.format;

import java.io.IOException;

/** Turns the bytes of one input into rows. */
interface RecordReader {

  /** Why {@link #read} returned. */
  enum Progress {
    /** The collector is full. */
    FULL,
    /** All bytes that are there have been used; more may come. */
    NONE_YET,
    /** The input is at its end. */
    END
  }

  /** Adds rows until one of the reasons of {@link Progress}. */
  Progress read(RowCollector rows) throws IOException;
}
