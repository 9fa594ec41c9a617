package dev.sash.runtime;

import dev.sash.data.ColumnBatch;

/**
 * Rows that came too late for at least one of their windows.
 *
 * @param rows the rows as the stream delivered them
 * @param arrivedAt the engine clock
 * @param latenessMillis by row: how far behind the watermark
 * @param windowsDropped by row: windows that did not take it
 * @param windowsAccepted by row: windows that did
 */
public record LateRows(
    ColumnBatch rows,
    long arrivedAt,
    long[] latenessMillis,
    int[] windowsDropped,
    int[] windowsAccepted) {}
