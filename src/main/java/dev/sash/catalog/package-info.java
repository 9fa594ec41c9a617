/**
 * Definitions by name: plain values that say what was declared, not what is running.
 *
 * <p>Read in this order: {@link dev.sash.catalog.StreamDefinition}, {@link
 * dev.sash.catalog.WatermarkSpec}, {@link dev.sash.catalog.Catalog}.
 */
@NullMarked
package dev.sash.catalog;

import org.jspecify.annotations.NullMarked;
