package dev.sash.view;

import dev.sash.data.ColumnBatch;

/**
 * Rows that are adjacent in a relation's scan order; immutable and never empty. In a relation with
 * windows a segment holds rows of one window, in order of their keys (NULL last).
 *
 * @param rows the rows
 * @param windowEnd the end of their window; meaningless in a relation without windows
 */
public record Segment(ColumnBatch rows, long windowEnd) {}
