/**
 * {@code connector = 'datagen'}: made-up rows.
 *
 * <p>Read in this order: {@link dev.sash.connector.datagen.DatagenSourceFactory}, {@code
 * DatagenSettings} (how many, how fast, when), {@code DatagenSource}, {@code GeneratorChoice} (what
 * a column holds), {@code ColumnDefaults} (when only its name says something about it).
 */
@NullMarked
package dev.sash.connector.datagen;

import org.jspecify.annotations.NullMarked;
