/**
 * The database side: Sash's relations and streams as tables of H2. All that knows the inside of H2
 * is in this package.
 *
 * <p>Read in this order: {@link dev.sash.database.Database} (what the engine calls), {@link
 * dev.sash.database.SashTableEngine} (how the database makes a table), {@code RelationTable} and
 * {@code Pins} (how a statement reads one moment), {@code OrderedIndex} and {@code KeyIndex} (how
 * it finds rows), {@code StreamTable} and {@link dev.sash.database.StreamInserts} (how rows come
 * in), {@link dev.sash.database.ResultFunction} (how endless results go out).
 */
@NullMarked
package dev.sash.database;

import org.jspecify.annotations.NullMarked;
