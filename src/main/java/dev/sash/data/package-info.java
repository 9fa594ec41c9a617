/**
 * Rows in columns: what travels from a source to a view.
 *
 * <p>Read in this order: {@link dev.sash.data.DataType} and {@link dev.sash.data.Schema} (what),
 * {@link dev.sash.data.Column} (a sealed family of primitive arrays), {@link
 * dev.sash.data.ColumnBatch} (columns of one length), {@link dev.sash.data.ColumnBuilder} (how they
 * are made), {@link dev.sash.data.Dictionary} (text as codes), {@link dev.sash.data.RowKind} (what
 * a result row is worth).
 *
 * <p>Timestamps are epoch milliseconds, those without a zone of a wall clock read as UTC; dates are
 * epoch days, times milliseconds since midnight.
 */
@NullMarked
package dev.sash.data;

import org.jspecify.annotations.NullMarked;
